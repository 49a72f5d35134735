import CPNG
import Foundation
import Geometry
import Mirroring
import Rendering
import Testing

@Suite struct PNGFileTests {
    @Test(arguments: [(1, 1), (33, 7), (640, 480)])
    func comesBackAsItWas(width: Int, height: Int) throws {
        try inTemporaryFolder { folder in
            let picture = try PixelBuffer.noise(width, height, seed: 30)
            let path = folder + "/picture.png"
            try PNGFile.write(picture, to: path)
            let read = try Self.read(path)
            #expect(read.width == width)
            #expect(read.colors == picture.colors)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["picture.png"])
        }
    }

    @Test func replacesWhatWasThere() throws {
        try inTemporaryFolder { folder in
            let path = folder + "/picture.png"
            try PNGFile.write(try .filled(4, 4, with: 0x11_2233), to: path)
            try PNGFile.write(try .filled(2, 2, with: 0x44_5566), to: path)
            #expect(try Self.read(path).colors == Array(repeating: 0x44_5566, count: 4))
        }
    }

    @Test func aFailureNamesPathAndReasonAndLeavesNothing() throws {
        try inTemporaryFolder { folder in
            let picture = try PixelBuffer.filled(4, 4, with: 0)
            let missing = folder + "/none/picture.png"
            let error = #expect(throws: PNGError.self) { try PNGFile.write(picture, to: missing) }
            #expect(error?.description == "cannot write \(missing): open: No such file or directory")
            let taken = folder + "/taken"
            try FileManager.default.createDirectory(atPath: taken + "/inside", withIntermediateDirectories: true)
            #expect(throws: PNGError.self) { try PNGFile.write(picture, to: taken) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken"])
        }
    }

    private func inTemporaryFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/png-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    /// Decodes a file with libpng.
    private static func read(_ path: String) throws -> (width: Int, colors: [UInt32]) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        try #require(png_image_begin_read_from_file(&image, path) != 0)
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
        var bytes = [UInt8](repeating: 0, count: Int(image.width * image.height) * 3)
        try #require(png_image_finish_read(&image, nil, &bytes, 0, nil) != 0)
        let colors = stride(from: 0, to: bytes.count, by: 3).map { at in
            bytes[at..<at + 3].reduce(UInt32(0)) { color, byte in color << 8 | UInt32(byte) }
        }
        return (Int(image.width), colors)
    }
}
