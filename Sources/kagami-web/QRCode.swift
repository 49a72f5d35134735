import Glibc
import Runtime

/// Squares that a phone's camera reads, made by the program `qrencode`.
enum QRCode {
    enum Form: String {
        /// For a page.
        case picture = "SVG"
        /// For a terminal.
        case text = "ANSIUTF8"
    }

    /// The text as squares; nil if `qrencode` is not installed.
    ///
    /// The text goes through a socket: other users see the arguments of programs.
    static func make(_ text: String, as form: Form, program: String?) -> [UInt8]? {
        guard let program, let ends = try? SocketPair.make() else { return nil }
        defer { close(ends.ours) }
        let process = start([program, "-t", form.rawValue, "-m", "2", "-o", "-"], input: ends.theirs)
        close(ends.theirs)
        guard process > 0 else { return nil }
        _ = text.withCString { send(ends.ours, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
        shutdown(ends.ours, CInt(SHUT_WR))
        var picture: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(ends.ours, &buffer, buffer.count)
            if count > 0 { picture += buffer.prefix(count) } else if count == 0 || errno != EINTR { break }
        }
        var status: CInt = 0
        waitpid(process, &status, 0)
        return status == 0 ? picture : nil
    }

    /// Starts a program whose standard input and output are `input`; -1 if that fails.
    private static func start(_ words: [String], input: CInt) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, input, 1)
        var process: pid_t = -1
        let arguments = CStringArray(words)
        let result = withExtendedLifetime(arguments) {
            posix_spawn(&process, words[0], &actions, nil, arguments.pointers, environ)
        }
        return result == 0 ? process : -1
    }
}
