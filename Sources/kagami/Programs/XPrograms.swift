import Logging
import Mirroring
import Runtime
import Wayland
import X11

/// The X display that programs for X find, beside the applications' Wayland socket.
final class XPrograms {
    let server: XServer
    private let windows: XWindows

    /// Nil where Xwayland is not installed, or no display can be had.
    ///
    /// With `isAnyConfined`, some application may not see the display. X clients could watch each other.
    init?(on content: WaylandContent, isAnyConfined: Bool, environment: [String: String], loop: EventLoop) {
        guard let program = ProgramPath.find("Xwayland", in: environment) else { return nil }
        do throws(RuntimeError) {
            guard let windows = try content.makeXWindows() else { return nil }
            self.windows = windows
            server = try XServer(
                try XSockets(onlyFile: isAnyConfined), program: program, environment: environment, loop: loop,
                port: windows, serve: windows.serve)
        } catch {
            Logger(label: "kagami.x11").warning("no display for X programs", metadata: ["reason": "\(error)"])
            return nil
        }
    }
}
