import Geometry
import Mirroring

/// A surface that is not a subsurface, with its subsurfaces around it.
struct PlacedRoot {
    let surface: Surface
    /// The surface's own corner (not its window geometry's).
    var x: Int
    var y: Int
    /// Scales the surface and its subsurfaces to the screen; nil to show them at their own size.
    var fit: WindowFit?

    func fitted(_ fit: WindowFit?) -> PlacedRoot {
        PlacedRoot(surface: surface, x: x, y: y, fit: fit)
    }
}

/// The windows of the hosted application on one screen, as the shell stacks them.
///
/// Some stacks have no single windows to choose from, no surfaces of tools and no panel: what concerns these has a default that says so.
protocol WindowStack: AnyObject {
    /// The surfaces to show with their subsurfaces, back to front; the drag icon is last.
    var roots: [PlacedRoot] { get }

    /// The frontmost toplevel's description; nil if no toplevel is shown.
    var description: ContentDescription? { get }

    /// True if all windows that are seen, and all layer surfaces, have answered their last configured size.
    var isSettled: Bool { get }

    /// The set of surfaces that are seen may have changed; `surfaces` are all of them.
    func seenChanged(to surfaces: [Surface])

    /// Keys go to the windows of this screen from now on.
    func tookKeyboard()

    // MARK: Single windows

    /// The windows between which the user switches.
    var switchableWindows: [SwitchableWindow] { get }

    /// Activates the window with this number.
    func switchToWindow(_ number: Int)

    /// Asks the frontmost of the window and its dialogs to close.
    func closeWindow(_ number: Int)

    var windowIDs: Set<AppID> { get }

    /// The IDs of windows that are minimised or hidden by another window.
    var coveredWindowIDs: Set<AppID> { get }

    /// The newest mapped window with an application ID.
    func window(_ appID: AppID) -> (any WatchableWindow)?

    func raise(_ appID: AppID)

    // MARK: Tools' surfaces

    /// The surfaces of tools in front of the windows, which are the last of `roots`.
    var frontRoots: [PlacedRoot] { get }

    /// The edges that the windows leave free for tools.
    var reserved: EdgeInsets { get }

    /// Whether an on-screen keyboard is mapped, hidden or not.
    var hasScreenKeyboard: Bool { get }

    /// The pixels of the screen that on-screen keyboards keep free of windows; nil for none.
    var screenKeyboardPixels: Rect<ContentSpace>? { get }

    /// The set of keyboard clients has changed, or on-screen keyboards are shown or hidden.
    func screenKeyboardsChanged()

    // MARK: The panel

    /// The panel has become a screen of its own; the windows are laid out next.
    func panelCame()
}

extension WindowStack {
    func tookKeyboard() {}
    var switchableWindows: [SwitchableWindow] { [] }
    func switchToWindow(_ number: Int) {}
    func closeWindow(_ number: Int) {}
    var windowIDs: Set<AppID> { [] }
    var coveredWindowIDs: Set<AppID> { [] }
    func window(_ appID: AppID) -> (any WatchableWindow)? { nil }
    func raise(_ appID: AppID) {}
    var frontRoots: [PlacedRoot] { [] }
    var reserved: EdgeInsets { .none }
    var hasScreenKeyboard: Bool { false }
    var screenKeyboardPixels: Rect<ContentSpace>? { nil }
    func screenKeyboardsChanged() {}
    func panelCame() {}
}

/// The seat, which takes the content's input and has its cursor.
protocol ContentSeat: AnyObject {
    func deliver(_ input: ContentInput)

    var cursor: ContentCursor { get }

    /// The pointer's position while a pointer constraint is active; nil otherwise.
    var heldPointer: Point<LogicalSpace>? { get }

    /// True while the surface with the keyboard inhibits shortcuts.
    var inhibitsShortcuts: Bool { get }

    /// The keyboard LEDs that are on.
    var keyboardLEDs: KeyboardLEDs { get }

    /// Surfaces appeared, disappeared or moved: the surface under a resting pointer may differ.
    func layoutChanged()
}

/// The cursor, in terms of surfaces.
enum ContentCursor {
    case hidden
    /// A client's surface, placed so that its hotspot is at the point.
    case surface(PlacedRoot, at: Point<LogicalSpace>)
    /// One of our own cursors by its CSS name, with its hotspot at the point.
    case named(String, at: Point<LogicalSpace>)
}

/// Notified of the places of the application's surfaces.
protocol SceneFollower: AnyObject {
    /// Surfaces may have come, gone, moved or been restacked.
    func sceneChanged()
}

/// Notified of the application's frames, after its clients.
protocol FrameFollower: AnyObject {
    /// A frame with the current contents has been drawn. The frame is presented or discarded later.
    func frameComposed()

    func framePresented(_ presentation: Presentation)

    /// The frame was not shown. Another follows, unless the content is on no screen.
    func frameDiscarded()
}

extension FrameFollower {
    func frameComposed() {}
}

/// Notified of the surface whose buffers a display could show by itself, if they were allocated for that.
protocol ScanoutFollower: AnyObject {
    /// The surface has got this offer; nil withdraws the offer.
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
