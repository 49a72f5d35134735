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

    /// Nil when the base block is incomplete, not an EDID, or its checksum is wrong. Extension blocks with such
    /// faults are skipped.
    init?(_ bytes: [UInt8]) {
        let base = bytes.prefix(Self.blockLength)
        guard base.starts(with: Self.header), Self.isSound(base) else { return nil }
        readBase(ByteReader(base))
        for start in stride(from: Self.blockLength, to: bytes.count, by: Self.blockLength) {
            let block = bytes[start...].prefix(Self.blockLength)
            if block.first == 0x70, Self.isSound(block) { add(DisplayIDExtension(ByteReader(block))) }
        }
    }

    /// The bytes of every block add up to a multiple of 256.
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
