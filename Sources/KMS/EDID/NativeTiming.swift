import Geometry
import Mirroring

/// A display's native timing.
struct NativeTiming: Hashable, Sendable {
    var size: Size<ScanoutSpace>
    var refreshMilliHertz: Int
    /// The size of the image, if the timing includes it.
    var physicalSize: PhysicalSize?

    /// An 18-byte detailed timing descriptor; nil for any other kind of descriptor.
    ///
    /// Source: VESA E-EDID 1.4, section 3.10.2.
    init?(detailed block: ByteReader) {
        let clock = block.word(0) * 10
        let width = block[2] | (block[4] & 0xf0) << 4
        var height = block[5] | (block[7] & 0xf0) << 4
        guard block.count >= 18, clock > 0, width > 0, height > 0 else { return nil }
        let horizontalBlank = block[3] | (block[4] & 0x0f) << 8
        let verticalBlank = block[6] | (block[7] & 0x0f) << 8
        let total = (width + horizontalBlank) * (height + verticalBlank)
        if block[17] & 0x80 != 0 { height *= 2 }
        size = Size(width: width, height: height)
        refreshMilliHertz = Mode.refresh(kiloHertz: clock, total: total)
        let millimetres = PhysicalSize(
            width: block[12] | (block[14] & 0xf0) << 4, height: block[13] | (block[14] & 0x0f) << 8)
        physicalSize = millimetres.width > 0 && millimetres.height > 0 ? millimetres : nil
    }

    /// A 20-byte timing of a DisplayID block of type I (clock in 10 kHz) or VII (clock in kHz).
    ///
    /// Source: VESA DisplayID 1.3, section 4.4.1, and 2.0, section 4.3.
    init?(displayID block: ByteReader, clockUnitKiloHertz: Int) {
        guard block.count >= 20 else { return nil }
        let clock = ((block.word(0) | block[2] << 16) + 1) * clockUnitKiloHertz
        let width = block.word(4) + 1
        let height = block.word(12) + 1
        let total = (width + block.word(6) + 1) * (height + block.word(14) + 1)
        size = Size(width: width, height: height)
        refreshMilliHertz = Mode.refresh(kiloHertz: clock, total: total)
    }
}
