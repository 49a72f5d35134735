import Control
import Glibc
import KagamiCommands
import Runtime

/// The programs that serve displays' pictures, `kagami-remote view`: one for each display that somebody looks at.
final class ScreenServers {
    private struct Server {
        let process: pid_t
        let address: SocketAddress
        var viewers = 0
        /// When the last viewer left.
        var left: Int64?
    }

    private var servers: [String: Server] = [:]
    /// Programs that have been asked to end, and when.
    private var ending: [pid_t: Int64] = [:]
    private let folder: PrivateDirectory
    private let program: String?
    private let environment: [String: String]
    private var number = 0

    /// A page that is loaded again finds the program still running.
    private static let patience: Int64 = 3_000_000
    /// The most displays that are shown at a time.
    private static let limit = 8

    init(_ environment: [String: String], folder: PrivateDirectory, program: String?) {
        self.environment = environment
        self.folder = folder
        self.program = program
    }

    /// Whether there is anything to look after.
    var isBusy: Bool { !servers.isEmpty || !ending.isEmpty }

    /// The address where a display's pictures are served, perhaps in a moment; the display has one more viewer.
    func enter(_ output: String) throws -> SocketAddress {
        reap()
        if servers[output] == nil { servers[output] = try start(output) }
        servers[output]?.viewers += 1
        servers[output]?.left = nil
        return servers[output]!.address
    }

    /// A viewer has left who had entered at an address; the display may have another server by now.
    func leave(_ output: String, _ address: SocketAddress, now: Int64) {
        guard var server = servers[output], server.address == address else { return }
        server.viewers = max(0, server.viewers - 1)
        server.left = server.viewers == 0 ? now : nil
        servers[output] = server
    }

    /// Whether the display's program is running.
    func isRunning(_ address: SocketAddress) -> Bool {
        reap()
        return servers.values.contains { $0.address == address }
    }

    /// Ends the programs that nobody needs any more.
    func keep(now: Int64) {
        reap()
        for (output, server) in servers {
            guard let left = server.left, now - left >= Self.patience else { continue }
            servers[output] = nil
            ask(server, now)
        }
        for (process, asked) in ending where now - asked >= Self.patience { kill(-process, SIGKILL) }
    }

    func endAll() {
        for server in servers.values { kill(-server.process, SIGTERM) }
        for process in ending.keys { kill(-process, SIGKILL) }
    }

    private func ask(_ server: Server, _ now: Int64) {
        kill(-server.process, SIGTERM)
        unlink(server.address.path)
        ending[server.process] = now
    }

    private func reap() {
        servers = servers.filter { waitpid($0.value.process, nil, WNOHANG) == 0 }
        ending = ending.filter { waitpid($0.key, nil, WNOHANG) == 0 }
    }

    private func start(_ output: String) throws -> Server {
        guard let program else { throw CommandFailure("no pictures: install the package kagami-remote") }
        guard servers.count < Self.limit else { throw CommandFailure("too many displays are shown") }
        number += 1
        let address = try SocketAddress(path: "\(folder.path)/\(number)")
        let words = [
            program, "view", output, "--listen", "unix:\(address.path)", "--view-only", "--parent", "\(getpid())",
        ]
        return Server(process: try ChildProcess.spawn(words, environment), address: address)
    }
}
