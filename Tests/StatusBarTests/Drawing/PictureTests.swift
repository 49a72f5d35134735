import Foundation
import Runtime
import StatusBar
import Testing

/// Picture files, good and bad.
@Suite struct PictureTests {
    /// One red pixel.
    private static let png: [UInt8] = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC")
            ?? Data())

    @discardableResult
    private func withFile<T>(_ bytes: [UInt8], _ body: (String) throws -> T) throws -> T {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("kagami-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }

    private static func picture(_ path: String) throws -> HUDPicture {
        try HUDPicture(reading: try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK), for: "avatar")
    }

    @Test("A PNG file is decoded")
    func good() throws {
        let picture = try withFile(Self.png) { try Self.picture($0) }
        #expect(picture.width == 1 && picture.height == 1)
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
            try withFile(bytes) { path in
                #expect(throws: HUDError.self, "\(bytes.count) bytes") { try Self.picture(path) }
            }
        }
    }

    @Test("A picture whose head promises too many pixels is refused before there is memory for it")
    func giant() throws {
        for (width, height) in [(100_000, 100_000), (8193, 1), (2049, 2048), (2_147_483_647, 2_147_483_647)] {
            try withFile(Self.head(width: UInt32(width), height: UInt32(height))) { path in
                #expect(throws: HUDError.self, "\(width)x\(height)") { try Self.picture(path) }
            }
        }
    }

    @Test("What is no regular file is refused without waiting")
    func notAFile() throws {
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("kagami-\(UUID().uuidString)").path
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        for path in [pipe, "/dev/zero", "/"] {
            #expect(throws: HUDError.self, "\(path)") { try Self.picture(path) }
        }
    }

    @Test("A file with too many bytes is refused unread")
    func longFile() throws {
        try withFile(Self.png + [UInt8](repeating: 0, count: 8 << 20)) { path in
            #expect(
                throws: HUDError.badPicture(
                    field: "avatar", reason: "it has \(Self.png.count + 8 << 20) bytes: at most \(8 << 20)")
            ) { try Self.picture(path) }
        }
    }

    /// The first bytes of a PNG file of this size, and enough of its data to begin with.
    private static func head(width: UInt32, height: UInt32) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
        let header = Array("IHDR".utf8) + bytes(width) + bytes(height) + [8, 2, 0, 0, 0]
        let start = Array(png.prefix(8)) + bytes(13) + header + bytes(crc(header))
        return start + Array(png.dropFirst(33))
    }

    /// The PNG format's checksum (ISO 3309).
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }
}
