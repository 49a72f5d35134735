import Glibc
import Runtime

/// Runs a program under bubblewrap so that it sees only its own socket: in separate mount, user and process namespaces,
/// without privileges.
struct Confinement: Hashable, Sendable {
    /// The path of bubblewrap's `bwrap`.
    let program: String
    /// The directory that is empty inside, except for `visible`.
    let hiddenFolder: String
    /// The application's own directory in it.
    let visible: String
    /// Sockets elsewhere to hide.
    let hiddenFiles: [String]

    /// A confinement to `visible`; nil if bubblewrap is not installed.
    ///
    /// `controlSocket` may lie anywhere.
    init?(to visible: String, in runtimeDirectory: String, controlSocket: String, environment: [String: String]) {
        guard let program = ProgramPath.find("bwrap", in: environment) else { return nil }
        var files = controlSocket.hasPrefix(runtimeDirectory + "/") ? [] : [controlSocket]
        // Through these root could regain what the confinement withholds.
        if geteuid() == 0 { files += ["/run/dbus/system_bus_socket", "/run/systemd/private"].filter(FilePath.exists) }
        self.init(program: program, hiddenFolder: runtimeDirectory, visible: visible, hiddenFiles: files)
    }

    init(program: String, hiddenFolder: String, visible: String, hiddenFiles: [String]) {
        self.program = program
        self.hiddenFolder = hiddenFolder
        self.visible = visible
        self.hiddenFiles = hiddenFiles
    }

    /// The command line that runs `command` confined.
    func wrap(_ command: [String]) -> [String] {
        let namespaces = ["--unshare-user", "--unshare-pid", "--cap-drop", "ALL", "--die-with-parent"]
        let files = ["--dev-bind", "/", "/", "--proc", "/proc"]
        let folder = ["--perms", "0700", "--tmpfs", hiddenFolder, "--bind", visible, visible]
        let hidden = hiddenFiles.flatMap { ["--bind", "/dev/null", $0] }
        return [program] + namespaces + files + folder + hidden + ["--"] + command
    }
}

/// Looks programs up in PATH like a shell.
enum ProgramPath {
    /// The path of the executable `name`; nil if there is none.
    static func find(_ name: String, in environment: [String: String]) -> String? {
        if name.contains("/") { return isProgram(name) ? name : nil }
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
