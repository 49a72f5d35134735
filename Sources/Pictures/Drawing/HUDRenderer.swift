import CCairo
import Geometry

/// The process's rendering context: fonts, shaped texts and the drawing of each element.
///
/// The pixels depend only on the box and its content, never on what was drawn before, so any element can be redrawn at
/// any time.
package final class HUDRenderer {
    let shaper: TextShaper
    let pictures = ScaledImages()

    /// Nil if Pango is unusable on this machine.
    package init?() {
        guard let shaper = TextShaper() else { return nil }
        self.shaper = shaper
    }

    /// Draws a box's background, if it has one.
    package func fill(_ box: PlacedBox, on canvas: Canvas) {
        if let color = box.background { canvas.fill(box.rect, color, radius: box.radius) }
    }

    /// Draws an element's content within its inner rectangle, without touching a pixel outside.
    package func draw(_ content: HUDContent, of box: PlacedBox, on canvas: Canvas) {
        guard let element = box.element else { return }
        let place = ElementPlace(rect: box.inner, style: box.style, element: element)
        guard case .background(let picture) = content else {
            return canvas.window(box.inner) { draw(content, place, $0) }
        }
        // The background is the only content that is drawn in part, so the canvas's own clip applies.
        if let picture { canvas.clipped(to: box.inner) { drawBackground(picture, place, canvas) } }
    }

    private func draw(_ content: HUDContent, _ place: ElementPlace, _ canvas: Canvas) {
        switch content {
        case .comments(let comments): draw(comments, place, canvas)
        case .gifts(let count): if let count { draw(count, .gift, HUDColor.gift, place, canvas) }
        case .viewers(let count): if let count { draw(count, .viewer, HUDColor(0x7FD1FF), place, canvas) }
        case .clock(let seconds): if let seconds { drawClock(seconds, place, canvas) }
        case .microphone(let isOn): if let isOn { drawMicrophone(isOn: isOn, place, canvas) }
        case .avatar(let picture): drawAvatar(picture, place, canvas)
        case .background: break
        case .text(let text): drawText(text, place, canvas)
        }
    }

    /// Clears the caches of shaped texts and scaled pictures, so that the next drawing costs as much as the first.
    package func forget() {
        shaper.forgetShapes()
        pictures.forget()
    }
}

/// The place and style of one element.
struct ElementPlace {
    let rect: Rect<OutputSpace>
    let style: PlacedStyle
    let element: HUDElement

    /// The same element in another rectangle.
    func moved(to rect: Rect<OutputSpace>) -> ElementPlace { ElementPlace(rect: rect, style: style, element: element) }

    /// The key of a text in the element's style.
    func key(_ text: String, author: String = "", width: Int? = nil, lines: Int = 1) -> TextKey {
        TextKey(
            author: author, text: text, font: style.font, fontSize: style.fontSize, isBold: style.isBold, width: width,
            lines: lines, alignment: element.alignment)
    }

    /// The left edge of something `width` pixels long in the element's rectangle.
    func left(ofWidth width: Double) -> Double {
        let free = Double(rect.width) - width
        return switch element.alignment {
        case .left: Double(rect.x)
        case .center: Double(rect.x) + max(0, free / 2).rounded()
        case .right: Double(rect.x) + max(0, free).rounded()
        }
    }

    /// The top edge of something `height` pixels high, centred vertically in the element's rectangle.
    func top(ofHeight height: Double) -> Double {
        Double(rect.y) + ((Double(rect.height) - height) / 2).rounded()
    }

    /// The most whole lines of this pitch that fit, one at least.
    func linesThatFit(pitch: Double) -> Int {
        max(1, Int(clamping: Double(rect.height) / max(1, pitch)))
    }
}
