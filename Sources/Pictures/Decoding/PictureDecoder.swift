import CPixbuf
import CPixelKernels
import Geometry
import Mirroring

/// One decoding of a PNG or JPEG file by gdk-pixbuf.
///
/// What is broken and what is too large is thrown. Some files that keep the bounds still take the library minutes or
/// all memory, and the library may have faults: for what strangers send this is done by a `PictureWorker` alone.
final class PictureDecoder {
    private let loader: UnsafeMutablePointer<GdkPixbufLoader>
    /// What the file's head says, where that is too large.
    private var refusedSize: Size<OutputSpace>?

    /// Chosen by the first bytes: of gdk-pixbuf's many formats only two are let in.
    private init(of bytes: [UInt8]) throws(PictureFault) {
        let format: String
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            format = "png"
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = "jpeg"
        } else {
            throw PictureFault(reason: "it is neither PNG nor JPEG")
        }
        // The library takes a file that ends early for one with an empty rest.
        guard format == "png" ? PictureEnd.isInPNG(bytes) : PictureEnd.isInJPEG(bytes) else {
            throw PictureFault(reason: "it ends before its picture does")
        }
        guard let loader = gdk_pixbuf_loader_new_with_type(format, nil) else {
            throw PictureFault(reason: "\(format) cannot be read on this machine")
        }
        self.loader = loader
    }

    deinit {
        g_object_unref(loader)
    }

    /// Makes the library load all that decoding needs.
    static func prepare() {
        for format in ["png", "jpeg"] {
            guard let loader = gdk_pixbuf_loader_new_with_type(format, nil) else { continue }
            gdk_pixbuf_loader_close(loader, nil)
            g_object_unref(loader)
        }
    }

    /// The picture that `bytes` hold, upright, with `PictureLimits.keptPixels` at most.
    static func decode(_ bytes: [UInt8]) throws(PictureFault) -> PixelBuffer {
        let decoder = try PictureDecoder(of: bytes)
        return try decoder.decode(bytes)
    }

    private func decode(_ bytes: [UInt8]) throws(PictureFault) -> PixelBuffer {
        watchSize()
        var problem: UnsafeMutablePointer<GError>?
        let isWritten = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &problem) != 0
        // A loader wants to be closed whatever came of it; only the first problem tells something.
        let isClosed =
            isWritten
            ? gdk_pixbuf_loader_close(loader, &problem) != 0 : gdk_pixbuf_loader_close(loader, nil) != 0
        defer { g_clear_error(&problem) }
        if let refusedSize {
            throw PictureFault(
                reason: "it has \(refusedSize.width)x\(refusedSize.height) pixels: at most "
                    + "\(PictureLimits.pixels) in all and \(PictureLimits.side) either way")
        }
        guard isWritten, isClosed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw PictureFault(reason: problem.map { String(cString: $0.pointee.message) } ?? "it is broken")
        }
        // A camera held upright writes its picture lying down, and says so.
        guard let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf) else {
            throw PictureFault(reason: "there is no memory for it")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        return try Self.pixels(of: upright)
    }

    /// Ends the decoding as soon as the size is known to be too large, before there is memory for it.
    private func watchSize() {
        let handler: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, CInt, CInt, gpointer?) -> Void = {
            loader, width, height, data in
            guard let data, let loader else { return }
            let decoder = Unmanaged<PictureDecoder>.fromOpaque(data).takeUnretainedValue()
            decoder.sizeKnown(Int(width), Int(height), loader)
        }
        g_signal_connect_data(
            loader, "size-prepared", unsafeBitCast(handler, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    private func sizeKnown(_ width: Int, _ height: Int, _ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        guard max(width, height) <= PictureLimits.side, width * height <= PictureLimits.pixels else {
            refusedSize = Size(width: width, height: height)
            // The decoders give up on an empty size.
            return gdk_pixbuf_loader_set_size(loader, 0, 0)
        }
        guard width * height > PictureLimits.keptPixels else { return }
        let scale = (Double(PictureLimits.keptPixels) / Double(width * height)).squareRoot()
        func scaled(_ length: Int) -> CInt { CInt(clamping: max(1, Int(Double(length) * scale))) }
        gdk_pixbuf_loader_set_size(loader, scaled(width), scaled(height))
    }

    private static func pixels(of pixbuf: OpaquePointer) throws(PictureFault) -> PixelBuffer {
        let (width, height) = (gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
        let channels = gdk_pixbuf_get_n_channels(pixbuf)
        guard width > 0, height > 0, gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == 3 || channels == 4,
            let source = gdk_pixbuf_read_pixels(pixbuf)
        else { throw PictureFault(reason: "it is broken") }
        guard let target = PixelBuffer(size: Size(width: Int(width), height: Int(height))) else {
            throw PictureFault(reason: "there is no memory for it")
        }
        kagami_premultiply(
            source, Int(gdk_pixbuf_get_rowstride(pixbuf)), channels, target.bytes, target.stride, width, height)
        return target
    }
}
