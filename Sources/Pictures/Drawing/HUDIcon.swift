import CCairo

/// The bar's icons, drawn as outlines at any size.
enum HUDIcon {
    case viewer, gift, microphone
    /// Crossed out, to be drawn on `HUDColor.microphoneOff`.
    case microphoneOff

    /// Draws in a square of `side` pixels with its top left corner at `(x, y)`.
    func draw(on canvas: Canvas, _ color: HUDColor, x: Double, y: Double, side: Double) {
        canvas.drawOutlines(color, lineWidth: 1.6, x: x, y: y, side: side) { outline($0, color, canvas) }
    }

    private func outline(_ context: OpaquePointer, _ color: HUDColor, _ canvas: Canvas) {
        switch self {
        case .viewer: Self.person(context)
        case .gift: Self.box(context)
        case .microphone: Self.microphone(context)
        case .microphoneOff:
            Self.microphone(context)
            // A line of the background colour separates the slash from the icon.
            Self.slash(context, HUDColor.microphoneOff, width: 4.2, canvas)
            Self.slash(context, color, width: 1.9, canvas)
        }
    }

    /// A head and shoulders.
    private static func person(_ context: OpaquePointer) {
        cairo_arc(context, 8, 4.8, 3.4, 0, 2 * .pi)
        cairo_fill(context)
        cairo_move_to(context, 1.4, 15.2)
        cairo_curve_to(context, 1.4, 7.4, 14.6, 7.4, 14.6, 15.2)
        cairo_close_path(context)
        cairo_fill(context)
    }

    /// A box with a ribbon and a bow.
    private static func box(_ context: OpaquePointer) {
        cairo_rectangle(context, 1, 5, 6.3, 3)
        cairo_rectangle(context, 8.7, 5, 6.3, 3)
        cairo_rectangle(context, 2, 9, 5.3, 6)
        cairo_rectangle(context, 8.7, 9, 5.3, 6)
        cairo_fill(context)
        cairo_move_to(context, 8, 4.4)
        cairo_curve_to(context, 2.4, 4.4, 4.4, -1, 8, 4.4)
        cairo_curve_to(context, 11.6, -1, 13.6, 4.4, 8, 4.4)
        cairo_stroke(context)
    }

    private static func slash(_ context: OpaquePointer, _ color: HUDColor, width: Double, _ canvas: Canvas) {
        canvas.setColor(color)
        cairo_set_line_width(context, width)
        cairo_move_to(context, 2, 2)
        cairo_line_to(context, 14, 14)
        cairo_stroke(context)
    }

    private static func microphone(_ context: OpaquePointer) {
        cairo_arc(context, 8, 4, 2.6, -.pi, 0)
        cairo_arc(context, 8, 7.6, 2.6, 0, .pi)
        cairo_close_path(context)
        cairo_fill(context)
        cairo_arc(context, 8, 7.4, 4.8, 0.15, .pi - 0.15)
        cairo_stroke(context)
        cairo_move_to(context, 8, 12.4)
        cairo_line_to(context, 8, 15)
        cairo_move_to(context, 5.2, 15)
        cairo_line_to(context, 10.8, 15)
        cairo_stroke(context)
    }
}
