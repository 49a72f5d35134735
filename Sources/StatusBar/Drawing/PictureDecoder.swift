import CCairo
import CPixbuf
import Runtime

extension HUDPicture {
    /// The most pixels that a picture may have: decoding this many keeps the service's thread for a few hundredths of a
    /// second.
    package static let maximumPixels = 4 << 20
    /// The most pixels either way.
    package static let maximumSide = 8192

    /// Decodes a PNG or JPEG file; anything else, what is broken and what is too large is thrown. `field` is what the
    /// picture is for, as errors name it.
    package convenience init(reading file: OwnedDescriptor, for field: String) throws(HUDError) {
        do throws(PictureFault) {
            try self.init(decoding: try PictureFile(descriptor: file).read())
        } catch {
            throw .badPicture(field: field, reason: error.reason)
        }
    }

    private convenience init(decoding bytes: [UInt8]) throws(PictureFault) {
        let decoder = try PictureDecoder(of: bytes)
        let pixels = try decoder.decode(bytes)
        self.init(owning: try pixels.makeSurface())
    }
}

/// Why bytes are no picture, in words.
struct PictureFault: Error {
    let reason: String
}

/// One decoding by gdk-pixbuf.
private final class PictureDecoder {
    private let loader: UnsafeMutablePointer<GdkPixbufLoader>
    /// What the file's head says, where that is too large.
    private var refusedSize: (width: Int, height: Int)?

    /// Chosen by the first bytes: of gdk-pixbuf's many formats only two are let in.
    init(of bytes: [UInt8]) throws(PictureFault) {
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

    func decode(_ bytes: [UInt8]) throws(PictureFault) -> DecodedPixels {
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
                    + "\(HUDPicture.maximumPixels) in all and \(HUDPicture.maximumSide) either way")
        }
        guard isWritten, isClosed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw PictureFault(reason: problem.map { String(cString: $0.pointee.message) } ?? "it is broken")
        }
        return DecodedPixels(pixbuf)
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
        let isTaken =
            max(width, height) <= HUDPicture.maximumSide && width * height <= HUDPicture.maximumPixels
        guard !isTaken else { return }
        refusedSize = (width, height)
        // The decoders give up on an empty size.
        gdk_pixbuf_loader_set_size(loader, 0, 0)
    }
}

/// The pixels that a loader holds.
private struct DecodedPixels {
    private let pixbuf: OpaquePointer

    /// `pixbuf` must outlive this value.
    init(_ pixbuf: OpaquePointer) {
        self.pixbuf = pixbuf
    }

    /// Copies the pixels to a surface in cairo's own format.
    func makeSurface() throws(PictureFault) -> OpaquePointer {
        let (width, height) = (gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        guard width > 0, height > 0, gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == 3 || channels == 4,
            let source = gdk_pixbuf_read_pixels(pixbuf),
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        else { throw PictureFault(reason: "it is broken") }
        guard let target = cairo_image_surface_get_data(surface) else {
            cairo_surface_destroy(surface)
            throw PictureFault(reason: "there is no memory for it")
        }
        let sourceStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let targetStride = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<Int(height) {
            let row = UnsafeMutableRawPointer(target + y * targetStride).assumingMemoryBound(to: UInt32.self)
            Self.convert(source + y * sourceStride, channels: channels, to: row, count: Int(width))
        }
        cairo_surface_mark_dirty(surface)
        return surface
    }

    private static func convert(
        _ source: UnsafePointer<UInt8>, channels: Int, to target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        for x in 0..<count {
            let pixel = source + x * channels
            let alpha = channels == 4 ? UInt32(pixel[3]) : 255
            func multiplied(_ channel: UInt8) -> UInt32 { (UInt32(channel) * alpha + 127) / 255 }
            target[x] = alpha << 24 | multiplied(pixel[0]) << 16 | multiplied(pixel[1]) << 8 | multiplied(pixel[2])
        }
    }
}
