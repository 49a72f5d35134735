package import Geometry
package import Mirroring
import WaylandBinding

/// A window that can be shown on its own, outside its desktop.
protocol WatchableWindow: AnyObject {
    var surface: Surface { get }
    /// The window geometry in surface coordinates.
    var windowGeometry: Rect<SurfaceSpace> { get }
    /// The window's rectangle on the logical screen.
    var frame: Rect<LogicalSpace> { get }
    var isSettled: Bool { get }
    var processID: Int? { get }

    /// The size at which the window is shown elsewhere; nil for the size of its own place.
    var lentSize: Size<LogicalSpace>? { get set }
}

extension WatchableWindow {
    /// The pixels of the content per unit of the window's coordinates, on a screen of this scale.
    fileprivate func scale(on screen: Scale) -> Scale { surface.client.usesPixels ? .one : screen }
}

/// An application's windows as single windows: their application IDs, and the window that is watched. The scene says which windows there
/// are; nil before there is a shell.
final class SingleWindows {
    weak var observer: (any WindowObserver)?
    private var watch: WindowWatch?
    private var lastIDs: Set<AppID> = []
    private var lastCovered: Set<AppID> = []

    var isWatching: Bool { watch != nil }

    /// The surfaces of the watched window.
    var placed: [PlacedSurface] { watch?.layout.placed ?? [] }

    /// Watches the window with an application ID, or no window for nil. Returns false if nothing changes.
    func watch(_ appID: AppID?) -> Bool {
        if watch?.appID == appID { return false }
        watch?.window?.lentSize = nil
        watch = appID.map(WindowWatch.init)
        return true
    }

    /// The watched window's current picture; nil while there is none.
    func watched(_ windows: (any WindowStack)?, _ scale: Scale) -> WindowImage? {
        refresh(windows, scale)
        return watch?.picture(scale: scale)
    }

    /// Asks the watched window to draw itself at `size`; nil asks for the size of its own place.
    func ask(for size: Size<ContentSpace>?, _ windows: (any WindowStack)?, _ scale: Scale) {
        refresh(windows, scale)
        let scale = watch?.window?.scale(on: scale) ?? scale
        watch?.window?.lentSize = size.map { size in
            let logical = scale.logical(size)
            return Size(width: max(1, logical.width), height: max(1, logical.height))
        }
    }

    /// Updates the watch after the window's surfaces, or the window with this ID, may have changed.
    func refresh(_ windows: (any WindowStack)?, _ scale: Scale) {
        watch?.refresh(windows, scale: scale)
    }

    /// Tells the observer if the application IDs, or the covered ones among them, have changed since the last call.
    func reportWindows(_ windows: (any WindowStack)?) {
        let (ids, covered) = (windows?.windowIDs ?? [], windows?.coveredWindowIDs ?? [])
        if ids != lastIDs || covered != lastCovered {
            (lastIDs, lastCovered) = (ids, covered)
            observer?.windowsChanged()
        }
    }

    /// Reports changes of the watched window's picture.
    func reportDamage() {
        let damage = watch?.takeDamage() ?? Region()
        if !damage.isEmpty { observer?.watchedWindowDamaged(damage) }
    }
}

/// The one window that is shown on its own, and its damage.
private struct WindowWatch {
    let appID: AppID
    private(set) weak var window: (any WatchableWindow)?
    /// The window's surfaces, relative to the corner of its window geometry.
    private(set) var layout = SceneLayout()
    private var size = Size<ContentSpace>.zero
    private var tracker = ElementTracker()
    /// Whether the window's size has changed since its damage was last taken.
    private var isResized = false

    init(_ appID: AppID) {
        self.appID = appID
    }

    /// Updates the layout after the window's surfaces, or the window with this ID, may have changed.
    mutating func refresh(_ windows: (any WindowStack)?, scale: Scale) {
        let found = windows?.window(appID)
        if found !== window {
            window?.lentSize = nil
            window = found
        }
        guard let found else {
            layout = SceneLayout()
            return
        }
        let (geometry, scale) = (found.windowGeometry, found.scale(on: scale))
        let root = PlacedRoot(surface: found.surface, x: -geometry.x, y: -geometry.y)
        let next = SceneLayout(roots: [root], scale: scale)
        layout = next
        let bounds = Rect<LogicalSpace>(x: 0, y: 0, width: geometry.width, height: geometry.height)
        let nextSize = scale.physical(bounds).size
        if nextSize != size { isResized = true }
        size = nextSize
    }

    /// The pixels of the window that changed since the last call.
    mutating func takeDamage() -> Region<ContentSpace> {
        defer { isResized = false }
        let damage = tracker.update(layout.elements)
        return isResized ? Region(size.bounds) : damage.intersection(size.bounds)
    }

    /// The window's current picture; nil while there is no window.
    func picture(scale: Scale) -> WindowImage? {
        guard let window, !size.isEmpty else { return nil }
        let scale = window.scale(on: scale)
        return WindowImage(
            elements: layout.elements, size: size, place: scale.physical(window.frame),
            isSettled: window.isSettled, processID: window.processID)
    }
}

extension WaylandContent: WindowPort {
    package var windowObserver: (any WindowObserver)? {
        get { surfaces.singles.observer }
        set { surfaces.singles.observer = newValue }
    }

    package var windowIDs: Set<AppID> { surfaces.windows?.windowIDs ?? [] }

    package var coveredWindowIDs: Set<AppID> { surfaces.windows?.coveredWindowIDs ?? [] }

    package var switchableWindows: [SwitchableWindow] { surfaces.windows?.switchableWindows ?? [] }

    package func switchToWindow(_ number: Int) {
        surfaces.windows?.switchToWindow(number)
    }

    package func closeWindow(_ number: Int) {
        surfaces.windows?.closeWindow(number)
    }

    package func raiseWindow(_ appID: AppID) {
        surfaces.windows?.raise(appID)
    }

    package func watchWindow(_ appID: AppID?) {
        if surfaces.singles.watch(appID) { surfaces.windowsChanged() }
    }

    package var watchedWindow: WindowImage? { surfaces.singles.watched(surfaces.windows, surfaces.scale) }

    package func askWatchedWindow(for size: Size<ContentSpace>?) {
        surfaces.singles.ask(for: size, surfaces.windows, surfaces.scale)
        surfaces.noteRequestedSizes()
    }
}
