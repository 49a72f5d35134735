import CCairo
import Geometry

extension HUDRenderer {
    /// Draws the microphone centred; a microphone that is off is crossed out on a red disc that is visible from afar.
    func drawMicrophone(isOn: Bool, _ place: ElementPlace, _ canvas: Canvas) {
        let whole = Double(min(place.rect.width, place.rect.height))
        let side = min(whole, place.style.fontSize * (isOn ? 1.4 : 1.7)).rounded()
        let (x, y) = (place.left(ofWidth: side), place.top(ofHeight: side))
        if isOn { return HUDIcon.microphone.draw(on: canvas, place.style.color, x: x, y: y, side: side) }
        cairo_new_path(canvas.context)
        cairo_arc(canvas.context, x + side / 2, y + side / 2, side / 2, 0, 2 * .pi)
        canvas.setColor(.microphoneOff)
        cairo_fill(canvas.context)
        let inset = side * 0.17
        HUDIcon.microphoneOff.draw(
            on: canvas, HUDColor(0xFFFFFF), x: x + inset, y: y + inset, side: side - 2 * inset)
    }

    /// Draws the picture in a circle, or the outline of a person without a picture.
    func drawAvatar(_ picture: HUDImage?, _ place: ElementPlace, _ canvas: Canvas) {
        let whole = min(place.rect.width, place.rect.height)
        let side = Double(whole)
        let (x, y) = (place.left(ofWidth: side), place.top(ofHeight: side))
        cairo_new_path(canvas.context)
        cairo_arc(canvas.context, x + side / 2, y + side / 2, side / 2, 0, 2 * .pi)
        if let picture, let scaled = pictures.scaled(picture, width: whole, height: whole) {
            cairo_set_source_surface(canvas.context, scaled.surface, x, y)
            cairo_fill(canvas.context)
        } else {
            canvas.setColor(HUDColor(0x3A4654))
            cairo_fill(canvas.context)
            HUDIcon.viewer.draw(
                on: canvas, HUDColor(0x9FB0C3), x: x + side * 0.2, y: y + side * 0.18, side: side * 0.6)
        }
    }

    /// Draws the picture over the whole element, darkened so that text on it stays legible.
    func drawBackground(_ picture: HUDImage, _ place: ElementPlace, _ canvas: Canvas) {
        guard let scaled = pictures.scaled(picture, width: place.rect.width, height: place.rect.height) else { return }
        cairo_set_source_surface(canvas.context, scaled.surface, Double(place.rect.x), Double(place.rect.y))
        cairo_paint(canvas.context)
        canvas.fill(place.rect, HUDColor(red: 8, green: 11, blue: 15, alpha: 150))
    }
}
