/// Builds the bytes of an EDID for tests.
struct EDIDBuilder {
    /// A timing in pixels, lines and kHz.
    struct Timing {
        var clock: Int
        var width: Int
        var horizontalBlank: Int
        var height: Int
        var verticalBlank: Int
        var millimetres = (0, 0)
    }

    var maker: [UInt8] = Array("KGM".utf8)
    var product = 0x1234
    var serialNumber = 0
    var centimetres = (52, 32)
    var timing: Timing?
    var texts: [(tag: UInt8, text: String)] = []
    var extensions: [[UInt8]] = []

    var bytes: [UInt8] {
        var base: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]
        let letters = maker.map { Int($0) - 64 }
        let word = letters[0] << 10 | letters[1] << 5 | letters[2]
        base += [UInt8(word >> 8), UInt8(word & 255)] + Self.little(product, 2) + Self.little(serialNumber, 4)
        base += [1, 30, 1, 4, 0x80, UInt8(centimetres.0), UInt8(centimetres.1), 120, 0x06]
        base += [UInt8](repeating: 0, count: 54 - base.count)
        var descriptors = timing.map { [Self.detailed($0)] } ?? []
        descriptors += texts.map { Self.descriptor($0.tag, $0.text) }
        for index in 0..<4 {
            base += index < descriptors.count ? descriptors[index] : Self.descriptor(0x10, "")
        }
        base += [UInt8(extensions.count)]
        return Self.sealed(base) + extensions.flatMap { $0 }
    }

    /// A DisplayID extension block with these data blocks.
    static func displayID(_ blocks: [(tag: UInt8, revision: UInt8, payload: [UInt8])]) -> [UInt8] {
        let data = blocks.flatMap { [$0.tag, $0.revision, UInt8($0.payload.count)] + $0.payload }
        let block: [UInt8] = [0x70, 0x13, UInt8(data.count), 0, 0] + data
        return sealed(block + [UInt8](repeating: 0, count: 127 - block.count))
    }

    /// A timing of type I or VII, as `unit` (kHz of the clock's step) says.
    static func displayIDTiming(_ timing: Timing, unit: Int, isPreferred: Bool) -> [UInt8] {
        let horizontal = little(timing.width - 1, 2) + little(timing.horizontalBlank - 1, 2) + [7, 0, 31, 0]
        let vertical = little(timing.height - 1, 2) + little(timing.verticalBlank - 1, 2) + [2, 0, 4, 0]
        return little(timing.clock / unit - 1, 3) + [isPreferred ? 0x88 : 0x08] + horizontal + vertical
    }

    /// Zeroes up to the checksum, and the checksum.
    static func sealed(_ block: [UInt8]) -> [UInt8] {
        let filled = block + [UInt8](repeating: 0, count: max(0, 127 - block.count))
        return filled + [0 &- filled.reduce(0, &+)]
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func detailed(_ timing: Timing) -> [UInt8] {
        let (width, height) = (timing.width, timing.height)
        let (horizontalBlank, verticalBlank) = (timing.horizontalBlank, timing.verticalBlank)
        let millimetres = timing.millimetres
        return little(timing.clock / 10, 2) + [
            UInt8(width & 255), UInt8(horizontalBlank & 255), UInt8((width >> 8) * 16 | horizontalBlank >> 8),
            UInt8(height & 255), UInt8(verticalBlank & 255), UInt8((height >> 8) * 16 | verticalBlank >> 8),
            0, 0, 0, 0,
            UInt8(millimetres.0 & 255), UInt8(millimetres.1 & 255),
            UInt8((millimetres.0 >> 8) * 16 | millimetres.1 >> 8),
            0, 0, 0x18,
        ]
    }

    private static func descriptor(_ tag: UInt8, _ text: String) -> [UInt8] {
        var content = Array(text.utf8.prefix(13))
        if content.count < 13 { content.append(0x0a) }
        return [0, 0, 0, tag, 0] + content + [UInt8](repeating: 0x20, count: 13 - content.count)
    }
}
