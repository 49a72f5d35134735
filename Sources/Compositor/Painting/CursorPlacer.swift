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
        do throws(LayerRefusal) {
            return show(cursor, by: .plane(try layer(of: cursor, at: frame, on: screen, surroundings)), on: screen)
        } catch {
            return show(cursor, by: .composed(frame.intersection(surroundings.area), error), on: screen)
        }
    }

    /// Shows no cursor of its own on a screen whose source has the cursor in its picture.
    func leaveToSource(on screen: Screen) -> Region<OutputSpace> {
        show(nil, by: .composed(.zero, .inSource), on: screen)
    }

    private func show(_ cursor: PlacedCursor?, by path: ScreenCursor.Path, on screen: Screen) -> Region<OutputSpace> {
        let old = screen.cursor.layer
        screen.invalidate(base: screen.cursor.show(cursor, by: path))
        return ScreenCursor.difference(old, screen.cursor.layer)
    }

    private func layer(
        of cursor: PlacedCursor, at frame: Rect<OutputSpace>, on screen: Screen, _ surroundings: Surroundings
    ) throws(LayerRefusal) -> CursorLayer {
        guard let output = screen.output, !surroundings.isRead else { throw .read }
        let front = surroundings.front.union(screen.overlays.drawn)
        if let refusal = LayerRefusal.ofCursor(
            at: frame, within: surroundings.area, of: screen.size, under: front)
        {
            throw refusal
        }
        guard let picture = screen.cursor.picture(of: cursor, renderer) else { throw .hardware }
        let layer = CursorLayer(picture, x: frame.x, y: frame.y, hotspot: cursor.hotspot)
        if let refusal = display.assign(OutputFrame(cursor: layer), on: output).cursor { throw refusal }
        return layer
    }
}

/// How a screen shows its cursor: by a plane of the display, or drawn into the frame, or not at all.
struct ScreenCursor {
    enum Path {
        case hidden
        indirect case plane(CursorLayer)
        /// Drawn into the frame, in this rectangle.
        case composed(Rect<OutputSpace>, LayerRefusal)
    }

    private(set) var path = Path.hidden
    /// Whether the frame has no cursor and the display has been told so.
    private(set) var isKnownHidden = false
    /// What is shown, and where; nil while hidden.
    private var shown: (identity: CursorIdentity?, frame: Rect<OutputSpace>)?
    /// The last picture that was made, and of what.
    private var made: (identity: CursorIdentity, picture: any Buffer)?
    /// The plane shows something else than in the last frame that the display accepted.
    private var isMoved = false

    /// The layer that the display shows.
    var layer: CursorLayer? {
        guard case .plane(let layer) = path else { return nil }
        return layer
    }

    /// Whether the cursor belongs into the frame.
    var isComposed: Bool {
        guard case .composed = path else { return false }
        return true
    }

    private var composedFrame: Rect<OutputSpace> {
        guard case .composed(let frame, _) = path else { return .zero }
        return frame
    }

    /// The cursor's place among the screen's layers; nil while hidden.
    var status: LayerStatus? {
        switch path {
        case .hidden: nil
        case .plane: LayerStatus(kind: .cursor, path: .plane)
        case .composed(_, let refusal): LayerStatus(kind: .cursor, path: .composed, reason: refusal.description)
        }
    }

    /// The pixels of the screen that may look different because the plane does.
    static func difference(_ old: CursorLayer?, _ next: CursorLayer?) -> Region<OutputSpace> {
        if let next, next.isSame(as: old) { return Region() }
        if old == nil, next == nil { return Region() }
        return Region([old?.frame ?? .zero, next?.frame ?? .zero])
    }

    /// Whether showing `cursor` would change anything.
    func differs(from cursor: PlacedCursor?) -> Bool {
        guard let cursor, let shown else { return (cursor == nil) != (shown == nil) }
        return shown.frame != cursor.frame.reinterpreted() || !hasPicture(of: cursor)
    }

    private func hasPicture(of cursor: PlacedCursor) -> Bool {
        shown?.identity?.isSame(as: CursorIdentity(cursor)) ?? false
    }

    /// Forgets what is shown: its client has drawn it anew.
    mutating func redrawn() {
        shown?.identity = nil
        made = nil
    }

    /// The picture of a cursor, made only where it is another one than before.
    mutating func picture(of cursor: PlacedCursor, _ renderer: any RendererPort) -> (any Buffer)? {
        let identity = CursorIdentity(cursor)
        if let made, made.identity.isSame(as: identity) { return made.picture }
        made = cursor.picture(renderer).map { (identity, $0) }
        return made?.picture
    }

    /// Shows a cursor in this way from now on; returns the frame's pixels that are out of date.
    mutating func show(_ cursor: PlacedCursor?, by next: Path) -> Region<OutputSpace> {
        let (oldLayer, oldFrame) = (layer, composedFrame)
        let isSamePicture = cursor.map(hasPicture) ?? false
        path = next
        if case .hidden = next { isKnownHidden = true } else { isKnownHidden = false }
        shown = cursor.map { (CursorIdentity($0), $0.frame.reinterpreted()) }
        if !Self.difference(oldLayer, layer).isEmpty { isMoved = true }
        if isSamePicture, oldFrame == composedFrame { return Region() }
        if oldFrame.isEmpty, composedFrame.isEmpty { return Region() }
        return Region([oldFrame, composedFrame])
    }

    /// Whether the plane has changed since the last call.
    mutating func takeMove() -> Bool {
        defer { isMoved = false }
        return isMoved
    }
}
