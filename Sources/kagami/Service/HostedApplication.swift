import Runtime

/// The application that the service was started for.
struct HostedApplication {
    let process: ChildProcess
    let command: [String]

    /// Starts `command` with the sockets' names in its environment; a failure names the program and says why.
    init(
        _ command: [String], environment: [String: String], waylandDisplay: String, controlSocket: String,
        loop: EventLoop, onExit: @escaping (ProcessExit) -> Void
    ) throws {
        var environment = environment
        environment["WAYLAND_DISPLAY"] = waylandDisplay
        environment["KAGAMI_SOCKET"] = controlSocket
        environment["XDG_SESSION_TYPE"] = "wayland"
        // The application must not end up on some other server that happens to run.
        environment["DISPLAY"] = nil
        self.command = command
        do throws(RuntimeError) {
            process = try ChildProcess(loop: loop, command: command, environment: environment, onExit: onExit)
        } catch {
            throw CommandFailure("cannot \(error); check the application's name and PATH")
        }
    }

    var name: String { command.first ?? "" }
}
