package import Geometry

/// The core's access to the hosted application's windows, to show one of them alone.
///
/// A window is named by its application id. Of several windows with the same id, the newest is meant.
package protocol WindowPort: AnyObject {
    /// The observer, held weakly.
    var windowObserver: (any WindowObserver)? { get set }

    /// The application ids of the mapped toplevels.
    var windowIDs: Set<AppID> { get }

    /// The application ids of those mapped toplevels that are minimised or hidden by another window.
    var coveredWindowIDs: Set<AppID> { get }

    /// Watches a window in place of the last one, or no window if `appID` is nil.
    ///
    /// The clients of a watched window get frame callbacks even if the scene shows nothing of the window.
    func watchWindow(_ appID: AppID?)

    /// The watched window's current picture, or nil while no window has its id.
    var watchedWindow: WindowImage? { get }

    /// Asks the watched window to lay itself out at a size in physical pixels, or for nil at the size of its own place.
    ///
    /// A window that is no longer watched is asked for the size of its own place.
    func askWatchedWindow(for size: Size<ContentSpace>?)

    /// Raises a window in the scene and gives it keyboard focus.
    func raiseWindow(_ appID: AppID)
}

/// Receives the events of a `WindowPort`.
package protocol WindowObserver: AnyObject {
    /// Reports that windows have appeared, disappeared, changed their application id or hidden others.
    func windowsChanged()

    /// Reports damage to the watched window, in its own pixels.
    func watchedWindowDamaged(_ damage: Region<ContentSpace>)
}

/// A single toplevel: its surface with its subsurfaces.
package struct WindowImage {
    /// The elements from back to front.
    ///
    /// The origin is the corner of the window geometry. Pixels outside `size`, such as a shadow, are not part of the
    /// window.
    package var elements: [SceneElement]
    /// The size of the window geometry, in physical pixels.
    package var size: Size<ContentSpace>
    /// The window's rectangle in the scene, or the rectangle that it would have there.
    package var place: Rect<ContentSpace>
    /// Whether the window's client has drawn it at the last requested size.
    package var isSettled: Bool
    /// The process of the window's client, or nil where unknown.
    package var processID: Int?

    package init(
        elements: [SceneElement], size: Size<ContentSpace>, place: Rect<ContentSpace>, isSettled: Bool,
        processID: Int? = nil
    ) {
        self.elements = elements
        self.size = size
        self.place = place
        self.isSettled = isSettled
        self.processID = processID
    }
}

/// A window of an application that the user can switch to, together with its dialogs.
package struct SwitchableWindow: Hashable, Sendable {
    /// The window's number, unique within the application and never reused.
    package var number: Int
    package var appID: AppID?
    package var title: String?
    /// The window's own icon, or nil where it has none.
    package var icon: WindowIcon?
    /// Whether the window or one of its dialogs has the application's keyboard focus.
    package var isActive: Bool
    package var isMinimized: Bool
    /// Whether the window or one of its dialogs asks for the user's attention.
    package var isUrgent: Bool
    /// The window's rectangle on the content's screen, in pixels.
    package var place: Rect<ContentSpace>

    package init(
        number: Int, appID: AppID?, title: String?, icon: WindowIcon? = nil, isActive: Bool = false,
        isMinimized: Bool = false,
        isUrgent: Bool = false, place: Rect<ContentSpace> = .zero
    ) {
        self.number = number
        self.appID = appID
        self.title = title
        self.icon = icon
        self.isActive = isActive
        self.isMinimized = isMinimized
        self.isUrgent = isUrgent
        self.place = place
    }
}

/// Shows cameras in windows of a player that is started in the content's place.
package protocol CameraPort: AnyObject {
    /// The observer, held weakly.
    var cameraObserver: (any CameraObserver)? { get set }

    /// Starts a player of `device` unless one is running; returns the reason of a failure in one line, or nil.
    ///
    /// The player's window gets the application id `appID`. In `command`, the words `{device}` and `{app_id}` stand for
    /// `device` and `appID`.
    func open(_ device: String, as appID: AppID, with command: [String]) -> String?

    /// Ends the player of `device`.
    func close(_ device: String)
}

/// Receives the events of a `CameraPort`.
package protocol CameraObserver: AnyObject {
    /// Reports that the player has ended by itself.
    func cameraEnded(_ device: String)
}
