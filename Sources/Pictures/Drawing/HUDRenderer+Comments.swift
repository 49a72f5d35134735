import CCairo
import Geometry

extension HUDRenderer {
    /// Draws the newest comment at the bottom, with as many complete ones above it as fit below the pinned one.
    ///
    /// Scrolled back, the comments are cut off at both ends instead, and a sign says how many newer ones there are.
    func draw(_ comments: ShownComments, _ place: ElementPlace, _ canvas: Canvas) {
        let top = comments.pinned.map { pin($0, place, canvas) } ?? Double(place.rect.y)
        var room = place.rect
        room.height = max(0, place.rect.maxY - Int(clamping: top))
        room.y = Int(clamping: top)
        canvas.window(room) { canvas in
            drawLines(of: comments, below: top, place, canvas)
            if comments.newer > 0 { drawSign(ofNewer: comments.newer, place, canvas) }
        }
    }

    private func drawLines(of comments: ShownComments, below top: Double, _ place: ElementPlace, _ canvas: Canvas) {
        let edge = Double(place.rect.maxY)
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

    /// Draws the pinned comment at the top, on a ground of its own with a bar at its left; returns where it ends.
    private func pin(_ comment: HUDComment, _ place: ElementPlace, _ canvas: Canvas) -> Double {
        let margin = pinMargin(place)
        guard let shape = shape(comment, place, indent: 3 * margin) else { return Double(place.rect.y) }
        let height = pinHeight(shape, place)
        var ground = place.rect
        ground.height = Int(clamping: height)
        canvas.fill(ground, HUDColor.pinnedGround, radius: margin)
        ground.width = Int(clamping: margin)
        canvas.fill(ground, HUDColor.pinnedBar)
        canvas.setColor(place.style.color)
        shape.draw(on: canvas, x: Double(place.rect.x) + 2 * margin, y: Double(place.rect.y) + margin)
        return Double(place.rect.y) + height + margin
    }

    private func pinMargin(_ place: ElementPlace) -> Double { (place.style.fontSize * 0.25).rounded(.up) }

    private func pinHeight(_ shape: TextShape, _ place: ElementPlace) -> Double {
        min(Double(place.rect.height), (shape.height + 2 * pinMargin(place)).rounded(.up))
    }

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

    /// How high each comment of a model is drawn, and the pixels that there are for them.
    func scrollLines(_ model: HUDModel, _ place: ElementPlace) -> (lines: [CommentScroll.Line], room: Double) {
        let lines = model.comments.compactMap { comment in
            shape(comment, place).map { CommentScroll.Line(number: comment.number, height: $0.height) }
        }
        let taken = model.pinned.flatMap { shape($0, place, indent: 3 * pinMargin(place)) }.map {
            pinHeight($0, place) + pinMargin(place)
        }
        return (lines, Double(place.rect.height) - (taken ?? 0))
    }

    /// How far a comment is moved to the right of its picture.
    private func indent(_ comment: HUDComment, _ place: ElementPlace) -> Double {
        comment.gift == nil ? 0 : giftSide(place) + (place.style.fontSize * 0.35).rounded()
    }

    private func shape(_ comment: HUDComment, _ place: ElementPlace) -> TextShape? {
        shape(comment, place, indent: indent(comment, place))
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
}
