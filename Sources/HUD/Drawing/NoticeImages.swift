import CCairo
import Geometry
package import Mirroring

/// Draws one-line notices for the panel: white text on a dark background with round ends and a light edge.
package final class NoticeImages: NoticePort {
    /// Created on first use, because most services never show a notice.
    private lazy var shaper = TextShaper()

    private static let font = "Sans"
    private static let ground = HUDColor(red: 24, green: 24, blue: 28, alpha: 235)
    private static let edge = HUDColor(red: 255, green: 255, blue: 255, alpha: 90)
    private static let letters = HUDColor(red: 255, green: 255, blue: 255, alpha: 255)

    package init() {}

    package func picture(of text: String, letterHeight: Double, width: Int) -> (any Buffer)? {
        let fontSize = min(max(letterHeight, 8), 200)
        let padding = Int(fontSize.rounded())
        let key = TextKey(
            text: String(text.prefix(Self.longest)), font: Self.font, fontSize: fontSize, isBold: false,
            width: max(1, width - 2 * padding))
        guard let shape = shaper?.shape(key) else { return nil }
        let size = Size<OutputSpace>(
            width: Int(shape.width.rounded(.up)) + 2 * padding, height: Int(shape.height.rounded(.up)) + padding)
        guard let canvas = Canvas(transparent: size) else { return nil }
        let radius = Double(size.height) / 2
        canvas.fill(size.bounds, Self.edge, radius: radius)
        let inner = Rect<OutputSpace>(x: 1, y: 1, width: size.width - 2, height: size.height - 2)
        cairo_set_operator(canvas.context, CAIRO_OPERATOR_SOURCE)
        canvas.fill(inner, Self.ground, radius: radius - 1)
        cairo_set_operator(canvas.context, CAIRO_OPERATOR_OVER)
        canvas.setColor(Self.letters)
        shape.draw(on: canvas, x: Double(padding), y: (Double(size.height) - shape.height) / 2)
        cairo_surface_flush(canvas.surface)
        return canvas.buffer
    }

    /// The most characters drawn.
    private static let longest = 300
}
