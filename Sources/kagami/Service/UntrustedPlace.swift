import Control
import Logging
import Mirroring
import Runtime
import Wayland

/// Where an application that is not trusted finds its sockets: a folder of its own with nothing else in it.
final class UntrustedPlace {
    private let socket: ApplicationSocket
    /// The restricted control socket; nil where the application has none.
    let control: ControlServer?
    private let directory: PrivateDirectory
    private let runtimeDirectory: String

    /// A folder beside the applications' socket of this name, in `runtimeDirectory`, for clients of `display`.
    init(
        _ display: WaylandDisplay, beside name: String, in runtimeDirectory: String, control access: UntrustedControl,
        handler: any ControlHandler
    ) throws {
        // Confinement mounts over the folder itself, not over a link to it.
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

    /// What the application starts with, in place of `environment`; `controlSocket` is the service's own.
    func surroundings(from environment: [String: String], controlSocket: String) -> ApplicationSurroundings {
        let confinement = Confinement(
            to: directory.path, in: runtimeDirectory,
            controlSocket: (try? FilePath.resolved(controlSocket)) ?? controlSocket, environment: environment)
        if confinement == nil {
            Logger(label: "kagami").warning(
                "an untrusted application runs unconfined: install bubblewrap to keep it from the service's sockets")
        }
        return ApplicationSurroundings(
            serviceEnvironment: environment, runtimeDirectory: directory.path, waylandDisplay: socket.name,
            controlSocket: control?.address.path, isTrusted: false, confinement: confinement)
    }
}
