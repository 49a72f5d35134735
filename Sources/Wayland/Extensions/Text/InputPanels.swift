import Geometry
import WaylandBinding

/// Places an input method's popups beside the text cursor.
final class InputPanels {
    private weak var content: WaylandContent?
    private weak var desktop: Desktop?

    init(content: WaylandContent, desktop: Desktop) {
        self.content = content
        self.desktop = desktop
    }

    /// Shows the popups below the text cursor, or above it if there is no room below; hides them without a text field.
    func place(_ popups: [InputPopup], beside input: (any TextField)?) {
        guard let desktop else { return }
        let anchor = input.flatMap(anchor(of:))
        let bounds = desktop.bounds(onPanel: input?.surface?.isOnPanel ?? false)
        let roots = popups.compactMap { popup in anchor.flatMap { show(popup, at: $0, within: bounds) } }
        let isSame =
            roots.count == desktop.inputPanels.count
            && zip(roots, desktop.inputPanels).allSatisfy { $0.surface === $1.surface && $0.x == $1.x && $0.y == $1.y }
        if !isSame { desktop.inputPanels = roots }
    }

    /// The text cursor on the logical screen; nil if the client does not report a cursor.
    func cursor(of input: any TextField) -> Rect<LogicalSpace>? {
        input.field?.cursor == nil ? nil : anchor(of: input)
    }

    /// The text cursor on the logical screen; the whole surface if the client does not report a cursor.
    private func anchor(of input: any TextField) -> Rect<LogicalSpace>? {
        guard let surface = input.surface, let field = input.field, let place = content?.surfaces.place(of: surface)
        else {
            return nil
        }
        let whole = Rect<SurfaceSpace>(x: 0, y: 0, width: place.geometry.size.width, height: place.geometry.size.height)
        let cursor = field.cursor ?? whole
        let first = place.scenePoint(Point(x: Double(cursor.x), y: Double(cursor.y)))
        let last = place.scenePoint(Point(x: Double(cursor.maxX), y: Double(cursor.maxY)))
        return Rect(
            left: Int(clamping: first.x), top: Int(clamping: first.y), right: Int(clamping: last.x),
            bottom: Int(clamping: last.y))
    }

    private func show(
        _ popup: InputPopup, at anchor: Rect<LogicalSpace>, within bounds: Rect<LogicalSpace>
    ) -> PlacedRoot? {
        guard popup.surface.isAlive, let size = popup.surface.current.geometry?.size, !size.isEmpty else { return nil }
        var rules = PositionerRules()
        rules.size = Size(width: size.width, height: size.height)
        rules.anchorRect = anchor
        rules.anchor = .bottomLeft
        rules.gravity = .bottomRight
        rules.adjustment = [.flipY, .slideX, .slideY]
        let frame = PositionerSolver.solve(rules, within: bounds)
        popup.tellCursor(
            Rect(
                x: anchor.x.subtractingClamped(frame.x), y: anchor.y.subtractingClamped(frame.y), width: anchor.width,
                height: anchor.height))
        return PlacedRoot(surface: popup.surface, x: frame.x, y: frame.y)
    }
}

/// A surface of an input method beside the text cursor, such as a list of candidates.
final class InputPopup: SurfaceRole, ZwpInputPopupSurfaceV2Requests {
    let surface: Surface
    private let cursorMoved: (Rect<LogicalSpace>) -> Void
    private var lastCursor: Rect<LogicalSpace>?

    /// `cursorMoved` gets the text cursor's rectangle, relative to the popup's corner, if it has changed.
    init(_ surface: Surface, cursorMoved: @escaping (Rect<LogicalSpace>) -> Void = { _ in }) {
        self.surface = surface
        self.cursorMoved = cursorMoved
        surface.role = self
    }

    func tellCursor(_ cursor: Rect<LogicalSpace>) {
        if cursor == lastCursor { return }
        lastCursor = cursor
        cursorMoved(cursor)
    }

    /// The popup is about to disappear from the seat's screen.
    func willHide(from seat: Seat?) {
        if surface.isAlive { seat?.willHide(surface) }
    }

    /// The surface is no longer shown.
    func release() {
        if surface.role === self { surface.role = nil }
    }

    // A change of size changes the scene's layout, whose follower places the popups.
    func didApply(_ surface: Surface, _ change: AppliedChange) {}

    func surfaceDestroyed(_ surface: Surface) {}
}
