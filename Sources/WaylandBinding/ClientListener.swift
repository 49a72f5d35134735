import Glibc
import Logging
package import Runtime

/// Accepts clients on a listening socket, all with the same privilege.
package final class ClientListener {
    private let display: WaylandDisplay
    private let descriptor: OwnedDescriptor
    private let privilege: ClientPrivilege
    private let logger = Logger(label: "kagami.wayland")
    private var source: DescriptorSource?
    private var acceptAgain: Timer?

    /// The pause, in microseconds, after the process ran out of descriptors.
    private static let pauseMicroseconds: Int64 = 500_000

    package init(_ display: WaylandDisplay, descriptor: OwnedDescriptor, privilege: ClientPrivilege)
        throws(RuntimeError)
    {
        self.display = display
        self.descriptor = descriptor
        self.privilege = privilege
        acceptAgain = display.loop.makeTimer { [weak self] in self?.source?.update(.readable) }
        source = try display.loop.watch(descriptor.number) { [weak self] in self?.ready($0) }
    }

    deinit {
        source?.cancel()
    }

    private func ready(_ readiness: Readiness) {
        guard readiness.contains(.readable) else { return source?.cancel() ?? () }
        // The socket's creator may share the descriptor: it may have accepted the client already, or have made the
        // socket blocking.
        guard fcntl(descriptor.number, F_SETFL, O_NONBLOCK) == 0 else { return }
        // A client needs two descriptors: without the second it would be disconnected instead of waiting.
        let spare = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        guard spare >= 0 else { return acceptFailed(errno) }
        let client = accept(descriptor.number, nil, nil)
        let reason = errno
        close(spare)
        guard client >= 0 else { return acceptFailed(reason) }
        guard fcntl(client, F_SETFD, FD_CLOEXEC) == 0,
            display.addClient(descriptor: client, privilege: privilege) != nil
        else {
            logger.warning("client not accepted", metadata: ["errno": "\(errno)"])
            return _ = close(client)
        }
    }

    private func acceptFailed(_ reason: CInt) {
        switch reason {
        case EAGAIN, EINTR, ECONNABORTED: return
        default:
            // The socket stays readable while no descriptor is free: pause instead of spinning.
            logger.warning("cannot accept client, will retry", metadata: ["errno": "\(reason)"])
            source?.update([])
            acceptAgain?.arm(after: Self.pauseMicroseconds)
        }
    }
}
