package import Geometry

/// The desktop as the X window manager uses it: X windows are shown as windows like all others.
///
/// X coordinates are pixels of the content, with the same origin. If the panel is a screen of its own, its pixels are to their right.
package protocol XWindowPort: AnyObject {
    /// The observer, held weakly.
    var xWindowObserver: (any XWindowObserver)? { get set }

    /// The content's scale. X coordinates do not depend on it, but toolkits have to know it.
    var scale: Scale { get }

    /// Shows a mapped window, with the contents of a surface of the X server's client.
    func show(_ window: XWindowID, _ surface: XSurfaceName, _ description: XWindowDescription)

    /// Shows a window that places itself, such as a menu, above the X window in use.
    func showUnmanaged(
        _ window: XWindowID, _ surface: XSurfaceName, at place: Rect<ContentSpace>, _ kind: XUnmanagedKind)

    /// A shown window that places itself has moved.
    func moveUnmanaged(_ window: XWindowID, to place: Rect<ContentSpace>)

    /// A shown window has another description.
    func describe(_ window: XWindowID, _ description: XWindowDescription)

    /// The client asks for another state of its shown window.
    func change(_ window: XWindowID, _ wish: XWindowWish)

    /// A window was unmapped or destroyed.
    func hide(_ window: XWindowID)

    /// The client of a window has answered the ping with this serial.
    func answered(_ window: XWindowID, serial: UInt32)

    /// The connection to the X server has ended, and all its windows with it.
    func hideAll()
}

/// Receives what the desktop decides about the windows of an `XWindowPort`.
package protocol XWindowObserver: AnyObject {
    /// Reports that the content has another scale.
    func scaleChanged(to scale: Scale)

    /// Reports the size and state that a window is to have.
    func configure(_ window: XWindowID, _ configuration: XWindowConfiguration)

    /// Reports where the corner of a window is.
    func place(_ window: XWindowID, x: Int, y: Int)

    /// Reports the windows in their order, back to front.
    func restack(_ windows: [XWindowID])

    /// Reports that a window is to be closed.
    func close(_ window: XWindowID)

    /// Asks whether the client of a window answers.
    func ping(_ window: XWindowID, serial: UInt32)
}

/// Identifies a window of the X server.
package struct XWindowID: Hashable, Sendable {
    package let number: UInt32

    package init(_ number: UInt32) {
        self.number = number
    }
}

/// How the X server names the surface of a window.
package enum XSurfaceName: Hashable, Sendable {
    /// By the number of its `wl_surface`, as servers before 23.1 do.
    case object(UInt32)
    /// By the serial that it gave the surface with `xwayland_shell_v1`.
    case serial(UInt64)
}

/// What the desktop must know of an X window.
package struct XWindowDescription: Hashable, Sendable {
    package var title: String?
    package var icon: WindowIcon?
    package var appID: AppID?
    /// The window that this one is a dialog of.
    package var parent: XWindowID?
    /// Whether the window keeps a size of its own although it has no parent, such as a splash screen.
    package var keepsSize = false
    /// The smallest and the largest size; zero for no limit.
    package var minimum = Size<ContentSpace>.zero
    package var maximum = Size<ContentSpace>.zero
    /// The state in which the window is shown first. From then on `XWindowWish` and the desktop change it.
    package var state = XWindowState()
    /// Whether the window asks for attention. Once it is shown, `XWindowWish.attention` counts.
    package var isUrgent = false
    /// The activation token with which the window was started or brought up again.
    package var token: String?
    /// The process that shows the window, as the program itself says; nil if it does not, or runs on another machine.
    package var processID: Int?

    package init() {}
}

/// What an X window that places itself is for.
package enum XUnmanagedKind: Hashable, Sendable {
    /// A menu, a tooltip or the like.
    case menu
    /// A launcher or the like, which gets the keyboard unless another X window is in use.
    case keyboardTaker
    /// The icon of a drag, which is above all windows and takes no input.
    case dragIcon
}

/// The state that an X client asks for its window.
package struct XWindowState: Hashable, Sendable {
    package var isFullscreen = false
    package var isMaximized = false
    /// The X coordinate where the client wants the full-screen window's corner: it says on which of two screens.
    package var fullscreenX = 0

    /// Whether the window fills the screen or its usable area.
    package var fills: Bool { isFullscreen || isMaximized }

    package init(isFullscreen: Bool = false, isMaximized: Bool = false, fullscreenX: Int = 0) {
        (self.isFullscreen, self.isMaximized, self.fullscreenX) = (isFullscreen, isMaximized, fullscreenX)
    }
}

/// What an X client asks of the desktop for a shown window.
package enum XWindowWish: Hashable, Sendable {
    /// `x` is the coordinate where the client wants the window's corner: it says on which of two screens.
    case fullscreen(Bool, x: Int)
    case maximized(Bool)
    case minimize
    case activate
    /// The client chooses the window's size again, as far as the desktop leaves it to the client.
    case ownSize
    /// The window follows what the user holds pressed on it, as far as the desktop leaves its place and size to the user.
    case drag(XWindowDrag)
    /// The window asks for the user's attention, or no longer does.
    case attention(Bool)
}

/// An interactive move or resize, with the numbers of `_NET_WM_MOVERESIZE`.
package enum XWindowDrag: UInt32, Hashable, Sendable, CaseIterable {
    case topLeft = 0
    case top = 1
    case topRight = 2
    case right = 3
    case bottomRight = 4
    case bottom = 5
    case bottomLeft = 6
    case left = 7
    case move = 8
    /// Ends the drag; the window stays as it is.
    case cancel = 11
}

/// The size and state that an X window is to have.
package struct XWindowConfiguration: Hashable, Sendable {
    /// Zero lets the client choose.
    package var size = Size<ContentSpace>.zero
    package var state = XWindowState()
    package var isMinimized = false
    /// Whether the window is shown as one that asks for attention.
    package var isUrgent = false
    package var isActivated = false

    package init() {}
}
