import Mirroring
import WaylandBinding

/// `zwp_idle_inhibit_manager_v1`: surfaces that keep the user from counting as idle while they are shown.
final class IdleInhibitors {
    private weak var content: WaylandContent?
    private var global: Global<ZwpIdleInhibitManagerV1>?
    private var surfaces: [ObjectIdentifier: WeakSurface] = [:]

    /// Called when an inhibitor is destroyed.
    var onRelease: () -> Void = {}

    private struct WeakSurface {
        weak var surface: Surface?
    }

    init(content: WaylandContent) throws(WaylandError) {
        self.content = content
        global = try Global(content.display, version: 1) { [weak self] _ in self.map(IdleInhibitManager.init) }
    }

    /// A surface with an inhibitor is seen: on the screen of an application that is shown.
    var isActive: Bool {
        let wanting = surfaces.values.compactMap(\.surface)
        guard !wanting.isEmpty, let content, content.observer?.isContentSeen ?? true else { return false }
        let shown = content.shownSurfaces
        return wanting.contains { surface in shown.contains { $0 === surface } }
    }

    fileprivate func add(_ inhibitor: Resource<ZwpIdleInhibitorV1>, for surface: Surface) {
        let key = ObjectIdentifier(inhibitor)
        surfaces[key] = WeakSurface(surface: surface)
        inhibitor.onDestroy { [weak self] in
            self?.surfaces[key] = nil
            self?.onRelease()
        }
    }
}

/// One client's `zwp_idle_inhibit_manager_v1`.
private final class IdleInhibitManager: ZwpIdleInhibitManagerV1Requests {
    private weak var inhibitors: IdleInhibitors?

    init(_ inhibitors: IdleInhibitors) {
        self.inhibitors = inhibitors
    }

    func createInhibitor(
        _ resource: Resource<ZwpIdleInhibitManagerV1>, id: NewResource<ZwpIdleInhibitorV1>,
        surface: Resource<WlSurface>
    ) {
        let object = id.create(IdleInhibitor())
        if object.isAlive, let surface = Surface.of(surface) { inhibitors?.add(object, for: surface) }
    }
}

/// One `zwp_idle_inhibitor_v1`.
private final class IdleInhibitor: ZwpIdleInhibitorV1Requests {}
