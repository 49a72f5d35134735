import CPixbuf
import CPixelKernels
import Geometry
import Glibc
import Mirroring

/// Decodes one file with gdk-pixbuf: a PNG or JPEG picture, or an SVG drawing as an icon.
///
/// Throws for broken and too large files. Even a file within the limits can cost the library minutes or all memory, and the library may
/// have bugs: untrusted files are decoded only in an `ImageWorker`.
final class ImageDecoder {
    private let loader: UnsafeMutablePointer<GdkPixbufLoader>
    private let use: ImageUse
    /// The size in the file's header, if it is too large.
    private var refusedSize: Size<BufferSpace>?

    /// A picture's format is selected by its first bytes: only PNG and JPEG are allowed. An icon is always SVG.
    private init(of bytes: [UInt8], _ use: ImageUse) throws(ImageFault) {
        let format: String
        if use == .icon {
            format = "svg"
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            format = "png"
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = "jpeg"
        } else {
            throw ImageFault(reason: "it is neither PNG nor JPEG")
        }
        // The library accepts truncated files of these formats.
        guard use == .icon || (format == "png" ? ImageEnd.isInPNG(bytes) : ImageEnd.isInJPEG(bytes)) else {
            throw ImageFault(reason: "it ends before its picture does")
        }
        guard let loader = gdk_pixbuf_loader_new_with_type(format, nil) else {
            throw ImageFault(reason: "\(format) cannot be read on this machine")
        }
        self.loader = loader
        self.use = use
    }

    deinit {
        g_object_unref(loader)
    }

    /// Makes the library load everything that decoding needs, and start its threads.
    static func prepare(for use: ImageUse) {
        if use == .icon {
            // One thread, which has begun to run once it has drawn something.
            setenv("RAYON_NUM_THREADS", "1", 1)
            _ = try? decode(Array(blur.utf8), as: .icon)
            return
        }
        for format in ["png", "jpeg"] {
            guard let loader = gdk_pixbuf_loader_new_with_type(format, nil) else { continue }
            gdk_pixbuf_loader_close(loader, nil)
            g_object_unref(loader)
        }
    }

    /// A drawing with a filter: the SVG library draws filters on threads, which the sandbox does not let it start.
    private static let blur = """
        <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><filter id="f"><feGaussianBlur stdDeviation="1"/>\
        </filter><rect width="4" height="4" filter="url(#f)"/></svg>
        """

    /// Decodes `bytes` to an upright picture of at most `ImageLimits.keptPixels`, or an icon of `ImageLimits.iconSide`.
    static func decode(_ bytes: [UInt8], as use: ImageUse = .picture) throws(ImageFault) -> MemoryBuffer {
        let decoder = try ImageDecoder(of: bytes, use)
        return try decoder.decode(bytes)
    }

    private func decode(_ bytes: [UInt8]) throws(ImageFault) -> MemoryBuffer {
        watchSize()
        var problem: UnsafeMutablePointer<GError>?
        let isWritten = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &problem) != 0
        // A loader must always be closed; only its first error is meaningful.
        let isClosed =
            isWritten
            ? gdk_pixbuf_loader_close(loader, &problem) != 0 : gdk_pixbuf_loader_close(loader, nil) != 0
        defer { g_clear_error(&problem) }
        if let refusedSize {
            throw ImageFault(
                reason: "it has \(refusedSize.width)x\(refusedSize.height) pixels: at most "
                    + "\(ImageLimits.pixels) in all and \(ImageLimits.side) either way")
        }
        guard isWritten, isClosed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw ImageFault(reason: problem.map { String(cString: $0.pointee.message) } ?? "it is broken")
        }
        // Apply the orientation in the EXIF data of photographs.
        guard let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf) else {
            throw ImageFault(reason: "out of memory")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        return try Self.pixels(of: upright)
    }

    /// Aborts as soon as the size is known to be too large, before memory is allocated.
    private func watchSize() {
        let handler: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, CInt, CInt, gpointer?) -> Void = {
            loader, width, height, data in
            guard let data, let loader else { return }
            let decoder = Unmanaged<ImageDecoder>.fromOpaque(data).takeUnretainedValue()
            decoder.sizeKnown(Int(width), Int(height), loader)
        }
        g_signal_connect_data(
            loader, "size-prepared", unsafeBitCast(handler, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    private func sizeKnown(_ width: Int, _ height: Int, _ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        if use == .icon {
            // A drawing is drawn at the size that is wanted, whatever size it says it has.
            let scale = Double(ImageLimits.iconSide) / Double(max(1, width, height))
            return setSize(Double(width) * scale, Double(height) * scale, loader)
        }
        guard max(width, height) <= ImageLimits.side, width * height <= ImageLimits.pixels else {
            refusedSize = Size(width: width, height: height)
            // An empty size makes the decoders abort.
            return gdk_pixbuf_loader_set_size(loader, 0, 0)
        }
        guard width * height > ImageLimits.keptPixels else { return }
        let scale = (Double(ImageLimits.keptPixels) / Double(width * height)).squareRoot()
        setSize(Double(width) * scale, Double(height) * scale, loader)
    }

    private func setSize(_ width: Double, _ height: Double, _ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        gdk_pixbuf_loader_set_size(loader, CInt(clamping: max(1, Int(width))), CInt(clamping: max(1, Int(height))))
    }

    private static func pixels(of pixbuf: OpaquePointer) throws(ImageFault) -> MemoryBuffer {
        let (width, height) = (gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
        let channels = gdk_pixbuf_get_n_channels(pixbuf)
        guard width > 0, height > 0, gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == 3 || channels == 4,
            let source = gdk_pixbuf_read_pixels(pixbuf)
        else { throw ImageFault(reason: "it is broken") }
        guard let target = MemoryBuffer(size: Size(width: Int(width), height: Int(height)), format: .argb8888) else {
            throw ImageFault(reason: "out of memory")
        }
        kagami_premultiply(
            source, Int(gdk_pixbuf_get_rowstride(pixbuf)), channels, target.bytes, target.stride, width, height)
        return target
    }
}

/// Detects truncated picture files by walking their chunks.
enum ImageEnd {
    /// A PNG chunk is a length, a name of four letters, that many bytes and a checksum; `IEND` is the last.
    static func isInPNG(_ bytes: [UInt8]) -> Bool {
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let next = offset + 12 + length
            if bytes[offset + 4..<offset + 8].elementsEqual("IEND".utf8) { return next <= bytes.count }
            offset = next
        }
        return false
    }

    /// Whether a JPEG file has its last marker, 0xD9.
    ///
    /// A segment is a marker and, for most markers, a length that includes itself and the data. A scan (0xDA) is followed by its data up to
    /// the next marker.
    static func isInJPEG(_ bytes: [UInt8]) -> Bool {
        var offset = 2
        while offset + 2 <= bytes.count {
            guard bytes[offset] == 0xFF else { return false }
            let marker = bytes[offset + 1]
            switch marker {
            case 0xD9: return true
            case 0xFF: offset += 1
            case 0x01, 0xD0...0xD7: offset += 2
            default:
                guard offset + 4 <= bytes.count else { return false }
                let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
                offset += 2 + max(2, length)
                if marker == 0xDA { skipScan(bytes, &offset) }
            }
        }
        return false
    }

    /// Within a scan's data 0xFF is followed by 0 or by a restart marker.
    private static func skipScan(_ bytes: [UInt8], _ offset: inout Int) {
        while offset + 2 <= bytes.count {
            let next = bytes[offset + 1]
            if bytes[offset] == 0xFF, next != 0, !(0xD0...0xD7).contains(next) { return }
            offset += 1
        }
    }
}
