import Glibc
import KagamiCommands
import Runtime

/// Runs a program under bubblewrap so that it sees only its own socket.
///
/// The program runs without privileges in mount, user and process namespaces and a session of its own.
struct Confinement: Hashable, Sendable {
    /// The path of bubblewrap's `bwrap`.
    let program: String
    /// The application's own directory, the only visible part of the service's runtime directory.
    let visible: String
    let runtimeDirectory: String
    /// The service's own sockets.
    let sockets: [String]

    /// A confinement to `visible`, a directory in `runtimeDirectory`; nil if bubblewrap is not installed.
    /// Both paths are canonical. The service's `sockets` may lie anywhere.
    init?(to visible: String, in runtimeDirectory: String, sockets: [String], environment: [String: String]) {
        guard let program = ProgramPath.find("bwrap", in: environment) else { return nil }
        self.program = program
        self.visible = visible
        self.runtimeDirectory = runtimeDirectory
        self.sockets = sockets
    }

    /// The places to hide now.
    func hiddenPlaces() -> HiddenPlaces { HiddenPlaces(runtimeDirectory: runtimeDirectory, sockets: sockets) }

    /// The command line that runs `command` confined.
    func wrap(_ command: [String], hiding places: HiddenPlaces) -> [String] {
        let namespaces = ["--unshare-user", "--unshare-pid", "--cap-drop", "ALL", "--die-with-parent", "--new-session"]
        let files = ["--dev-bind", "/", "/", "--proc", "/proc"]
        let directories = places.directories.flatMap { ["--perms", $0.mode, "--tmpfs", $0.path] }
        let own = ["--bind", visible, visible]
        let hidden = places.sockets.flatMap { ["--bind", "/dev/null", $0] }
        return [program] + namespaces + files + directories + own + hidden + ["--"] + command
    }
}
