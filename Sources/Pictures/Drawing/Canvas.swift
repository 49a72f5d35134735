import CCairo
package import Geometry
package import Mirroring

/// A cairo context that draws straight into a buffer: a picture, or an intermediate with an alpha channel.
///
/// Rectangles are in the picture's pixels.
package final class Canvas {
    package let size: Size<OutputSpace>
    package let buffer: MemoryBuffer
    /// The part of the picture that the buffer holds: all of it, or an intermediate's part.
    private let bounds: Rect<OutputSpace>
    /// The `cairo_t`.
    package let context: OpaquePointer
    /// The `cairo_surface_t` that is drawn into.
    package let surface: OpaquePointer

    /// A canvas that draws into `buffer`, in XRGB or ARGB; nil if cairo cannot use the buffer.
    package convenience init?(drawingInto buffer: MemoryBuffer) {
        let bounds = buffer.size.reinterpreted(as: OutputSpace.self).bounds
        self.init(buffer, holding: bounds, showing: bounds)
    }

    /// A canvas for `rect`, where `buffer` holds the part `bounds` of the picture; `rect` lies within `bounds`.
    private init?(_ buffer: MemoryBuffer, holding bounds: Rect<OutputSpace>, showing rect: Rect<OutputSpace>) {
        guard let width = CInt(exactly: rect.width), let height = CInt(exactly: rect.height),
            let stride = CInt(exactly: buffer.stride)
        else { return nil }
        let offset = (rect.y - bounds.y) * buffer.stride + (rect.x - bounds.x) * 4
        let first = buffer.bytes.assumingMemoryBound(to: UInt8.self) + offset
        let format = buffer.format.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
        guard let surface = cairo_image_surface_create_for_data(first, format, width, height, stride) else {
            return nil
        }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        size = buffer.size.reinterpreted()
        self.buffer = buffer
        self.bounds = bounds
        self.surface = surface
        self.context = context
        cairo_translate(context, -Double(rect.x), -Double(rect.y))
    }

    /// A transparent intermediate; nil for an empty size, or if memory is lacking.
    package convenience init?(transparent size: Size<OutputSpace>) {
        self.init(transparent: size.bounds)
    }

    /// A transparent intermediate for a part of the picture, in the picture's coordinates.
    /// Nil for an empty part, or if memory is lacking.
    package convenience init?(transparent part: Rect<OutputSpace>) {
        guard let buffer = MemoryBuffer(size: part.size.reinterpreted(), format: .argb8888) else { return nil }
        self.init(buffer, holding: part, showing: part)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Runs `body` with drawing clipped to `rect`.
    package func clipped(to rect: Rect<OutputSpace>, _ body: () -> Void) {
        guard !rect.isEmpty else { return }
        cairo_save(context)
        add(rect)
        cairo_clip(context)
        body()
        cairo_restore(context)
    }

    /// Runs `body` with a canvas for the same pixels and coordinates that can only draw within `rect`.
    ///
    /// Text needs this instead of a clip: cairo drops the clip for a glyph that it believes to be inside, and believes some glyphs a pixel
    /// smaller than they are.
    package func window(_ rect: Rect<OutputSpace>, _ body: (Canvas) -> Void) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty, let window = Canvas(buffer, holding: bounds, showing: rect) else { return }
        cairo_surface_flush(surface)
        body(window)
        cairo_surface_flush(window.surface)
        cairo_surface_mark_dirty(surface)
    }

    /// Covers `rect` with the same part of `layer`, which has this canvas's size.
    package func copy(_ rect: Rect<OutputSpace>, from layer: Canvas) {
        guard !rect.isEmpty else { return }
        cairo_save(context)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_set_source_surface(context, layer.surface, 0, 0)
        add(rect)
        cairo_fill(context)
        cairo_restore(context)
    }

    /// Draws all of `layer` with its top left corner at `(x, y)`.
    package func composite(_ layer: Canvas, x: Int, y: Int) {
        cairo_save(context)
        cairo_set_source_surface(context, layer.surface, Double(x), Double(y))
        cairo_paint(context)
        cairo_restore(context)
    }

    /// Fills a rectangle with corners of `radius` pixels.
    package func fill(_ rect: Rect<OutputSpace>, _ color: HUDColor, radius: Double = 0) {
        guard !rect.isEmpty else { return }
        setColor(color)
        if radius > 0 {
            addRounded(rect, radius: radius)
        } else {
            add(rect)
        }
        cairo_fill(context)
    }

    /// Runs `body` to draw outlines in a square of `side` pixels whose top left corner is at `(x, y)`.
    /// The outlines are defined on a square of 16 by 16.
    func drawOutlines(
        _ color: HUDColor, lineWidth: Double, x: Double, y: Double, side: Double, _ body: (OpaquePointer) -> Void
    ) {
        // A zero scale puts cairo's context into an error state.
        guard side > 0 else { return }
        cairo_save(context)
        cairo_translate(context, x, y)
        cairo_scale(context, side / 16, side / 16)
        setColor(color)
        cairo_new_path(context)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_width(context, lineWidth)
        body(context)
        cairo_restore(context)
    }

    func setColor(_ color: HUDColor) {
        cairo_set_source_rgba(
            context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
            Double(color.alpha) / 255)
    }

    private func add(_ rect: Rect<OutputSpace>) {
        cairo_rectangle(context, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    }

    private func addRounded(_ rect: Rect<OutputSpace>, radius: Double) {
        let radius = min(radius, Double(min(rect.width, rect.height)) / 2)
        let (left, top) = (Double(rect.x) + radius, Double(rect.y) + radius)
        let (right, bottom) = (Double(rect.maxX) - radius, Double(rect.maxY) - radius)
        cairo_new_path(context)
        cairo_arc(context, right, top, radius, -.pi / 2, 0)
        cairo_arc(context, right, bottom, radius, 0, .pi / 2)
        cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
        cairo_arc(context, left, top, radius, .pi, .pi * 3 / 2)
        cairo_close_path(context)
    }
}

/// A pool of unused canvases by size: a bar that changes between two sizes or places reuses the same memory.
package final class CanvasPool {
    /// The most bytes of idle canvases kept.
    private let capacity: Int
    /// Least recently used first.
    private var idle: [Canvas] = []
    /// The number of canvases made so far, for tests and measurements.
    package private(set) var made = 0

    package init(capacity: Int = 16 << 20) {
        self.capacity = capacity
    }

    /// A canvas of this size with undefined contents; nil if memory is lacking.
    package func take(_ size: Size<OutputSpace>) -> Canvas? {
        if let index = idle.lastIndex(where: { $0.size == size }) { return idle.remove(at: index) }
        guard let buffer = MemoryBuffer(size: size.reinterpreted()) else { return nil }
        made += 1
        return Canvas(drawingInto: buffer)
    }

    /// The bytes of the idle canvases.
    package var idleBytes: Int { idle.reduce(0) { $0 + $1.bytes } }

    /// Returns a canvas that is no longer used.
    package func give(_ canvas: Canvas) {
        idle.append(canvas)
        while idleBytes > capacity { idle.removeFirst() }
    }
}

extension Canvas {
    fileprivate var bytes: Int { size.area * 4 }
}
