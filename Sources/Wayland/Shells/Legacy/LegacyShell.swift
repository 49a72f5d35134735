import Logging
import WaylandBinding

/// One client's `wl_shell`, the core protocol's obsolete shell.
///
/// It has neither acknowledgements nor positioners, and only one error: a surface that has another role.
final class LegacyShell: WlShellRequests {
    private let desktop: Desktop
    private let clock: any LivenessClock
    private let logger: Logger

    init(desktop: Desktop, clock: any LivenessClock, logger: Logger) {
        self.desktop = desktop
        self.clock = clock
        self.logger = logger
    }

    func getShellSurface(
        _ resource: Resource<WlShell>, id: NewResource<WlShellSurface>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface) else { return }
        let base = ShellBase(
            LegacyShellWire(shell: resource, resource: object), .legacy, desktop: desktop, clock: clock, logger: logger)
        guard let shell = base.makeShellSurface(surface, wire: LegacySurfaceWire()) else { return }
        let legacy = LegacySurface(object, shell: shell)
        object.handler = legacy
        object.onDestroy { legacy.objectDestroyed() }
        // `wl_shell_surface` has no destructor: it is destroyed with its surface.
        surface.resource.onDestroy { [weak object] in object?.destroy() }
    }
}
