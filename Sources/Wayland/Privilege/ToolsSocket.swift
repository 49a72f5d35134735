import Glibc

/// The socket for tools, `wayland-N-tools` beside the applications' `wayland-N`: mode 0600; its file goes with it.
///
/// Its clients see all globals of applications, and also those that capture the screen, inject input or control other
/// clients' windows.
package final class ToolsSocket {
    /// The name for WAYLAND_DISPLAY.
    package let name: String
    private let file: SocketFile
    private let listener: ClientListener

    /// Listens beside the applications' socket of this name, in `directory` (XDG_RUNTIME_DIR).
    package init(_ display: WaylandDisplay, beside socket: String, in directory: String) throws(WaylandError) {
        name = socket + "-tools"
        // The owner of the applications' socket owns this name too: an existing file is a leftover.
        file = try SocketFile(at: directory + "/" + name)
        listener = try ClientListener(display, descriptor: file.descriptor.take(), privilege: .tool)
    }
}
