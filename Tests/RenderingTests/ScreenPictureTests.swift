import CPNG
import Foundation
import Geometry
import Glibc
import Mirroring
import Rendering
import Testing

@Suite struct ScreenPictureTests {
    @Test(arguments: [(1, 1), (33, 7), (640, 480)])
    func comesBackAsItWas(width: Int, height: Int) throws {
        try inTemporaryFolder { folder in
            let picture = try MemoryBuffer.noise(width, height, seed: 30)
            let path = folder + "/picture.png"
            let copy = ScreenPicture(copying: picture)
            let colors = picture.colors
            // What is drawn later is not in the copy.
            memset(picture.bytes, 0, picture.stride * height)
            try Self.write(copy, to: path)
            let read = try Self.read(path)
            #expect(read.width == width)
            #expect(read.colors == colors)
        }
    }

    @Test func isWrittenWithoutCompression() throws {
        try inTemporaryFolder { folder in
            let path = folder + "/picture.ppm"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            defer { close(descriptor) }
            let picture = try MemoryBuffer.noise(33, 7, seed: 31)
            try ScreenPicture(copying: picture).write(to: descriptor, as: .ppm)
            let bytes = picture.colors.flatMap { [UInt8($0 >> 16 & 0xFF), UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: path)).elementsEqual(Array("P6\n33 7\n255\n".utf8) + bytes))
        }
    }

    @Test func aDescriptorIsWrittenFromWhereItStands() throws {
        try inTemporaryFolder { folder in
            let path = folder + "/picture.png"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            defer { close(descriptor) }
            #expect(Glibc.write(descriptor, "head", 4) == 4)
            try ScreenPicture(copying: try MemoryBuffer.filled(2, 2, with: 0x44_5566)).write(to: descriptor, as: .png)
            #expect(Glibc.write(descriptor, "tail", 4) == 4)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(bytes.starts(with: Array("head".utf8) + [0x89, 0x50, 0x4E, 0x47]))
            #expect(bytes.suffix(4).elementsEqual("tail".utf8))
        }
    }

    @Test func aFailureTellsItsReason() throws {
        let picture = ScreenPicture(copying: try MemoryBuffer.filled(4, 4, with: 0))
        for format in PictureFormat.allCases {
            for (path, flags, operation) in [("/dev/full", O_WRONLY, "close"), ("/dev/null", O_RDONLY, "fdopen")] {
                let descriptor = open(path, flags)
                defer { close(descriptor) }
                let error = #expect(throws: ScreenPictureError.self) { try picture.write(to: descriptor, as: format) }
                #expect(
                    error?.description.hasPrefix("cannot write the picture: \(operation): ") == true, "\(error as Any)")
            }
        }
    }

    private static func write(_ picture: ScreenPicture, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        try picture.write(to: descriptor, as: .png)
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
