import Geometry
import Mirroring

/// A surface that is shown by itself, with its subsurfaces around it.
struct PlacedRoot {
    let surface: Surface
    /// The surface's own corner (not its window geometry's).
    var x: Int
    var y: Int
    /// How it and its subsurfaces are shown where they are too large for the screen.
    var fit: WindowFit?

    func fitted(_ fit: WindowFit?) -> PlacedRoot {
        PlacedRoot(surface: surface, x: x, y: y, fit: fit)
    }
}

/// The windows of the hosted application, as the shell stacks them.
protocol WindowStack: AnyObject {
    /// Mapped toplevels and popups back to front, drag icon last.
    var roots: [PlacedRoot] { get }

    /// The newest toplevel's description, or nil when nothing is mapped.
    var description: ContentDescription? { get }

    /// Every mapped toplevel has committed a picture for the size that it was last configured to.
    var isSettled: Bool { get }
}

/// The seat as the content feeds and draws it.
protocol ContentSeat: AnyObject {
    func deliver(_ input: ContentInput)

    /// The pointer's picture.
    var cursor: ContentCursor { get }

    /// A client's constraint on the pointer is in effect.
    var holdsPointer: Bool { get }

    /// Whoever has the keyboard wants all keys for itself.
    var inhibitsShortcuts: Bool { get }

    /// Surfaces came, went or moved: what lies under a pointer at rest may differ.
    func layoutChanged()
}

/// The pointer's picture, in terms of surfaces.
enum ContentCursor {
    case hidden
    /// A client's surface, its corner already placed so that the hot spot is at the pointer.
    case surface(PlacedRoot)
    /// A picture of ours by its CSS name, with its hot spot here.
    case named(String, at: Point<ExternalSpace>)
}
