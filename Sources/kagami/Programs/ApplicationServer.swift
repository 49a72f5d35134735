import Mirroring
import Runtime
import Wayland
import WaylandBinding

/// The Wayland server of an application beside the content: a further display on the service's loop with its own globals and seat.
///
/// The panel application has one, and each application of a display's own. No application can see another's windows.
final class ApplicationServer {
    let content: WaylandContent
    let display: WaylandDisplay
    let socket: ApplicationSocket

    /// Listens in `directory` (XDG_RUNTIME_DIR). The tools on `mainDisplay` also serve this application.
    init(
        beside main: WaylandContent, on mainDisplay: WaylandDisplay, _ configuration: Configuration,
        sharesClipboard: Bool, directory: String
    ) throws(RuntimeError) {
        display = try WaylandDisplay(loop: mainDisplay.loop, numberedBy: mainDisplay)
        content = try WaylandContent(display: display, keyboard: configuration.keyboard, sharingTools: main)
        if sharesClipboard { content.shareSelections(with: main) }
        // The first name is the content's, even if the service manager holds that socket elsewhere.
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
