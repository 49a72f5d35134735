import CWayland
import Glibc
import Runtime

/// The clients that leave events unread.
///
/// The kernel holds a few hundred messages for a client, however short each is, and libwayland ends a connection that
/// takes no more: a mouse that reports a thousand times in a second would end a client that is busy for a third of one.
/// So the events of a client that reads none wait until they fill a message, and while `Client.isLagging` says so,
/// events that later ones replace are not sent at all.
final class LaggingClients {
    private let loop: EventLoop
    private var clients: [Client] = []
    /// The clients' sockets, as `poll` asks about them.
    private var sockets: [pollfd] = []
    /// Tell that a client reads again.
    private var watches: [Client: DescriptorSource] = [:]

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Looks after a client until it disconnects.
    func add(_ client: Client) {
        guard let handle = client.handle else { return }
        clients.append(client)
        sockets.append(pollfd(fd: wl_client_get_fd(handle), events: Int16(POLLOUT), revents: 0))
        client.onDestroy { [weak self, unowned client] in self?.remove(client) }
    }

    /// Sends the queued events of all clients that read what they are sent. Returns false if that is all clients, and
    /// nothing has been sent.
    func flush() -> Bool {
        if clients.isEmpty { return true }
        // A descriptor that is ready has room for more than libwayland keeps for a client.
        guard poll(&sockets, nfds_t(sockets.count), 0) != sockets.count || !watches.isEmpty else { return false }
        for (client, socket) in zip(clients, sockets) {
            if socket.revents != 0 { caughtUp(client) } else { lags(client, socket.fd) }
        }
        return true
    }

    private func lags(_ client: Client, _ socket: CInt) {
        if client.isLagging { return }
        watches[client] = try? loop.watch(socket, for: .writable) { [weak self, unowned client] _ in
            self?.caughtUp(client)
        }
        client.isLagging = watches[client] != nil
    }

    private func caughtUp(_ client: Client) {
        watches[client] = nil
        client.isLagging = false
        client.flush()
    }

    private func remove(_ client: Client) {
        guard let index = clients.firstIndex(of: client) else { return }
        watches[client] = nil
        clients.remove(at: index)
        sockets.remove(at: index)
    }
}
