import CPNG
import CPixelKernels
import Mirroring

#if canImport(Glibc)
    import Glibc
#endif

/// Writes pictures as PNG files.
package enum PNGFile {
    /// Writes the whole picture as 8-bit RGB, replacing what was at `path`.
    ///
    /// The file appears there only when it is whole: it is written beside under another name first, and that is
    /// removed after a failure. Compression is set for speed, because the service waits meanwhile.
    package static func write(_ picture: PixelBuffer, to path: String) throws(PNGError) {
        let partial = "\(path).\(getpid()).partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw PNGError("open", path, errno) }
        do throws(PNGError) {
            try encode(picture, into: descriptor, path: path)
            guard rename(partial, path) == 0 else { throw PNGError("rename", path, errno) }
        } catch {
            unlink(partial)
            throw error
        }
    }

    /// Writes the picture to a descriptor, which it closes.
    private static func encode(_ picture: PixelBuffer, into descriptor: Int32, path: String) throws(PNGError) {
        guard let file = fdopen(descriptor, "wb") else {
            let code = errno
            close(descriptor)
            throw PNGError("fdopen", path, code)
        }
        var failure = encodeRGB(picture, into: file, path: path)
        if fclose(file) != 0, failure == nil { failure = PNGError("close", path, errno) }
        if let failure { throw failure }
    }

    private static func encodeRGB(
        _ picture: PixelBuffer, into file: UnsafeMutablePointer<FILE>, path: String
    ) -> PNGError? {
        let (width, height) = (picture.size.width, picture.size.height)
        guard let rgb = malloc(width * height * 3) else { return PNGError("malloc", path, errno) }
        defer { free(rgb) }
        kagami_pack_rgb(picture.bytes, picture.stride, Int32(width), Int32(height), rgb)
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
        image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
        let isWritten = png_image_write_to_stdio(&image, file, 0, rgb, 0, nil) != 0
        defer { png_image_free(&image) }
        return isWritten ? nil : PNGError(operation: "encode", path: path, reason: image.reason)
    }
}

extension PNGError {
    fileprivate init(_ operation: String, _ path: String, _ code: Int32) {
        self.init(operation: operation, path: path, reason: String(cString: strerror(code)))
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
