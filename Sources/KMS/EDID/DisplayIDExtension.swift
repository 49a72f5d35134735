import Mirroring

/// What a DisplayID block in an EDID adds to the base block.
struct DisplayIDExtension: Hashable, Sendable {
    /// The first timing that is marked as preferred.
    private(set) var native: NativeTiming?
    private(set) var physicalSize: PhysicalSize?

    /// Reads a 128-byte extension block with tag 0x70.
    ///
    /// Source: VESA DisplayID 1.3, sections 2 to 4; 2.0 for the tags from 0x20 on.
    init(_ block: ByteReader) {
        let sectionEnd = min(5 + block[2], 127)
        var offset = 5
        // Three bytes of header lead each data block; a zero tag and length is padding.
        while offset + 3 <= sectionEnd {
            let (tag, revision, length) = (block[offset], block[offset + 1], block[offset + 2])
            if tag == 0, length == 0 { break }
            guard offset + 3 + length <= sectionEnd else { break }
            let payload = block.slice(offset + 3, length)
            switch tag {
            case 0x01: readSize(payload, tenths: true)
            case 0x21: readSize(payload, tenths: revision & 0x80 == 0)
            case 0x03: readTimings(payload, clockUnitKiloHertz: 10)
            case 0x22: readTimings(payload, clockUnitKiloHertz: 1)
            default: break
            }
            offset += 3 + length
        }
    }

    private mutating func readSize(_ payload: ByteReader, tenths: Bool) {
        let unit = tenths ? 10 : 1
        let size = PhysicalSize(width: payload.word(0) / unit, height: payload.word(2) / unit)
        if size.width > 0, size.height > 0 { physicalSize = size }
    }

    private mutating func readTimings(_ payload: ByteReader, clockUnitKiloHertz: Int) {
        for offset in stride(from: 0, to: payload.count, by: 20) where payload[offset + 3] & 0x80 != 0 {
            native =
                native
                ?? NativeTiming(
                    displayID: payload.slice(offset, 20), clockUnitKiloHertz: clockUnitKiloHertz)
        }
    }
}
