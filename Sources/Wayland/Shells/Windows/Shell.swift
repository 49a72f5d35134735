import Logging
import Mirroring
import Runtime
import WaylandBinding

/// The shell globals and the windows of their clients.
final class Shell {
    let desktop: Desktop
    private let logger: Logger
    private var base: Global<XdgWmBase>?
    private var baseV6: Global<ZxdgShellV6>?
    private var legacy: Global<WlShell>?

    init(content: WaylandContent, policy: LayoutPolicy, logger: Logger) throws(RuntimeError) {
        desktop = Desktop(content: content, policy: policy)
        self.logger = logger
        content.attachments[Desktop.self] = desktop
        content.add(desktop.layers)
        base = try Global(content.display, version: 6) { [desktop, loop = content.display.loop, logger] in
            ShellBase(StableShellWire(resource: $0), .stable, desktop: desktop, clock: loop, logger: logger)
        }
        baseV6 = try Global(content.display, version: 1) { [desktop, loop = content.display.loop, logger] in
            ShellBase(V6ShellWire(resource: $0), .v6, desktop: desktop, clock: loop, logger: logger)
        }
        legacy = try Global(content.display, version: 1) { [desktop, loop = content.display.loop, logger] _ in
            LegacyShell(desktop: desktop, clock: loop, logger: logger)
        }
    }
}

extension EventLoop: LivenessClock {}

extension ToolPlace {
    /// The windows of the application that tools act on.
    var desktop: Desktop? { current?.attachments[Desktop.self] }
}

/// How toplevels are laid out.
package enum LayoutPolicy: Sendable {
    /// A plain toplevel fills the screen; dialogs and windows of a fixed size keep their own size.
    case filling
    /// Every toplevel keeps its own size and can be moved, as on a desktop.
    ///
    /// The first configure is sent as soon as the role is assigned, and windows may be mapped without waiting for it,
    /// as conformance suites do.
    case floating
}

/// Identifies a toplevel for the life of its resource.
struct WindowID: Hashable {
    let number: Int
}
