import Mirroring
import Runtime
import WaylandBinding

/// `zwp_idle_inhibit_manager_v1`: surfaces that keep the user from counting as idle while they are seen.
final class IdleInhibitors: SceneFollower {
    private weak var content: WaylandContent?
    private var global: Global<ZwpIdleInhibitManagerV1>?

    init(_ content: WaylandContent) throws(RuntimeError) {
        self.content = content
        content.surfaces.add(self)
        defer { content.attachments[IdleInhibitors.self] = self }
        global = try Global(content.display, version: 1) { [weak self] _ in self.map(IdleInhibitManager.init) }
    }

    /// Whether a surface with an inhibitor is seen: its application is shown, and it is not wholly behind others.
    var isActive: Bool {
        guard let content = mayBeSeen else { return false }
        return content.surfaces.seenOnAllScreens.contains(where: \.inhibitsIdleness)
    }

    /// The surfaces with an inhibitor that are seen, each by its window's application.
    var active: [IdlenessInhibitor] {
        guard let content = mayBeSeen else { return [] }
        return content.surfaces.seenOnAllScreens.filter(\.inhibitsIdleness).map { surface in
            let window = (surface.root.role as? ShellSurface)?.toplevel
            return IdlenessInhibitor(.window, program: window?.appID?.text, reason: nil)
        }
    }

    /// The application, where there is such a surface.
    private var mayBeSeen: WaylandContent? {
        guard let content, content.tools.idleInhibitors > 0 else { return nil }
        return content
    }

    func sceneChanged() {
        if let tools = content?.tools, tools.idleInhibitors > 0 { tools.inhibitionMayHaveChanged() }
    }

    fileprivate func add(_ inhibitor: Resource<ZwpIdleInhibitorV1>, for surface: Surface) {
        let inhibition = surface.attachments.state { Inhibition() }
        guard let tools = content?.tools else { return }
        inhibition.count += 1
        tools.idleInhibitors += 1
        tools.inhibitionMayHaveChanged()
        inhibitor.onDestroy { [weak tools] in
            inhibition.count -= 1
            tools?.idleInhibitors -= 1
            tools?.inhibitionMayHaveChanged()
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

/// The inhibitors of one surface.
private final class Inhibition {
    var count = 0
}

extension Surface {
    fileprivate var inhibitsIdleness: Bool { (attachments[Inhibition.self]?.count ?? 0) > 0 }
}
