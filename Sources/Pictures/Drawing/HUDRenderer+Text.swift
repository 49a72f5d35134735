import CCairo
import Geometry

extension HUDRenderer {
    func pitch(_ place: ElementPlace) -> Double {
        FontMetrics.pitch(fontSize: place.style.fontSize)
    }

    /// Draws one or more lines, centred vertically.
    func drawText(_ text: String, _ place: ElementPlace, _ canvas: Canvas) {
        guard !text.isEmpty else { return }
        let lines = min(place.element.lines, place.linesThatFit(pitch: pitch(place)))
        guard let shape = shaper.shape(place.key(text, width: place.rect.width, lines: lines)) else { return }
        canvas.setColor(place.style.color)
        shape.draw(on: canvas, x: Double(place.rect.x), y: place.top(ofHeight: shape.height))
    }

    /// Draws the clock with digits of equal width, so that only changed digits move.
    func drawClock(_ seconds: Int, _ place: ElementPlace, _ canvas: Canvas) {
        let text = HUDContent.clockText(seconds)
        var shapes: [Character: TextShape] = [:]
        for figure in "0123456789:" { shapes[figure] = shaper.shape(place.key(String(figure))) }
        let digit = "0123456789".compactMap { shapes[$0]?.width }.max() ?? 0
        let colon = shapes[":"]?.width ?? 0
        let widths = text.map { $0 == ":" ? colon : digit }
        let total = widths.reduce(0, +)
        guard total > 0, let height = shapes["0"]?.height else { return }
        // A clock that is too long is shrunk instead of cut.
        let shrink = min(1, Double(place.rect.width) / total)
        canvas.setColor(place.style.color)
        cairo_save(canvas.context)
        cairo_translate(
            canvas.context, place.left(ofWidth: total * shrink), place.top(ofHeight: height * shrink))
        cairo_scale(canvas.context, shrink, shrink)
        var x = 0.0
        for (figure, width) in zip(text, widths) {
            guard let shape = shapes[figure] else { continue }
            shape.draw(on: canvas, x: x + (width - shape.width) / 2, y: 0)
            x += width
        }
        cairo_restore(canvas.context)
    }

    /// Draws an icon and a number.
    func draw(_ count: Int, _ icon: HUDIcon, _ color: HUDColor, _ place: ElementPlace, _ canvas: Canvas) {
        guard let shape = shaper.shape(place.key(HUDContent.countText(count))) else { return }
        let side = (place.style.fontSize * 1.05).rounded()
        let gap = (place.style.fontSize * 0.35).rounded()
        let left = place.left(ofWidth: side + gap + shape.width)
        icon.draw(on: canvas, color, x: left, y: place.top(ofHeight: side), side: side)
        canvas.setColor(place.style.color)
        shape.draw(on: canvas, x: left + side + gap, y: place.top(ofHeight: shape.height))
    }
}
