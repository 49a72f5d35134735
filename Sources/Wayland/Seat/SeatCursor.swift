import Geometry
import Mirroring

/// What a client wants drawn where its pointer or its tool is.
final class SeatCursor {
    private enum Picture {
        /// The client has not said yet.
        case undefined
        case hidden
        case surface(CursorSurface)
        /// A picture of ours by its CSS name.
        case named(String)
    }

    private var picture = Picture.undefined
    private let onChange: () -> Void

    init(onChange: @escaping () -> Void) {
        self.onChange = onChange
    }

    /// The picture with its hot spot at a point; `physical` turns points into pixels of the screen.
    func content(
        at point: Point<LogicalSpace>, physical: (Point<LogicalSpace>) -> Point<ExternalSpace>
    ) -> ContentCursor {
        switch picture {
        case .undefined: return .named("default", at: physical(point))
        case .hidden: return .hidden
        case .named(let name): return .named(name, at: physical(point))
        case .surface(let cursor):
            guard cursor.surface.hasContent else { return .hidden }
            let (x, y) = (Int(clamping: point.x.rounded(.down)), Int(clamping: point.y.rounded(.down)))
            return .surface(
                PlacedRoot(
                    surface: cursor.surface, x: x.subtractingClamped(cursor.hotspot.x),
                    y: y.subtractingClamped(cursor.hotspot.y)))
        }
    }

    /// The surface is the picture already, or has no other role, nor has had one.
    func mayShow(_ surface: Surface) -> Bool {
        surface === shownSurface || surface.mayBecome(.cursor)
    }

    /// Shows a surface that `mayShow` it, or nothing at all.
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

    /// Shows a picture of ours.
    func show(named name: String) {
        forget()
        picture = .named(name)
        onChange()
    }

    /// The client has not said anything any more.
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
    /// The surface has no other role, nor has it had one.
    func mayBecome(_ kind: SurfaceRoleKind) -> Bool {
        role == nil && (roleKind == nil || roleKind == kind)
    }
}
