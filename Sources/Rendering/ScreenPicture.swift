import CPNG
import CPixelKernels
import Geometry
package import Mirroring

#if canImport(Glibc)
    import Glibc
#endif

/// A copy of a screen's picture that any thread can write as a file.
package struct ScreenPicture: Sendable {
    private let width: Int
    private let height: Int
    /// XRGB words, row by row.
    private let pixels: [UInt32]

    package init(copying picture: any Buffer) {
        let (width, height) = (picture.size.width, picture.size.height)
        self.width = width
        self.height = height
        pixels = [UInt32](unsafeUninitializedCapacity: width * height) { target, count in
            let isThere = picture.withPixels { pixels in
                guard let first = target.baseAddress else { return }
                for y in 0..<height { memcpy(first + y * width, pixels + y * picture.stride, width * 4) }
            }
            if !isThere { target.update(repeating: 0) }
            count = width * height
        }
    }

    /// Writes the picture as 8-bit RGB to a descriptor, at its current offset.
    package func write(to descriptor: CInt, as format: PictureFormat) throws(ScreenPictureError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw ScreenPictureError("dup", errno) }
        guard let file = fdopen(copy, "wb") else {
            let code = errno
            close(copy)
            throw ScreenPictureError("fdopen", code)
        }
        var failure = encode(as: format, into: file)
        if fclose(file) != 0, failure == nil { failure = ScreenPictureError("close", errno) }
        if let failure { throw failure }
    }

    private func encode(as format: PictureFormat, into file: UnsafeMutablePointer<FILE>) -> ScreenPictureError? {
        guard let rgb = malloc(width * height * 3) else { return ScreenPictureError("malloc", errno) }
        defer { free(rgb) }
        pixels.withUnsafeBytes { kagami_pack_rgb($0.baseAddress, width * 4, Int32(width), Int32(height), rgb) }
        return switch format {
        case .png: encodePNG(rgb, into: file)
        case .ppm: encodePPM(rgb, into: file)
        }
    }

    private func encodePPM(_ rgb: UnsafeRawPointer, into file: UnsafeMutablePointer<FILE>) -> ScreenPictureError? {
        let isWritten =
            fputs("P6\n\(width) \(height)\n255\n", file) >= 0 && fwrite(rgb, width * 3, height, file) == height
        return isWritten ? nil : ScreenPictureError("write", errno)
    }

    /// Compression favours speed, because a client waits for the picture.
    private func encodePNG(_ rgb: UnsafeRawPointer, into file: UnsafeMutablePointer<FILE>) -> ScreenPictureError? {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
        image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
        let isWritten = png_image_write_to_stdio(&image, file, 0, rgb, 0, nil) != 0
        defer { png_image_free(&image) }
        return isWritten ? nil : ScreenPictureError(operation: "encode", reason: image.reason)
    }
}

extension ScreenPictureError {
    fileprivate init(_ operation: String, _ code: CInt) {
        self.init(operation: operation, reason: String(cString: strerror(code)))
    }
}

extension png_image {
    /// libpng's last message.
    fileprivate var reason: String {
        withUnsafeBytes(of: message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// An error while writing a picture.
package struct ScreenPictureError: Error, Hashable, CustomStringConvertible {
    /// The failed operation, such as `encode`.
    package let operation: String
    /// The message of the system or of libpng.
    package let reason: String

    /// One line for standard error.
    package var description: String { "cannot write the picture: \(operation): \(reason)" }
}
