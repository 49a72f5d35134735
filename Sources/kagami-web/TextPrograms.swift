import Glibc
import KagamiCommands
import Runtime

/// The programs that type texts and hold the clipboard for pages, `kagami-remote text`: one for each page that has needed it.
///
/// A program whose page has gone stays as long as the clipboard has its text.
final class TextPrograms {
    private var processes: Set<pid_t> = []
    private let program: String?
    private let environment: [String: String]

    private static let limit = 16

    init(_ environment: [String: String], program: String?) {
        self.environment = environment
        self.program = program
    }

    /// Starts a program; its requests and replies go through the returned socket.
    func start() throws -> CInt {
        reap()
        guard let program else { throw CommandFailure("no such texts: install the package kagami-remote") }
        guard processes.count < Self.limit else { throw CommandFailure("too many pages type and copy") }
        let ends = try SocketPair.make()
        defer { close(ends.theirs) }
        do {
            processes.insert(
                try ChildProcess.spawn([program, "text", "--descriptor", "3"], environment, [ends.theirs]))
        } catch {
            close(ends.ours)
            throw error
        }
        return ends.ours
    }

    /// Forgets the programs that have ended.
    func reap() {
        processes = processes.filter { waitpid($0, nil, WNOHANG) == 0 }
    }

    func endAll() {
        for process in processes { kill(-process, SIGTERM) }
    }
}

/// Joins a page's WebSocket with the program that types and copies for it. Lines of JSON go both ways, in pieces of any size.
final class TextBridge {
    init(page: Wire, program: Wire, _ programs: TextPrograms) {
        page.source = program
        program.source = page
        page.onBytes = { bytes, _ in program.send(bytes) }
        page.onClosed = { program.finish() }
        program.onBytes = { [page] bytes, _ in page.send(bytes) }
        program.onClosed = { [page] in
            programs.reap()
            page.finish(code: 1001, "the program for texts has ended")
        }
    }
}
