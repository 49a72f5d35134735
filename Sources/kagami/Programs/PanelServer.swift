import Mirroring
import Runtime
import Wayland
import WaylandBinding

/// The panel application's own Wayland server: a second display with its own globals and seat on the service's loop, so
/// that neither application can see the other's windows.
final class PanelServer {
    let content: WaylandContent
    let display: WaylandDisplay
    let socket: ApplicationSocket

    /// Listens in `directory` (XDG_RUNTIME_DIR). The tools on `mainDisplay` serve the panel application too.
    init(
        beside main: WaylandContent, on mainDisplay: WaylandDisplay, _ configuration: Configuration, directory: String
    ) throws(RuntimeError) {
        display = try WaylandDisplay(loop: mainDisplay.loop, numberedBy: mainDisplay)
        content = try WaylandContent(display: display, keyboard: configuration.keyboard, sharingTools: main)
        if configuration.sharesClipboard { content.shareSelections(with: main) }
        // The first name is the content's, also where the service manager holds that somewhere else.
        socket = try ApplicationSocket(display, in: directory, from: 1)
    }

    /// Calls `changed` for each client that connects or disconnects.
    func watchClients(_ changed: @escaping (ClientChange) -> Void) {
        display.clientChanged = changed
    }

    func close() {
        display.clientChanged = { _ in }
        display.disconnectClients()
    }
}
