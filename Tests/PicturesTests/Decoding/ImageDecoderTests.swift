import Foundation
import Geometry
import Mirroring
import Testing

@testable import Pictures

/// Picture files, good and bad.
@Suite struct ImageDecoderTests {
    /// One red pixel.
    private static let png: [UInt8] = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC")
            ?? Data())

    @Test("A PNG file is decoded")
    func good() throws {
        let picture = try ImageDecoder.decode(Self.png)
        #expect(picture.size == Size(width: 1, height: 1))
        #expect(picture.row(0)[0] >> 24 == 255)
    }

    @Test("What is broken, cut or no picture is refused")
    func broken() throws {
        var flipped = Self.png
        flipped[45] ^= 0xFF
        let bad: [[UInt8]] = [
            [], Array("GIF89a not this one".utf8), Array(Self.png.prefix(20)), Array(Self.png.prefix(50)), flipped,
            [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 500), Array(Self.png.prefix(8)),
        ]
        for bytes in bad {
            #expect(throws: ImageFault.self, "\(bytes.count) bytes") { try ImageDecoder.decode(bytes) }
        }
    }

    @Test("A picture whose head promises too many pixels is refused before there is memory for it")
    func giant() throws {
        for (width, height) in [(100_000, 100_000), (8193, 1), (8192, 4097), (2_147_483_647, 2_147_483_647)] {
            let bytes = Self.head(width: UInt32(width), height: UInt32(height))
            #expect(throws: ImageFault.self, "\(width)x\(height)") { try ImageDecoder.decode(bytes) }
        }
    }

    /// A drawing with a red left half and a filter on a green right half.
    private static func drawing(_ size: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>
            <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 20 10">
            <filter id="f"><feGaussianBlur stdDeviation="0.1"/></filter>
            <rect width="10" height="10" fill="#f00"/><rect x="10" width="10" height="10" fill="#0f0" filter="url(#f)"/></svg>
            """.utf8)
    }

    @Test("A drawing has the size of an icon, whatever size it says")
    func drawing() throws {
        for size in ["width=\"20\" height=\"10\"", "width=\"2000000\" height=\"1000000\"", ""] {
            let picture = try ImageDecoder.decode(Self.drawing(size), as: .icon)
            #expect(max(picture.size.width, picture.size.height) == 256, "\(size)")
            let row = picture.row(picture.size.height / 2)
            #expect(
                row[picture.size.width / 4] == 0xFFFF_0000 && row[picture.size.width * 3 / 4] == 0xFF00_FF00, "\(size)")
        }
    }

    @Test("Drawings are icons alone, and icons drawings")
    func uses() throws {
        #expect(throws: ImageFault.self) { try ImageDecoder.decode(Self.drawing("")) }
        let bad = [Self.png, [], Array("<svg".utf8), Array(Self.drawing("").dropLast(9)), Array("<html></html>".utf8)]
        for bytes in bad {
            #expect(throws: ImageFault.self, "\(bytes.count) bytes") { try ImageDecoder.decode(bytes, as: .icon) }
        }
    }

    /// The first bytes of a PNG file of this size, and enough of its data to begin with.
    private static func head(width: UInt32, height: UInt32) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
        var header = Array("IHDR".utf8)
        for part in [bytes(width), bytes(height), [8, 2, 0, 0, 0]] { header += part }
        return [Array(png.prefix(8)), bytes(13), header, bytes(crc(header)), Array(png.dropFirst(33))].flatMap(\.self)
    }

    /// The PNG format's checksum (ISO 3309).
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}
