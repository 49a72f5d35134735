import Geometry

/// What the core needs of the hosted application's single windows, to show one of them by itself.
///
/// A window is named by its application id; where several have the same the newest is meant.
package protocol WindowPort: AnyObject {
    /// Held weakly.
    var windowObserver: (any WindowObserver)? { get set }

    /// The application ids of the mapped toplevels.
    var windowIDs: Set<String> { get }

    /// Watches a window from now on in place of the last one, or with nil none.
    ///
    /// While it is watched its clients get frame callbacks even where the scene shows nothing of it.
    func watchWindow(_ appID: String?)

    /// The watched window as it is now; nil while there is none of its id.
    var watchedWindow: WindowPicture? { get }

    /// Asks the watched window to lay itself out at this size, in physical pixels; with nil at its own place's.
    ///
    /// A window whose client is not watched any more is asked for its own place's size.
    func askWatchedWindow(for size: Size<ExternalSpace>?)

    /// Brings a window to the front of the scene and gives it the keyboard.
    func raiseWindow(_ appID: String)
}

/// Told by a `WindowPort` what windows do.
package protocol WindowObserver: AnyObject {
    /// Windows came or went, or have another application id.
    func windowsChanged()

    /// These pixels of the watched window, in its own pixels, are out of date.
    func watchedWindowDamaged(_ damage: Region<ExternalSpace>)
}

/// One toplevel by itself: its surface with its subsurfaces.
package struct WindowPicture {
    /// Back to front; the corner of the window geometry is the origin, and what lies outside of `size` is not part of
    /// the window (a shadow).
    package var elements: [SceneElement]
    /// Of the window geometry, in physical pixels.
    package var size: Size<ExternalSpace>
    /// Where the window is in the scene; its place there when it were shown, if it is not.
    package var place: Rect<ExternalSpace>
    /// Its client has drawn it for the size that it was last asked for.
    package var isSettled: Bool
    /// The process of its client, or nil where that is unknown.
    package var processID: Int?

    package init(
        elements: [SceneElement], size: Size<ExternalSpace>, place: Rect<ExternalSpace>, isSettled: Bool,
        processID: Int? = nil
    ) {
        self.elements = elements
        self.size = size
        self.place = place
        self.isSettled = isSettled
        self.processID = processID
    }
}
