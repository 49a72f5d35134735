import Mirroring
import Testing

@testable import KMS

@Suite struct FormatBlobTests {
    /// A blob of the kernel's first version.
    private func blob(formats: [UInt32], modifiers: [(mask: UInt64, first: UInt32, modifier: UInt64)]) -> [UInt8] {
        var bytes: [UInt8] = []
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let modifiersAt = (24 + formats.count * 4 + 7) / 8 * 8
        for word in [1, 0, UInt32(formats.count), 24, UInt32(modifiers.count), UInt32(modifiersAt)] { append(word) }
        for format in formats { append(format) }
        while bytes.count < modifiersAt { bytes.append(0) }
        for entry in modifiers {
            append(entry.mask)
            append(entry.first)
            append(UInt32(0))
            append(entry.modifier)
        }
        return bytes
    }

    @Test func eachModifierHasItsFormats() {
        let bytes = blob(formats: [10, 20, 30], modifiers: [(0b101, 0, 7), (0b11, 1, 8)])
        let expected: [PixelLayout] = [
            PixelLayout(format: 10, modifier: 7), PixelLayout(format: 30, modifier: 7),
            PixelLayout(format: 20, modifier: 8), PixelLayout(format: 30, modifier: 8),
        ]
        #expect(FormatBlob.parse(bytes) == Set(expected))
    }

    @Test func bitsBeyondTheFormatsCountForNothing() {
        #expect(FormatBlob.parse(blob(formats: [10], modifiers: [(.max, 0, 7)])).count == 1)
    }

    @Test func aShortOrStrangeBlobIsNoListAtAll() {
        let whole = blob(formats: [10, 20], modifiers: [(0b11, 0, 7)])
        for count in 0..<whole.count { #expect(FormatBlob.parse(Array(whole.prefix(count))).isEmpty) }
        var far = whole
        far[12...15] = [255, 255, 255, 255]
        #expect(FormatBlob.parse(far).isEmpty)
    }
}
