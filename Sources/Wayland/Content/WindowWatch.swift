import Geometry
import Mirroring

/// The desktop's windows by their application ids.
protocol WindowChoice: AnyObject {
    var windowIDs: Set<String> { get }

    /// The newest mapped window of an application id.
    func window(_ appID: String) -> (any WatchableWindow)?

    func raise(_ appID: String)
}

/// A window that can be shown by itself.
protocol WatchableWindow: AnyObject {
    var surface: Surface { get }
    /// What of the surface counts as the window.
    var windowGeometry: Rect<SurfaceSpace> { get }
    /// Where it is on the logical screen.
    var frame: Rect<LogicalSpace> { get }
    var isSettled: Bool { get }
    var processID: Int? { get }

    /// The size that it is to have while it is shown elsewhere; nil for that of its place.
    var lentSize: Size<LogicalSpace>? { get set }
}

/// The one window that is shown by itself, and what has changed of it.
struct WindowWatch {
    let appID: String
    private(set) weak var window: (any WatchableWindow)?
    /// Its surfaces from the corner of its geometry.
    private(set) var layout = SceneLayout()
    private var size = Size<ExternalSpace>.zero
    private var damage = ContentDamage()

    init(_ appID: String) {
        self.appID = appID
    }

    /// The window's surfaces may have come, gone or moved, or another window has the id now.
    mutating func refresh(_ choice: (any WindowChoice)?, scale: Scale) {
        let found = choice?.window(appID)
        if found !== window {
            window?.lentSize = nil
            window = found
        }
        guard let found else {
            layout = SceneLayout()
            return
        }
        let geometry = found.windowGeometry
        let root = PlacedRoot(surface: found.surface, x: -geometry.x, y: -geometry.y)
        let next = SceneLayout(roots: [root], scale: scale)
        damage.add(next.difference(from: layout))
        layout = next
        let bounds = Rect<LogicalSpace>(x: 0, y: 0, width: geometry.width, height: geometry.height)
        let nextSize = scale.physical(bounds).size
        if nextSize != size { damage.add(Region(nextSize.bounds)) }
        size = nextSize
    }

    mutating func add(_ change: SurfaceDamage, of surface: Surface) {
        guard let window, surface.root === window.surface else { return }
        damage.add(change, of: surface)
    }

    /// The pixels of the window that changed since the last call.
    mutating func takeDamage() -> Region<ExternalSpace> {
        damage.project([layout])
        return damage.take(within: size.bounds)
    }

    /// The window as it is now; nil while there is none.
    func picture(scale: Scale) -> WindowPicture? {
        guard let window, !size.isEmpty else { return nil }
        return WindowPicture(
            elements: layout.placed.compactMap(\.element), size: size, place: scale.physical(window.frame),
            isSettled: window.isSettled, processID: window.processID)
    }
}
