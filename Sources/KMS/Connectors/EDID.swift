import Geometry
import Mirroring

/// A display's description of itself.
///
/// Source: VESA E-EDID 1.4. The bytes come from the display and may be anything.
struct EDID: Hashable, Sendable {
    private(set) var identity = DisplayIdentity()
    /// The picture's size: from the native timing in millimetres, else from the base block in centimetres.
    private(set) var physicalSize: PhysicalSize?
    private(set) var native: NativeTiming?

    private static let blockLength = 128
    private static let header: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]

    /// Nil if the base block is incomplete, is not an EDID, or has a wrong checksum. Extension blocks with such faults are skipped.
    init?(_ bytes: [UInt8]) {
        let base = bytes.prefix(Self.blockLength)
        guard base.starts(with: Self.header), Self.isSound(base) else { return nil }
        readBase(ByteReader(base))
        for start in stride(from: Self.blockLength, to: bytes.count, by: Self.blockLength) {
            let block = bytes[start...].prefix(Self.blockLength)
            if block.first == 0x70, Self.isSound(block) { add(DisplayIDExtension(ByteReader(block))) }
        }
    }

    /// Whether the block is complete and its bytes add up to a multiple of 256.
    private static func isSound(_ block: ArraySlice<UInt8>) -> Bool {
        block.count == blockLength && block.reduce(0, &+) == 0
    }

    private mutating func readBase(_ base: ByteReader) {
        let centimetres = PhysicalSize(width: base[21] * 10, height: base[22] * 10)
        // A zero means a projector or, beside a nonzero value, an aspect ratio.
        if centimetres.width > 0, centimetres.height > 0 { physicalSize = centimetres }
        identity.make = Self.maker(base[8] << 8 | base[9])
        let serial = base.word(12) | base.word(14) << 16
        if serial != 0 { identity.serial = "\(serial)" }
        for offset in stride(from: 54, through: 108, by: 18) {
            readDescriptor(base.slice(offset, 18), isFirst: offset == 54)
        }
        if identity.model == nil {
            let product = String(base.word(10), radix: 16, uppercase: true)
            identity.model = "0x" + String(repeating: "0", count: max(0, 4 - product.count)) + product
        }
    }

    private mutating func readDescriptor(_ block: ByteReader, isFirst: Bool) {
        if block.word(0) != 0 {
            guard isFirst, let timing = NativeTiming(detailed: block) else { return }
            native = timing
            physicalSize = timing.physicalSize ?? physicalSize
            return
        }
        guard let text = Self.text(block.slice(5, 13)) else { return }
        switch block[3] {
        case 0xfc: identity.model = text
        case 0xff: identity.serial = text
        default: break
        }
    }

    /// Adds the timing and the size of a DisplayID block.
    /// DisplayID carries timings too large for the base block's descriptors (4096 pixels or 655 MHz and more).
    private mutating func add(_ block: DisplayIDExtension) {
        if let timing = block.native, timing.size.area > native?.size.area ?? 0 { native = timing }
        physicalSize = block.physicalSize ?? physicalSize
    }

    /// Three letters of five bits each, A being 1.
    private static func maker(_ word: Int) -> String? {
        var letters = ""
        for shift in [10, 5, 0] {
            let letter = word >> shift & 31
            guard (1...26).contains(letter) else { return nil }
            letters.unicodeScalars.append(Unicode.Scalar(UInt8(64 + letter)))
        }
        return letters
    }

    /// Printable ASCII up to a line feed, without spaces around it; nil when nothing is left.
    private static func text(_ block: ByteReader) -> String? {
        let printable = block.bytes.prefix { $0 != 0x0a && $0 != 0 }.filter { (0x20...0x7e).contains($0) }
        let inner = printable.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
        return inner.isEmpty ? nil : String(decoding: inner, as: UTF8.self)
    }
}

/// The timing and the size that a DisplayID block adds to an EDID.
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

/// Bytes read by offset; zero beyond the end.
struct ByteReader: Sendable {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    subscript(offset: Int) -> Int {
        let index = bytes.startIndex + offset
        return bytes.indices.contains(index) ? Int(bytes[index]) : 0
    }

    /// A little-endian 16-bit number.
    func word(_ offset: Int) -> Int { self[offset] | self[offset + 1] << 8 }

    /// The bytes from `offset` on, at most `length` of them.
    func slice(_ offset: Int, _ length: Int) -> ByteReader {
        ByteReader(bytes.dropFirst(max(offset, 0)).prefix(max(length, 0)))
    }
}
