package import Geometry

/// What the core needs of the hosted application's windows, to show one of them alone.
///
/// A window is named by its application id; of several with the same id the newest is meant.
package protocol WindowPort: AnyObject {
    /// Held weakly.
    var windowObserver: (any WindowObserver)? { get set }

    /// The application ids of the mapped toplevels.
    var windowIDs: Set<AppID> { get }

    /// Those of them that another window hides, or that are minimised.
    var coveredWindowIDs: Set<AppID> { get }

    /// Watches a window in place of the last one, or with nil none.
    ///
    /// While it is watched its clients get frame callbacks even if the scene shows nothing of it.
    func watchWindow(_ appID: AppID?)

    /// The watched window's current picture; nil while no window has its id.
    var watchedWindow: WindowImage? { get }

    /// Asks the watched window to lay itself out at a size in physical pixels, or with nil at that of its own place.
    ///
    /// A window that is no longer watched is asked for its own place's size.
    func askWatchedWindow(for size: Size<ContentSpace>?)

    /// Raises a window in the scene and gives it keyboard focus.
    func raiseWindow(_ appID: AppID)
}

/// Receives the events of a `WindowPort`.
package protocol WindowObserver: AnyObject {
    /// Reports that windows came or went, changed their application id, or hide others.
    func windowsChanged()

    /// Reports damage to the watched window, in its own pixels.
    func watchedWindowDamaged(_ damage: Region<ContentSpace>)
}

/// A single toplevel: its surface with its subsurfaces.
package struct WindowImage {
    /// Back to front. The origin is the corner of the window geometry; what lies outside `size`, such as a shadow, is
    /// not part of the window.
    package var elements: [SceneElement]
    /// The size of the window geometry, in physical pixels.
    package var size: Size<ContentSpace>
    /// The window's rectangle in the scene, or the one it would have if it were shown there.
    package var place: Rect<ContentSpace>
    /// Whether its client has drawn it at the last requested size.
    package var isSettled: Bool
    /// The process of its client, or nil where that is unknown.
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

/// A window of an application that the user can switch to; its dialogs come along with it.
package struct SwitchableWindow: Hashable, Sendable {
    /// Its number, unique within the application and never reused.
    package var number: Int
    package var appID: AppID?
    package var title: String?
    /// Whether the window, or a dialog of it, has its application's keyboard focus.
    package var isActive: Bool
    package var isMinimized: Bool
    /// Its rectangle on the content's screen, in pixels.
    package var place: Rect<ContentSpace>

    package init(
        number: Int, appID: AppID?, title: String?, isActive: Bool = false, isMinimized: Bool = false,
        place: Rect<ContentSpace> = .zero
    ) {
        self.number = number
        self.appID = appID
        self.title = title
        self.isActive = isActive
        self.isMinimized = isMinimized
        self.place = place
    }
}

/// Shows cameras in windows of a player that it starts in the content's place.
package protocol CameraPort: AnyObject {
    /// Held weakly.
    var cameraObserver: (any CameraObserver)? { get set }

    /// Starts a player of `device`, unless one runs already; its window gets the application id `appID`.
    ///
    /// In `command` the words `{device}` and `{app_id}` stand for these two. Returns the reason, as one line, where that
    /// is not possible.
    func open(_ device: String, as appID: AppID, with command: [String]) -> String?

    /// Ends the player of `device`.
    func close(_ device: String)
}

/// Follows the players of cameras.
package protocol CameraObserver: AnyObject {
    /// The player has ended by itself.
    func cameraEnded(_ device: String)
}
