import CCairo
package import Geometry
package import Mirroring

/// Draws texts for the panel.
///
/// A notice is white on a dark ground with round ends and a light edge. A sign has a ground that tells its urgency.
package final class NoticeImages: NoticePort {
    /// Created on first use, because most services never show a notice.
    private lazy var shaper = TextShaper()

    private static let font = HUDBox.fonts

    package init() {}

    package func picture(of text: String, letterHeight: Double, in room: Size<OutputSpace>) -> (any Buffer)? {
        var letter = letterHeight
        // Letters of the smallest size are drawn whether or not they fit.
        while letter > Self.smallestLetter, !fits(text, letter, in: room) { letter *= 0.9 }
        return draw(text, letter, width: room.width, lines: Self.mostLines, SignLook(.plain), isBold: false)
    }

    /// Whether all of a text fits in a room.
    private func fits(_ text: String, _ letterHeight: Double, in room: Size<OutputSpace>) -> Bool {
        let (key, padding) = key(text, letterHeight, width: room.width, lines: Self.mostLines, isBold: false)
        guard let shape = shaper?.shape(key) else { return true }
        return !shape.isCut && Int(shape.height.rounded(.up)) + padding <= room.height
    }

    package func sign(of text: String, letterHeight: Double, tone: SignTone) -> (any Buffer)? {
        draw(text, letterHeight, width: Self.widestSign, lines: 1, SignLook(tone), isBold: true)
    }

    private func draw(
        _ text: String, _ letterHeight: Double, width: Int, lines: Int, _ look: SignLook, isBold: Bool
    ) -> (any Buffer)? {
        let (key, padding) = key(text, letterHeight, width: width, lines: lines, isBold: isBold)
        guard let shape = shaper?.shape(key) else { return nil }
        let size = Size<OutputSpace>(
            width: Int(shape.width.rounded(.up)) + 2 * padding, height: Int(shape.height.rounded(.up)) + padding)
        guard let canvas = Canvas(transparent: size) else { return nil }
        // The corners are as round as the ends of a single line.
        let radius = (shape.pitch + Double(padding)) / 2
        canvas.fill(size.bounds, look.edge, radius: radius)
        let inner = Rect<OutputSpace>(x: 1, y: 1, width: size.width - 2, height: size.height - 2)
        cairo_set_operator(canvas.context, CAIRO_OPERATOR_SOURCE)
        canvas.fill(inner, look.ground, radius: radius - 1)
        cairo_set_operator(canvas.context, CAIRO_OPERATOR_OVER)
        canvas.setColor(look.letters)
        shape.draw(on: canvas, x: Double(padding), y: (Double(size.height) - shape.height) / 2)
        cairo_surface_flush(canvas.surface)
        return canvas.buffer
    }

    /// The text to shape for a picture of this width, and the margin around it.
    private func key(
        _ text: String, _ letterHeight: Double, width: Int, lines: Int, isBold: Bool
    ) -> (TextKey, padding: Int) {
        let fontSize = min(max(letterHeight, Self.smallestLetter), 200)
        let padding = Int(fontSize.rounded())
        let key = TextKey(
            text: String(text.prefix(Self.longest)), font: Self.font, fontSize: fontSize, isBold: isBold,
            width: max(1, width - 2 * padding), lines: lines)
        return (key, padding)
    }

    /// In pixels.
    private static let smallestLetter = 8.0
    /// The most characters drawn.
    private static let longest = 300
    /// The most lines of a notice, whose last words may tell what to do.
    private static let mostLines = 6
    /// The widest sign. Signs are short, and no panel is that wide.
    private static let widestSign = 4000
}

/// The colours of a line by its urgency; the edge is visible on white and on black.
private struct SignLook {
    let ground: HUDColor
    let edge = HUDColor(red: 255, green: 255, blue: 255, alpha: 90)
    let letters: HUDColor

    init(_ tone: SignTone) {
        let (white, black) = (HUDColor(0xFFFFFF), HUDColor(0x101014))
        switch tone {
        case .plain: (ground, letters) = (HUDColor(red: 24, green: 24, blue: 28, alpha: 235), white)
        case .notable: (ground, letters) = (HUDColor(0x1F6FD0), white)
        case .warning: (ground, letters) = (HUDColor(0xFFC233), black)
        case .alarm: (ground, letters) = (HUDColor(0xD6232B), white)
        }
    }
}
