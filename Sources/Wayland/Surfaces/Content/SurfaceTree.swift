import Geometry
import Mirroring

/// A surface that is not a subsurface, with its subsurfaces around it.
struct PlacedRoot {
    let surface: Surface
    /// The surface's own corner (not its window geometry's).
    var x: Int
    var y: Int
    /// Scales it and its subsurfaces down where they are too large for the screen.
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

    /// True if every mapped toplevel that is seen has committed a picture for its last configured size.
    var isSettled: Bool { get }

    /// Other surfaces may be seen now than before: all of these.
    func seenChanged(to surfaces: [Surface])
}

/// The seat, as the content passes input to it and draws its cursor.
protocol ContentSeat: AnyObject {
    func deliver(_ input: ContentInput)

    /// The cursor.
    var cursor: ContentCursor { get }

    /// True while a pointer constraint is active.
    var holdsPointer: Bool { get }

    /// True while the surface with the keyboard inhibits shortcuts.
    var inhibitsShortcuts: Bool { get }

    /// The lights of its keyboards that are on.
    var keyboardLEDs: KeyboardLEDs { get }

    /// Surfaces appeared, disappeared or moved: the surface under a resting pointer may differ.
    func layoutChanged()
}

/// The cursor, in terms of surfaces.
enum ContentCursor {
    case hidden
    /// A client's surface, placed so that its hotspot is at the point.
    case surface(PlacedRoot, at: Point<ContentSpace>)
    /// One of our own cursors by its CSS name, with its hotspot at the point.
    case named(String, at: Point<ContentSpace>)
}

/// Notified of the places of the application's surfaces.
protocol SceneFollower: AnyObject {
    /// Surfaces may have come, gone, moved or been restacked.
    func sceneChanged()
}

/// Notified of the application's frames, after its clients.
protocol FrameFollower: AnyObject {
    /// What is shown now has been drawn; the frame is presented or discarded later.
    func frameComposed()

    func framePresented(_ presentation: Presentation)

    /// The frame was not shown. Another follows, unless the content is on no screen.
    func frameDiscarded()
}

extension FrameFollower {
    func frameComposed() {}
}

/// Notified of which surface's buffers a display could show by itself, if they were made for that.
protocol ScanoutFollower: AnyObject {
    /// The surface is the one, with this offer; or no longer, with nil.
    func offer(_ offer: ScanoutOffer?, to surface: Surface)
}

/// Notified of the user's activity.
protocol ActivityFollower: AnyObject {
    func userActed()
}

/// Notified when tools move from one application to another; see `ToolPlace`.
protocol ToolFollower: AnyObject {
    /// Tools are about to leave this application.
    func toolsLeave()

    /// Tools have come to this application from another, whose followers have been notified.
    func toolsCame(from old: WaylandContent)
}
