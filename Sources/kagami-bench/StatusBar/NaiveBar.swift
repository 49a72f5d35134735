import Geometry
import Mirroring
import Pictures

/// The bar as a simple program draws it.
///
/// Each frame redraws the whole tree. Each element and group has its own intermediate picture, which is composited into the enclosing
/// group's. Each text is shaped and each picture scaled again. This is the baseline for the real bar: both use the same renderer and must
/// draw the same picture.
final class NaiveBar {
    private let root: PlacedBox
    private let renderer: HUDRenderer
    private let canvas: Canvas

    /// Nil if memory for a bar of this size is lacking.
    init?(layout: HUDLayout, size: Size<OutputSpace>, renderer: HUDRenderer) {
        guard let buffer = MemoryBuffer(size: size.reinterpreted()), let canvas = Canvas(drawingInto: buffer) else {
            return nil
        }
        root = layout.placed(at: size)
        self.renderer = renderer
        self.canvas = canvas
    }

    var picture: MemoryBuffer? { canvas.buffer }

    func draw(_ model: HUDModel, at now: Timestamp) {
        renderer.forget()
        canvas.fill(canvas.size.bounds, HUDDrawing.ground)
        if let whole = intermediate(root, model, now) { canvas.composite(whole, x: root.rect.x, y: root.rect.y) }
    }

    private func intermediate(_ box: PlacedBox, _ model: HUDModel, _ now: Timestamp) -> Canvas? {
        guard let group = Canvas(transparent: box.rect) else { return nil }
        renderer.fill(box, on: group)
        if let element = box.element {
            renderer.draw(HUDContent(element, model, at: now, scrolled: CommentScroll()), of: box, on: group)
        }
        for child in box.children {
            if let drawn = intermediate(child, model, now) {
                group.composite(drawn, x: child.rect.x, y: child.rect.y)
            }
        }
        return group
    }
}
