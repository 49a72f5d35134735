import Glibc
import Runtime

/// A listening Unix socket with its file.
///
/// A socket that is bound here has mode 0600 and replaces any leftover file; its file is removed with this object. The
/// file of a socket from the service manager stays.
final class SocketFile {
    private let path: String
    private let isOurs: Bool
    /// The listening socket.
    let descriptor: OwnedDescriptor

    init(at path: String) throws(RuntimeError) {
        self.path = path
        isOurs = true
        unlink(path)
        descriptor = try OwnedDescriptor(listeningOn: path)
    }

    /// Takes a socket that was handed over.
    init(_ socket: ActivationSockets.Socket) {
        path = socket.path
        descriptor = socket.descriptor
        isOurs = false
    }

    deinit {
        if isOurs { unlink(path) }
    }
}
