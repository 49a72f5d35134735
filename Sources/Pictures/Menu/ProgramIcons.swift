import CCairo
import Geometry
import Mirroring
import Runtime

/// The icons of programs and windows. Those in files are read when they are first shown, and kept for a while.
///
/// PNG files are read at once. SVG files, which are more like programs than pictures, are drawn by a worker, one after another.
final class ProgramIcons {
    private let drawings: ImageQueue?
    /// The icons by path; nil for files that are not icons.
    private var icons: [String: HUDImage?] = [:]
    /// The SVG files to draw; the first one is being drawn.
    private var waiting: [String] = []
    /// Called when an icon has come that was not there when it was to be drawn.
    var came: (() -> Void)?

    private static let remembered = 64

    init(drawings: ImageQueue?) {
        self.drawings = drawings
    }

    /// Draws the icon centred in a square, as large as it fits; false if its file is not an icon or is not drawn yet.
    func draw(_ entry: MenuEntry.Icon, on canvas: Canvas, x: Double, y: Double, side: Double) -> Bool {
        let pixels = Int(side.rounded(.up))
        let image =
            switch entry {
            case .file(let path): icon(path)
            case .window(let icon): HUDImage(icon)
            }
        guard side > 0, let image, let icon = image.covering(width: pixels, height: pixels) else { return false }
        let (width, height) = (Double(icon.size.width), Double(icon.size.height))
        let scale = side / max(width, height)
        cairo_save(canvas.context)
        cairo_translate(canvas.context, x + side / 2, y + side / 2)
        cairo_scale(canvas.context, scale, scale)
        cairo_set_source_surface(canvas.context, icon.surface, -width / 2, -height / 2)
        cairo_pattern_set_filter(cairo_get_source(canvas.context), CAIRO_FILTER_BEST)
        withExtendedLifetime(image) { cairo_paint(canvas.context) }
        cairo_restore(canvas.context)
        return true
    }

    private func icon(_ path: String) -> HUDImage? {
        if let known = icons[path] { return known }
        if path.hasSuffix(".svg") {
            want(path)
            return nil
        }
        return remember(IconFile(path).flatMap { HUDImage(png: $0) }, for: path)
    }

    @discardableResult
    private func remember(_ icon: HUDImage?, for path: String) -> HUDImage? {
        if icons.count >= Self.remembered { icons = [:] }
        icons[path] = .some(icon)
        return icon
    }

    private func want(_ path: String) {
        guard drawings != nil, !waiting.contains(path) else { return }
        waiting.append(path)
        if waiting.count == 1 { drawNext() }
    }

    private func drawNext() {
        guard let path = waiting.first, let drawings else { return }
        guard let file = try? RegularFile(path, limit: ImageLimits.iconBytes) else { return drawn(nil, path) }
        drawings.decode(file) { [weak self] result in
            self?.drawn((try? result.get()).flatMap { HUDImage(levels: $0.levels) }, path)
        }
    }

    private func drawn(_ icon: HUDImage?, _ path: String) {
        remember(icon, for: path)
        waiting.removeFirst()
        drawNext()
        if icon != nil { came?() }
    }
}

extension HUDImage {
    fileprivate convenience init?(_ icon: WindowIcon) {
        let pixels = icon.pixels.map { pixel in
            let alpha = pixel >> 24
            let color = [16, 8, 0].reduce(UInt32(0)) { $0 << 8 | ((pixel >> $1 & 0xFF) * alpha + 127) / 255 }
            return alpha << 24 | color
        }
        self.init(width: icon.size.width, height: icon.size.height, pixels: pixels)
    }

    /// The picture of a PNG file; nil where it is broken.
    fileprivate convenience init?(png file: IconFile) {
        let decoded = withExtendedLifetime(file) {
            cairo_image_surface_create_from_png_stream(IconFile.read, Unmanaged.passUnretained(file).toOpaque())
        }
        guard let decoded else { return nil }
        defer { cairo_surface_destroy(decoded) }
        guard cairo_surface_status(decoded) == CAIRO_STATUS_SUCCESS,
            let canvas = Canvas(
                transparent: Size(
                    width: Int(cairo_image_surface_get_width(decoded)),
                    height: Int(cairo_image_surface_get_height(decoded))))
        else { return nil }
        cairo_set_source_surface(canvas.context, decoded, 0, 0)
        cairo_paint(canvas.context)
        cairo_surface_flush(canvas.surface)
        self.init(levels: [canvas.buffer])
    }
}

/// The bytes of a small PNG file.
private final class IconFile {
    private let bytes: [UInt8]
    private var offset = 0

    private static let largestSide: UInt32 = 1024
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Nil if the file is missing, or if the file or its picture is too large.
    init?(_ path: String) {
        guard let file = try? RegularFile(path, limit: ImageLimits.iconBytes), let bytes = try? file.read() else {
            return nil
        }
        // The signature, the length and name of the first chunk, and the picture's width and height.
        guard bytes.count >= 24, bytes.starts(with: Self.signature) else { return nil }
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
