import CCairo
import Glibc

/// The icons of programs, read from PNG files when they are first shown and kept for a while.
final class ProgramIcons {
    /// A picture that cairo has decoded.
    private final class Icon {
        let surface: OpaquePointer
        let size: (width: Double, height: Double)

        init?(_ surface: OpaquePointer?) {
            guard let surface else { return nil }
            size = (
                Double(cairo_image_surface_get_width(surface)), Double(cairo_image_surface_get_height(surface))
            )
            self.surface = surface
            if cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS || size.width < 1 || size.height < 1 { return nil }
        }

        deinit {
            cairo_surface_destroy(surface)
        }
    }

    /// The icons by path; nil for files that are not icons.
    private var icons: [String: Icon?] = [:]

    private static let remembered = 64

    /// Draws the icon centred in a square, as large as it fits; false if the file is not an icon.
    func draw(_ path: String, on canvas: Canvas, x: Double, y: Double, side: Double) -> Bool {
        guard side > 0, let icon = icon(path) else { return false }
        let scale = side / max(icon.size.width, icon.size.height)
        cairo_save(canvas.context)
        cairo_translate(canvas.context, x + side / 2, y + side / 2)
        cairo_scale(canvas.context, scale, scale)
        cairo_set_source_surface(canvas.context, icon.surface, -icon.size.width / 2, -icon.size.height / 2)
        cairo_pattern_set_filter(cairo_get_source(canvas.context), CAIRO_FILTER_BEST)
        cairo_paint(canvas.context)
        cairo_restore(canvas.context)
        return true
    }

    private func icon(_ path: String) -> Icon? {
        if let known = icons[path] { return known }
        if icons.count >= Self.remembered { icons = [:] }
        let icon = IconFile(path).flatMap { file in
            withExtendedLifetime(file) {
                Icon(
                    cairo_image_surface_create_from_png_stream(
                        IconFile.read, Unmanaged.passUnretained(file).toOpaque()))
            }
        }
        icons[path] = .some(icon)
        return icon
    }
}

/// The bytes of a small PNG file.
private final class IconFile {
    private let bytes: [UInt8]
    private var offset = 0

    private static let largestFile = 1 << 19
    private static let largestSide: UInt32 = 1024
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Nil if the file is missing, or if the file or its picture is too large.
    init?(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largestFile else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = Glibc.read(file, &bytes, bytes.count)
        // The signature, the length and name of the first chunk, and the picture's width and height.
        guard count == bytes.count, count >= 24, bytes.starts(with: Self.signature) else { return nil }
        func number(_ start: Int) -> UInt32 { bytes[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
        guard number(16) <= Self.largestSide, number(20) <= Self.largestSide else { return nil }
        self.bytes = bytes
    }

    /// Copies the next bytes for cairo.
    static let read: cairo_read_func_t = { file, target, length in
        guard let file, let target else { return CAIRO_STATUS_READ_ERROR }
        let icon = Unmanaged<IconFile>.fromOpaque(file).takeUnretainedValue()
        let count = Int(length)
        guard count <= icon.bytes.count - icon.offset else { return CAIRO_STATUS_READ_ERROR }
        for index in 0..<count { target[index] = icon.bytes[icon.offset + index] }
        icon.offset += count
        return CAIRO_STATUS_SUCCESS
    }
}
