import Runtime
import WaylandBinding

/// `wp_tearing_control_manager_v1`: lets clients say that they prefer frames shown at once, even torn, to whole frames.
final class TearingControlManager: WpTearingControlManagerV1Requests {
    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        let manager = TearingControlManager()
        return try Global<WpTearingControlManagerV1>(content.display, version: 1) { _ in manager }
    }

    func getTearingControl(
        _ resource: Resource<WpTearingControlManagerV1>, id: NewResource<WpTearingControlV1>,
        surface: Resource<WlSurface>
    ) {
        guard let surface = Surface.of(surface) else { return }
        if surface.attachments[TearingControl.self] != nil {
            return resource.post(
                WpTearingControlManagerV1.ErrorCode.tearingControlExists, "the surface already has a tearing control")
        }
        let control = TearingControl(surface)
        let object = id.create(control)
        if object.isAlive { surface.attach(control, until: object) }
    }
}

/// A surface's `wp_tearing_control_v1`.
private final class TearingControl: WpTearingControlV1Requests {
    private weak var surface: Surface?

    init(_ surface: Surface) {
        self.surface = surface
    }

    func setPresentationHint(_ resource: Resource<WpTearingControlV1>, hint: UInt32) {
        // A hint that a later version adds does not ask for tearing.
        change(to: WpTearingControlV1.PresentationHint(rawValue: hint) == .async)
    }

    func destroy(_ resource: Resource<WpTearingControlV1>) {
        change(to: false)
    }

    /// Changes the preference with the surface's next commit, even when the control is destroyed.
    private func change(to prefersTearing: Bool) {
        guard let surface, surface.isAlive else { return }
        surface.pending.update.prefersTearing = prefersTearing
    }
}
