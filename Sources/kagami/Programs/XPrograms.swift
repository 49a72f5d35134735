import Logging
import Mirroring
import Runtime
import Wayland
import X11

/// The X display that programs for X find, beside the applications' Wayland socket.
final class XPrograms {
    let server: XServer
    private let windows: XWindows
    private let selections: XSelections

    /// Nil where Xwayland is not installed, or no display can be had.
    ///
    /// With `isAnyConfined`, some application may not see the display. X clients could watch each other.
    init?(
        on content: WaylandContent, isAnyConfined: Bool, environment: [String: String], cursorSize: Int, loop: EventLoop
    ) {
        guard let program = ProgramPath.find("Xwayland", in: environment) else { return nil }
        do throws(RuntimeError) {
            guard let windows = try content.makeXWindows(), let selections = content.makeXSelections() else {
                return nil
            }
            (self.windows, self.selections) = (windows, selections)
            server = try XServer(
                try XSockets(onlyFile: isAnyConfined), program: program, environment: environment,
                cursorSize: cursorSize, loop: loop, port: windows, selections: selections, drags: selections.drags,
                serve: windows.serve)
        } catch {
            Logger(label: "kagami.x11").warning("no display for X programs", metadata: ["reason": "\(error)"])
            return nil
        }
    }
}
