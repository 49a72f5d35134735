import Geometry
import Mirroring

/// How a screen shows its cursor: by a plane of the display, or drawn into the frame, or not at all.
struct ScreenCursor {
    enum Path {
        case hidden
        case plane(CursorLayer)
        /// Drawn into the frame, in this rectangle.
        case composed(Rect<OutputSpace>, LayerRefusal)
    }

    private(set) var path = Path.hidden
    /// Whether the frame has no cursor and the display has been told so.
    private(set) var isKnownHidden = false
    /// What is shown, and where; nil while hidden.
    private var shown: (identity: CursorIdentity?, frame: Rect<OutputSpace>)?
    /// The picture of what is shown, once there has been a layer of it.
    private var picture: (any Buffer)?
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
        picture = nil
    }

    /// The picture of a cursor, made only where it is another one than before.
    func picture(of cursor: PlacedCursor, _ renderer: any RendererPort) -> (any Buffer)? {
        if let picture, hasPicture(of: cursor) { return picture }
        return cursor.picture(renderer)
    }

    /// Shows a cursor in this way from now on; returns the frame's pixels that are out of date.
    mutating func show(_ cursor: PlacedCursor?, by next: Path) -> Region<OutputSpace> {
        let (oldLayer, oldFrame) = (layer, composedFrame)
        let isSamePicture = cursor.map(hasPicture) ?? false
        path = next
        if case .hidden = next { isKnownHidden = true } else { isKnownHidden = false }
        shown = cursor.map { (CursorIdentity($0), $0.frame.reinterpreted()) }
        picture = layer?.picture ?? (isSamePicture ? picture : nil)
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
