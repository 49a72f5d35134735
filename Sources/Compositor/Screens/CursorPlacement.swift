import Geometry
import Mirroring

/// How a screen shows its cursor: by a plane of the display, or drawn into the frame, or not at all.
struct CursorPlacement {
    /// The cursor on a plane; nil while no plane shows it.
    private(set) var layer: PlaneElement?
    /// Where the cursor is drawn into the frame, and why; nil while it is not drawn.
    private(set) var drawn: (frame: Rect<OutputSpace>, reason: LayerRefusal)?
    /// Whether the frame has no cursor and the display has been told so.
    private(set) var isKnownHidden = false
    /// The shown cursor and its frame; nil while hidden.
    private var shown: (identity: CursorIdentity?, frame: Rect<OutputSpace>)?
    /// The last picture that was made, and the cursor that it shows.
    private var made: (identity: CursorIdentity, picture: any Buffer)?
    /// Whether the plane shows something else than in the last frame that the display accepted.
    private var isMoved = false

    /// Where on a screen a cursor may be shown.
    struct Surroundings {
        /// The area at whose edges the cursor is cut off.
        var area: Rect<OutputSpace>
        /// What is above the cursor.
        var front = Region<OutputSpace>()
        /// Whether someone reads the screen's picture, which must then contain the cursor.
        var isRead = false
    }

    /// The cursor's place among the screen's layers; nil while hidden.
    var status: LayerStatus? {
        if layer != nil { return LayerStatus(kind: .cursor, path: .plane) }
        return drawn.map { LayerStatus(kind: .cursor, path: .composed, reason: $0.reason.description) }
    }

    /// The pixels of a screen that may look different because the plane has changed.
    static func difference(_ old: PlaneElement?, _ next: PlaneElement?) -> Region<OutputSpace> {
        if let next, next.isSame(as: old) { return Region() }
        if old == nil, next == nil { return Region() }
        return Region([old?.destination ?? .zero, next?.destination ?? .zero])
    }

    /// Whether showing `cursor` would change anything.
    func differs(from cursor: PlacedCursor?) -> Bool {
        guard let cursor, let shown else { return (cursor == nil) != (shown == nil) }
        return shown.frame != cursor.frame.reinterpreted() || !hasPicture(of: cursor)
    }

    private func hasPicture(of cursor: PlacedCursor) -> Bool {
        shown?.identity?.isSame(as: CursorIdentity(cursor)) ?? false
    }

    /// Forgets the shown picture, because its client has redrawn it.
    mutating func redrawn() {
        shown?.identity = nil
        made = nil
    }

    /// The picture of a cursor, made again only for another cursor.
    fileprivate mutating func picture(of cursor: PlacedCursor, _ renderer: any RendererPort) -> (any Buffer)? {
        let identity = CursorIdentity(cursor)
        if let made, made.identity.isSame(as: identity) { return made.picture }
        made = cursor.picture(renderer).map { (identity, $0) }
        return made?.picture
    }

    /// Shows a cursor on a plane or drawn, or with neither hides it; returns the frame's pixels that are out of date.
    fileprivate mutating func show(
        _ cursor: PlacedCursor?, on layer: PlaneElement? = nil,
        drawn: (frame: Rect<OutputSpace>, reason: LayerRefusal)? = nil
    ) -> Region<OutputSpace> {
        let (oldLayer, oldFrame) = (self.layer, self.drawn?.frame ?? .zero)
        let frame = drawn?.frame ?? .zero
        let isSamePicture = cursor.map(hasPicture) ?? false
        (self.layer, self.drawn, isKnownHidden) = (layer, drawn, layer == nil && drawn == nil)
        shown = cursor.map { (CursorIdentity($0), $0.frame.reinterpreted()) }
        if !Self.difference(oldLayer, layer).isEmpty { isMoved = true }
        if isSamePicture, oldFrame == frame { return Region() }
        if oldFrame.isEmpty, frame.isEmpty { return Region() }
        return Region([oldFrame, frame])
    }

    /// Whether the plane has changed since the last call.
    mutating func takeMove() -> Bool {
        defer { isMoved = false }
        return isMoved
    }
}

extension Screen {
    /// Shows a cursor in the next frame, or with nil none, and invalidates what changes in the picture.
    ///
    /// Returns the screen's pixels that look different because the cursor on a plane has changed.
    func placeCursor(
        _ cursor: PlacedCursor?, in surroundings: CursorPlacement.Surroundings, on display: any DisplayPort,
        _ renderer: any RendererPort
    ) -> Region<OutputSpace> {
        guard let cursor, !cursor.frame.reinterpreted().intersection(surroundings.area).isEmpty else {
            return layers.cursor.isKnownHidden ? Region() : show { $0.show(nil) }
        }
        let frame = cursor.frame.reinterpreted(as: OutputSpace.self)
        do throws(LayerRefusal) {
            let layer = try layer(of: cursor, at: frame, surroundings, on: display, renderer)
            return show { $0.show(cursor, on: layer) }
        } catch {
            return show { $0.show(cursor, drawn: (frame.intersection(surroundings.area), error)) }
        }
    }

    /// Shows no cursor on this screen: the source of its picture includes the cursor.
    func leaveCursorToSource() {
        _ = show { $0.show(nil, drawn: (.zero, .inSource)) }
    }

    private func show(_ change: (inout CursorPlacement) -> Region<OutputSpace>) -> Region<OutputSpace> {
        let old = layers.cursor.layer
        invalidate(base: change(&layers.cursor))
        return CursorPlacement.difference(old, layers.cursor.layer)
    }

    private func layer(
        of cursor: PlacedCursor, at frame: Rect<OutputSpace>, _ surroundings: CursorPlacement.Surroundings,
        on display: any DisplayPort, _ renderer: any RendererPort
    ) throws(LayerRefusal) -> PlaneElement {
        guard let output, !surroundings.isRead else { throw .read }
        let front = surroundings.front.union(overlays.drawn)
        if let refusal = LayerRefusal.ofCursor(at: frame, within: surroundings.area, of: size, under: front) {
            throw refusal
        }
        guard let picture = layers.cursor.picture(of: cursor, renderer) else { throw .hardware }
        let layer = PlaneElement(cursor: picture, x: frame.x, y: frame.y, hotspot: cursor.hotspot)
        if let refusal = display.assign(OutputFrame(cursor: layer), on: output).cursor { throw refusal }
        return layer
    }
}
