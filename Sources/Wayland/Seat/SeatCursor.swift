import Geometry
import Mirroring

/// The cursor that a client chose for its pointer or tool.
final class SeatCursor {
    private enum Picture {
        /// The client has not set a cursor yet.
        case undefined
        case hidden
        case surface(CursorSurface)
        /// One of our own cursors by its CSS name.
        case named(String)
    }

    private var picture = Picture.undefined
    private let onChange: () -> Void

    init(onChange: @escaping () -> Void) {
        self.onChange = onChange
    }

    /// The cursor with its hotspot at a point.
    func content(at point: Point<LogicalSpace>, over windows: any SeatWindows) -> ContentCursor {
        switch picture {
        case .undefined: return .named("default", at: point)
        case .hidden: return .hidden
        case .named(let name): return .named(name, at: point)
        case .surface(let cursor):
            guard cursor.surface.hasContent else { return .hidden }
            let fit = cursor.surface.client.usesPixels ? windows.pixelFit(at: point) : nil
            let place = fit?.laidOut(point) ?? point
            // Back in pixels, a whole pixel may have become a little less.
            let rule = fit == nil ? FloatingPointRoundingRule.down : .toNearestOrAwayFromZero
            let (x, y) = (Int(clamping: place.x.rounded(rule)), Int(clamping: place.y.rounded(rule)))
            return .surface(
                PlacedRoot(
                    surface: cursor.surface, x: x.subtractingClamped(cursor.hotspot.x),
                    y: y.subtractingClamped(cursor.hotspot.y), fit: fit), at: point)
        }
    }

    /// True if the surface is the cursor already, or can get the cursor role.
    func mayShow(_ surface: Surface) -> Bool {
        surface === shownSurface || surface.mayBecome(.cursor)
    }

    /// Sets a surface that `mayShow` allows, or hides the cursor.
    func show(_ surface: Surface?, hotspot: SurfaceOffset) {
        if case .surface(let current) = picture, current.surface === surface { return current.move(hotspot: hotspot) }
        forget()
        if let surface {
            guard surface.assign(.cursor) else { return }
            picture = .surface(CursorSurface(surface, hotspot: hotspot, onChange: onChange))
        } else {
            picture = .hidden
        }
        onChange()
    }

    /// Sets one of our own cursors.
    func show(named name: String) {
        forget()
        picture = .named(name)
        onChange()
    }

    /// Resets the cursor to undefined.
    func forget() {
        if case .surface(let cursor) = picture { cursor.release() }
        picture = .undefined
        onChange()
    }

    private var shownSurface: Surface? {
        if case .surface(let cursor) = picture { cursor.surface } else { nil }
    }
}

extension Surface {
    /// True if the surface has never had another role and has no role object.
    func mayBecome(_ kind: SurfaceRoleKind) -> Bool {
        role == nil && (roleKind == nil || roleKind == kind)
    }
}

/// The surface role of a cursor.
final class CursorSurface: SurfaceRole {
    let surface: Surface
    /// The hotspot in surface coordinates.
    private(set) var hotspot: SurfaceOffset
    private let onChange: () -> Void

    init(_ surface: Surface, hotspot: SurfaceOffset, onChange: @escaping () -> Void) {
        self.surface = surface
        self.hotspot = hotspot
        self.onChange = onChange
        surface.role = self
    }

    func move(hotspot: SurfaceOffset) {
        self.hotspot = hotspot
        onChange()
    }

    /// The surface is no longer shown.
    func release() {
        if surface.role === self { surface.role = nil }
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        hotspot.x = hotspot.x &- change.offset.x
        hotspot.y = hotspot.y &- change.offset.y
        onChange()
    }

    func surfaceDestroyed(_ surface: Surface) {
        onChange()
    }
}
