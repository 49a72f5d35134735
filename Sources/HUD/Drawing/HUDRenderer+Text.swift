import CCairo
import Geometry

extension HUDRenderer {
    /// Draws the newest comment at the bottom, with as many complete ones above it as fit below the pinned one.
    func draw(_ comments: [HUDComment], below pinned: HUDComment?, _ place: ElementPlace, _ canvas: Canvas) {
        let top = pinned.map { pin($0, place, canvas) } ?? Double(place.rect.y)
        var bottom = Double(place.rect.maxY)
        if top >= bottom { return }
        for comment in comments.reversed() {
            let room = bottom - top
            let indent = comment.gift == nil ? 0 : giftSide(place) + (place.style.fontSize * 0.35).rounded()
            guard let shape = shape(comment, place, indent: indent) else { return }
            if shape.height > room, bottom < Double(place.rect.maxY) { return }
            bottom -= shape.height
            if let gift = comment.gift { draw(gift, place, canvas, y: bottom) }
            canvas.setColor(comment.gift == nil ? place.style.color : .gift)
            shape.draw(on: canvas, x: Double(place.rect.x) + indent, y: bottom)
        }
    }

    /// Draws the pinned comment at the top, on a ground of its own with a bar at its left; returns where it ends.
    private func pin(_ comment: HUDComment, _ place: ElementPlace, _ canvas: Canvas) -> Double {
        let margin = (place.style.fontSize * 0.25).rounded(.up)
        guard let shape = shape(comment, place, indent: 3 * margin) else { return Double(place.rect.y) }
        let height = min(Double(place.rect.height), (shape.height + 2 * margin).rounded(.up))
        var ground = place.rect
        ground.height = Int(clamping: height)
        canvas.fill(ground, HUDColor.pinnedGround, radius: margin)
        ground.width = Int(clamping: margin)
        canvas.fill(ground, HUDColor.pinnedBar)
        canvas.setColor(place.style.color)
        shape.draw(on: canvas, x: Double(place.rect.x) + 2 * margin, y: Double(place.rect.y) + margin)
        return Double(place.rect.y) + height + margin
    }

    private func shape(_ comment: HUDComment, _ place: ElementPlace, indent: Double) -> TextShape? {
        let lines = min(place.element.lines, place.linesThatFit(pitch: pitch(place)))
        let count = comment.gift.map { $0.count == 1 ? "" : " \u{D7}\($0.count)" } ?? ""
        return shaper.shape(
            place.key(
                comment.text + count, author: comment.author, width: max(0, place.rect.width - Int(clamping: indent)),
                lines: lines))
    }

    /// Draws a gift's picture, or the gift icon, in front of a line.
    private func draw(_ gift: HUDComment.Gift, _ place: ElementPlace, _ canvas: Canvas, y: Double) {
        let side = giftSide(place)
        let top = y + ((pitch(place) - side) / 2).rounded()
        guard let picture = gift.picture,
            let scaled = pictures.scaled(picture, width: Int(clamping: side), height: Int(clamping: side))
        else { return HUDIcon.gift.draw(on: canvas, .gift, x: Double(place.rect.x), y: top, side: side) }
        cairo_set_source_surface(canvas.context, scaled.surface, Double(place.rect.x), top)
        cairo_paint(canvas.context)
    }

    private func giftSide(_ place: ElementPlace) -> Double {
        (place.style.fontSize * 1.2).rounded()
    }

    private func pitch(_ place: ElementPlace) -> Double {
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
        // A clock that is too long is drawn smaller instead of being cut.
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
