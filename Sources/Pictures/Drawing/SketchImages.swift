import CCairo
package import Geometry
package import Mirroring

/// Draws a presenter's marks and strokes with cairo.
package final class SketchImages: SketchPort {
    package init() {}

    package func mark(of tool: PresenterTool, radius: Double) -> (any Buffer)? {
        let side = Int((2 * radius).rounded(.up))
        guard tool != .pen, let canvas = Canvas(transparent: Size(width: side, height: side)) else { return nil }
        let middle = Double(side) / 2
        switch tool {
        case .laser: drawDot(on: canvas, middle, radius)
        case .highlight: drawRing(on: canvas, middle, radius)
        case .spotlight: drawHole(on: canvas, middle, radius)
        case .pen: break
        }
        cairo_surface_flush(canvas.surface)
        return canvas.buffer
    }

    /// A bright core that fades into a red glow.
    private func drawDot(on canvas: Canvas, _ middle: Double, _ radius: Double) {
        let glow = cairo_pattern_create_radial(middle, middle, 0, middle, middle, radius)
        defer { cairo_pattern_destroy(glow) }
        cairo_pattern_add_color_stop_rgba(glow, 0, 1, 0.9, 0.88, 1)
        cairo_pattern_add_color_stop_rgba(glow, 0.25, 1, 0.1, 0.05, 1)
        cairo_pattern_add_color_stop_rgba(glow, 0.45, 1, 0, 0, 0.9)
        cairo_pattern_add_color_stop_rgba(glow, 1, 1, 0, 0, 0)
        cairo_set_source(canvas.context, glow)
        cairo_paint(canvas.context)
    }

    /// A light yellow disc whose edge is dark outside and bright inside, so that it is visible on any ground.
    private func drawRing(on canvas: Canvas, _ middle: Double, _ radius: Double) {
        let edge = max(2, radius / 14)
        cairo_arc(canvas.context, middle, middle, radius - edge, 0, 2 * .pi)
        cairo_set_source_rgba(canvas.context, 1, 0.87, 0.1, 0.28)
        cairo_fill_preserve(canvas.context)
        cairo_set_source_rgba(canvas.context, 0, 0, 0, 0.55)
        cairo_set_line_width(canvas.context, edge * 1.8)
        cairo_stroke_preserve(canvas.context)
        cairo_set_source_rgba(canvas.context, 1, 0.84, 0, 1)
        cairo_set_line_width(canvas.context, edge)
        cairo_stroke(canvas.context)
    }

    /// A dimmed square with a soft-edged hole.
    private func drawHole(on canvas: Canvas, _ middle: Double, _ radius: Double) {
        let hole = cairo_pattern_create_radial(middle, middle, radius * 0.9, middle, middle, radius)
        defer { cairo_pattern_destroy(hole) }
        cairo_pattern_add_color_stop_rgba(hole, 0, 0, 0, 0, 0)
        cairo_pattern_add_color_stop_rgba(hole, 1, 0, 0, 0, PresenterTool.dimming)
        cairo_set_source(canvas.context, hole)
        cairo_paint(canvas.context)
    }

    package func draw(
        _ stroke: Ink.Stroke, from first: Int, on picture: MemoryBuffer, at corner: Point<ContentSpace>
    ) {
        guard let canvas = Canvas(drawingInto: picture), let start = stroke.points[safe: first] else { return }
        let context = canvas.context
        cairo_translate(context, -corner.x, -corner.y)
        canvas.setColor(
            HUDColor(red: stroke.style.color.red, green: stroke.style.color.green, blue: stroke.style.color.blue))
        cairo_set_line_width(context, stroke.style.width(on: .zero))
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_move_to(context, start.x, start.y)
        // A line to its own start is a dot.
        let rest = stroke.points.dropFirst(first + 1)
        for point in rest.isEmpty ? [start] : Array(rest) { cairo_line_to(context, point.x, point.y) }
        cairo_stroke(context)
        cairo_surface_flush(canvas.surface)
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
