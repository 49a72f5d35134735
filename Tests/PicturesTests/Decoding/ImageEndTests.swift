import Testing

@testable import Pictures

/// Files that are cut short are told from whole ones.
@Suite struct ImageEndTests {
    /// Two scans with a restart and a stuffed 0xFF in them, and something behind the end.
    private static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xD9, 0xFF, 0xFF, 0xDA, 0, 3, 1, 0x11, 0xFF, 0, 0xFF, 0xD0, 0x22, 0xFF,
        0xDA,
        0, 2, 0x33, 0xFF, 0xD9, 1, 2,
    ]

    @Test("A JPEG file's end is the marker after its last scan")
    func jpeg() {
        let end = Self.jpeg.count - 2
        for count in 0...Self.jpeg.count {
            #expect(ImageEnd.isInJPEG(Array(Self.jpeg.prefix(count))) == (count >= end), "\(count) bytes")
        }
    }

    @Test("A PNG file's end is its IEND")
    func png() {
        let head: [UInt8] = Array(repeating: 0, count: 8)
        let data: [UInt8] = [0, 0, 0, 2] + Array("IDAT".utf8) + [9, 9, 1, 2, 3, 4]
        let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [1, 2, 3, 4]
        let whole = head + data + end
        for count in 0...whole.count {
            #expect(ImageEnd.isInPNG(Array(whole.prefix(count))) == (count == whole.count), "\(count) bytes")
        }
        #expect(!ImageEnd.isInPNG(head + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8) + [0, 0, 0, 0]))
    }
}
