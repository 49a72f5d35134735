import CCairo
import Geometry

extension HUDRenderer {
    /// Draws the newest comment at the bottom, and above it as many whole ones as fit beside the pinned comment.
    ///
    /// Comments that are scrolled back are cut off at both ends instead, and a sign gives the number of newer ones.
    func draw(_ comments: ShownComments, _ place: ElementPlace, _ canvas: Canvas) {
        let pin = comments.pinned.flatMap { self.pin($0, place) }
        if let pin { draw(pin, place, canvas) }
        let list = pin?.rest ?? place
        canvas.window(list.rect) { canvas in
            drawLines(of: comments, list, canvas)
            if comments.newer > 0 { drawSign(ofNewer: comments.newer, list, canvas) }
        }
    }

    private func drawLines(of comments: ShownComments, _ place: ElementPlace, _ canvas: Canvas) {
        let (top, edge) = (Double(place.rect.y), Double(place.rect.maxY))
        var bottom = edge + comments.hidden
        for line in comments.lines.reversed() where bottom > top {
            guard let shape = shape(line.comment, place) else { return }
            if !comments.isBack, shape.height > bottom - top, bottom < edge { return }
            bottom -= shape.height
            if bottom < edge { draw(line, shape, place, canvas, y: bottom) }
        }
    }

    private func draw(
        _ line: ShownComments.Line, _ shape: TextShape, _ place: ElementPlace, _ canvas: Canvas, y: Double
    ) {
        let isFading = line.opacity < CommentFading.opaque
        if isFading { cairo_push_group(canvas.context) }
        if let gift = line.comment.gift { draw(gift, place, canvas, y: y) }
        canvas.setColor(line.comment.gift == nil ? place.style.color : .gift)
        shape.draw(on: canvas, x: Double(place.rect.x) + indent(line.comment, place), y: y)
        guard isFading else { return }
        cairo_pop_group_to_source(canvas.context)
        cairo_paint_with_alpha(canvas.context, Double(line.opacity) / Double(CommentFading.opaque))
    }

    /// The pinned comment, and the place of the others: below it, or beside it if no line is left below.
    private struct Pin {
        let shape: TextShape
        let ground: Rect<OutputSpace>
        let rest: ElementPlace
    }

    private func pin(_ comment: HUDComment, _ place: ElementPlace) -> Pin? {
        let margin = pinMargin(place)
        let room = Double(place.rect.height) - pitch(place) - 3 * margin
        let lines = Int(clamping: room / max(1, pitch(place)))
        var (ground, rest) = (place.rect, place.rect)
        if lines > 0 {
            let width = place.rect.width - Int(clamping: 3 * margin)
            guard let shape = shape(comment, place, width: width, atMost: lines) else { return nil }
            ground.height = Int(clamping: (shape.height + 2 * margin).rounded(.up))
            rest.y = ground.maxY + Int(clamping: margin)
            rest.height = place.rect.maxY - rest.y
            return Pin(shape: shape, ground: ground, rest: place.moved(to: rest))
        }
        let width = max(0, place.rect.width / 2 - Int(clamping: 3 * margin))
        guard let shape = shape(comment, place, width: width, atMost: 1) else { return nil }
        ground.width = min(place.rect.width, Int(clamping: (shape.width + 3 * margin).rounded(.up)))
        ground.height = min(place.rect.height, Int(clamping: (shape.height + margin).rounded(.up)))
        ground.y += (place.rect.height - ground.height) / 2
        rest.x = min(place.rect.maxX, ground.maxX + Int(clamping: 2 * margin))
        rest.width = place.rect.maxX - rest.x
        return Pin(shape: shape, ground: ground, rest: place.moved(to: rest))
    }

    /// Draws the pinned comment on its own ground, with a bar at the left.
    private func draw(_ pin: Pin, _ place: ElementPlace, _ canvas: Canvas) {
        let margin = pinMargin(place)
        var ground = pin.ground
        canvas.fill(ground, HUDColor.pinnedGround, radius: margin)
        let top = Double(ground.y) + ((Double(ground.height) - pin.shape.height) / 2).rounded()
        ground.width = Int(clamping: margin)
        canvas.fill(ground, HUDColor.pinnedBar)
        canvas.setColor(place.style.color)
        pin.shape.draw(on: canvas, x: Double(ground.x) + 2 * margin, y: top)
    }

    private func pinMargin(_ place: ElementPlace) -> Double { (place.style.fontSize * 0.25).rounded(.up) }

    /// Draws a number with an arrow in the lower right corner, on a ground that covers what is behind it.
    private func drawSign(ofNewer count: Int, _ place: ElementPlace, _ canvas: Canvas) {
        guard let shape = shaper.shape(place.key("\u{2193} \(count)")) else { return }
        let margin = (place.style.fontSize * 0.4).rounded(.up)
        let width = Int(clamping: (shape.width + 2 * margin).rounded(.up))
        let height = Int(clamping: shape.height)
        let ground = Rect<OutputSpace>(
            x: place.rect.maxX - width, y: place.rect.maxY - height, width: width, height: height)
        canvas.fill(ground, .pinnedGround, radius: Double(height) / 2)
        canvas.setColor(.pinnedBar)
        shape.draw(on: canvas, x: Double(ground.x) + margin, y: Double(ground.y))
    }

    /// The drawn height of each comment of a model, and the height available for all of them.
    func scrollLines(_ model: HUDModel, _ place: ElementPlace) -> (lines: [CommentScroll.Line], room: Double) {
        let list = model.pinned.flatMap { pin($0, place)?.rest } ?? place
        let lines = model.comments.compactMap { comment in
            shape(comment, list).map { CommentScroll.Line(number: comment.number, height: $0.height) }
        }
        return (lines, Double(list.rect.height))
    }

    /// The distance by which a comment is moved to the right of its picture.
    private func indent(_ comment: HUDComment, _ place: ElementPlace) -> Double {
        comment.gift == nil ? 0 : giftSide(place) + (place.style.fontSize * 0.35).rounded()
    }

    private func shape(_ comment: HUDComment, _ place: ElementPlace) -> TextShape? {
        shape(comment, place, width: place.rect.width - Int(clamping: indent(comment, place)), atMost: .max)
    }

    private func shape(_ comment: HUDComment, _ place: ElementPlace, width: Int, atMost most: Int) -> TextShape? {
        let lines = min(place.element.lines, place.linesThatFit(pitch: pitch(place)), most)
        let count = comment.gift.map { $0.count == 1 ? "" : " \u{D7}\($0.count)" } ?? ""
        return shaper.shape(
            place.key(comment.text + count, author: comment.author, width: max(0, width), lines: lines))
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
}
