import Glibc
import Runtime

/// Accepts clients on a listening socket, all of them with one privilege.
final class ClientListener {
    private let display: WaylandDisplay
    private let descriptor: CInt
    private let privilege: ClientPrivilege
    private var source: DescriptorSource?

    /// Takes the descriptor over, and closes it in the end.
    init(_ display: WaylandDisplay, descriptor: CInt, privilege: ClientPrivilege) throws(WaylandError) {
        self.display = display
        self.descriptor = descriptor
        self.privilege = privilege
        do throws(RuntimeError) {
            source = try display.loop.watch(descriptor) { [weak self] in self?.ready($0) }
        } catch {
            throw WaylandError(error.operation, error.object, errorNumber: error.errorNumber)
        }
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }

    private func ready(_ readiness: Readiness) {
        guard readiness.contains(.readable) else { return source?.cancel() ?? () }
        // Whoever made the socket may still hold it and have taken the client, or have made it wait for the next.
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { return }
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        guard fcntl(client, F_SETFD, FD_CLOEXEC) == 0,
            display.addClient(descriptor: client, privilege: privilege) != nil
        else { return _ = close(client) }
    }
}
