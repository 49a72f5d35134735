import CPNG
import CPixelKernels
import Geometry
package import Mirroring

#if canImport(Glibc)
    import Glibc
#endif

/// A copy of a screen's picture that any thread can write as a PNG file.
package struct PNGImage: Sendable {
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
    ///
    /// Compression favours speed, because a client waits for the picture.
    package func write(to descriptor: CInt) throws(PNGError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw PNGError("dup", errno) }
        guard let file = fdopen(copy, "wb") else {
            let code = errno
            close(copy)
            throw PNGError("fdopen", code)
        }
        var failure = encode(into: file)
        if fclose(file) != 0, failure == nil { failure = PNGError("close", errno) }
        if let failure { throw failure }
    }

    private func encode(into file: UnsafeMutablePointer<FILE>) -> PNGError? {
        guard let rgb = malloc(width * height * 3) else { return PNGError("malloc", errno) }
        defer { free(rgb) }
        pixels.withUnsafeBytes { kagami_pack_rgb($0.baseAddress, width * 4, Int32(width), Int32(height), rgb) }
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
        image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
        let isWritten = png_image_write_to_stdio(&image, file, 0, rgb, 0, nil) != 0
        defer { png_image_free(&image) }
        return isWritten ? nil : PNGError(operation: "encode", reason: image.reason)
    }
}

extension PNGError {
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
package struct PNGError: Error, Hashable, CustomStringConvertible {
    /// The failed operation, such as `encode`.
    package let operation: String
    /// The message of the system or of libpng.
    package let reason: String

    /// One line for standard error.
    package var description: String { "cannot write the picture: \(operation): \(reason)" }
}
