import Mirroring
import Runtime
import Wayland

/// The panel application's own Wayland server: another display with globals and a seat of its own, served from the
/// service's one loop, so that neither application can see the other's windows.
final class PanelServer {
    let content: WaylandContent
    let display: WaylandDisplay
    let socket: ApplicationSocket

    /// Served beside the main application on `mainDisplay`, whose tools serve the panel application too; listens in
    /// `directory` (XDG_RUNTIME_DIR).
    init(
        beside main: WaylandContent, on mainDisplay: WaylandDisplay, keyboard: KeyboardConfiguration, directory: String
    ) throws(WaylandError) {
        display = try WaylandDisplay(loop: mainDisplay.loop, numberedBy: mainDisplay)
        content = try WaylandContent(display: display, keyboard: keyboard, sharingTools: main)
        socket = try ApplicationSocket(display, in: directory)
    }

    /// Clients accepted since the start.
    var clientsAccepted: Int { display.clientsAccepted }

    /// Told of each client that comes or goes.
    func watchClients(_ changed: @escaping (ClientChange) -> Void) {
        display.clientChanged = changed
    }

    func close() {
        display.clientChanged = { _ in }
        display.disconnectClients()
    }
}
