import Geometry
import Mirroring

/// Decides for each frame whether the display shows its cursor by itself.
final class CursorPlacer {
    private let display: any DisplayPort
    private let renderer: any RendererPort

    init(display: any DisplayPort, renderer: any RendererPort) {
        self.display = display
        self.renderer = renderer
    }

    /// Where on a screen a cursor may be shown.
    struct Surroundings {
        /// The cursor is cut off at its edges.
        var area: Rect<OutputSpace>
        /// What is above the cursor.
        var front = Region<OutputSpace>()
        /// Someone reads the screen's picture, which has to contain the cursor.
        var isRead = false
    }

    /// Shows a cursor, or with nil none, in the screen's next frame; what that changes in the picture is invalidated.
    ///
    /// Returns the screen's pixels that look different because the display's own cursor does.
    func place(_ cursor: PlacedCursor?, on screen: Screen, _ surroundings: Surroundings) -> Region<OutputSpace> {
        guard let cursor, !cursor.frame.reinterpreted().intersection(surroundings.area).isEmpty else {
            return screen.cursor.isKnownHidden ? Region() : show(nil, by: .hidden, on: screen)
        }
        let frame = cursor.frame.reinterpreted(as: OutputSpace.self)
        if let refusal = refusal(of: frame, on: screen, surroundings) {
            return show(cursor, by: .composed(frame.intersection(surroundings.area), refusal), on: screen)
        }
        guard let picture = screen.cursor.picture(of: cursor, renderer) else {
            return show(cursor, by: .composed(frame.intersection(surroundings.area), .hardware), on: screen)
        }
        let layer = CursorLayer(picture, x: frame.x, y: frame.y, hotspot: cursor.hotspot)
        return show(cursor, by: .plane(layer), on: screen)
    }

    /// Shows no cursor of its own on a screen whose source has the cursor in its picture.
    func leaveToSource(on screen: Screen) -> Region<OutputSpace> {
        show(nil, by: .composed(.zero, .inSource), on: screen)
    }

    private func show(_ cursor: PlacedCursor?, by path: ScreenCursor.Path, on screen: Screen) -> Region<OutputSpace> {
        let old = screen.cursor.layer
        screen.invalidate(base: screen.cursor.show(cursor, by: path))
        if let output = screen.output { display.setCursor(screen.cursor.layer, on: output) }
        return ScreenCursor.difference(old, screen.cursor.layer)
    }

    private func refusal(
        of frame: Rect<OutputSpace>, on screen: Screen, _ surroundings: Surroundings
    ) -> LayerRefusal? {
        guard let output = screen.output, !surroundings.isRead else { return .read }
        let front = surroundings.front.union(screen.overlays.hidden).union(screen.overlays.blended)
        return LayerRefusal.ofCursor(at: frame, within: surroundings.area, of: screen.size, under: front)
            ?? display.refusal(ofCursor: frame.size, on: output)
    }
}
