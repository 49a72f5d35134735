import Glibc
import Mirroring
package import Runtime

/// Why the control socket cannot be used; each description is one line with the problem and its remedy.
package enum ControlError: Error, Hashable {
    /// Neither `KAGAMI_SOCKET` nor `XDG_RUNTIME_DIR` gives a path.
    case noPath
    case pathTooLong(String)
    /// Another kagami answers there.
    case socketTaken(String)
    /// The file there is not a socket.
    case notASocket(String)
    /// Nothing answers there.
    case notRunning(String)
    /// The service has not replied for `seconds`.
    case noAnswer(String, seconds: Int)
    /// The service closed the connection.
    case closed(String)
    /// The service refused the request; its message.
    case refused(String)
    /// The service sent a line that is not a reply.
    case badReply(String)
    case system(RuntimeError)
}

extension ControlError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noPath:
            "no control socket: set XDG_RUNTIME_DIR (an absolute path) or KAGAMI_SOCKET, or pass --socket PATH"
        case .pathTooLong(let path):
            "socket path has \(path.utf8.count) bytes, at most \(SocketAddress.maximumLength) fit: \(path)"
        case .socketTaken(let path): "socket taken: another kagami runs at \(path); use --socket PATH for a second one"
        case .notASocket(let path): "\(path) exists and is not a socket; remove it or use --socket PATH"
        case .notRunning(let path): "no kagami is running at \(path); start one with: kagami run"
        case .noAnswer(let path, let seconds): "kagami at \(path) has not answered for \(seconds) s"
        case .closed(let path): "kagami at \(path) closed the connection"
        case .refused(let reason): reason
        case .badReply(let line): "not a reply from kagami: \(line.prefix(80).printable)"
        case .system(let error): error.description
        }
    }
}
