import Control
import Logging
import Mirroring
import Runtime
import Wayland
import WaylandBinding

/// The private runtime directory of an untrusted application, with only its own sockets.
final class UntrustedPlace {
    private let socket: ApplicationSocket
    /// The restricted control socket; nil if the application has none.
    let control: ControlServer?
    private let directory: PrivateDirectory
    private let runtimeDirectory: String

    /// Creates a directory beside the applications' socket of this name in `runtimeDirectory`, for clients of `display`.
    init(
        _ display: WaylandDisplay, beside name: String, in runtimeDirectory: String, control access: UntrustedControl,
        handler: any ControlHandler
    ) throws {
        // bubblewrap mounts over the directory itself, not over a link to it.
        self.runtimeDirectory = try FilePath.resolved(runtimeDirectory)
        directory = try PrivateDirectory("\(self.runtimeDirectory)/\(name)-application")
        socket = try ApplicationSocket(display, named: "wayland-0", inPrivate: directory.path)
        switch access {
        case .none: control = nil
        case .status:
            let address = try SocketAddress(path: directory.path + "/kagami-app.sock")
            control = try ControlServer(at: address, loop: display.loop, handler: handler, access: .status)
        }
    }

    /// The application's environment, made from the service's `environment`; `sockets` are the service's own.
    func surroundings(from environment: [String: String], hiding sockets: [String]) -> ApplicationSurroundings {
        let confinement = Confinement(
            to: directory.path, in: runtimeDirectory, sockets: sockets, environment: environment)
        if confinement == nil {
            Logger(label: "kagami").warning(
                "an untrusted application runs unconfined: install bubblewrap to keep it from the service's sockets")
        }
        return ApplicationSurroundings(
            serviceEnvironment: environment, runtimeDirectory: directory.path, waylandDisplay: socket.name,
            controlSocket: control?.address.path, isTrusted: false, confinement: confinement)
    }
}
