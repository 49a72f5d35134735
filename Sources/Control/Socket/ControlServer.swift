import Glibc
package import Logging
package import Mirroring
package import Runtime

/// The control socket's server: requests in, replies and streams out, one JSON object a line.
///
/// A misbehaving client loses its connection and affects nothing else. The socket file is removed with this object.
package final class ControlServer {
    package let address: SocketAddress
    let limits: ControlLimits
    let access: ControlAccess
    let json = JSONLine()
    private let socket: ListeningSocket
    private let loop: EventLoop
    private let logger: Logger
    private weak var handler: (any ControlHandler)?
    private var connections: [ObjectIdentifier: ControlConnection] = [:]
    private var source: DescriptorSource?
    private var acceptAgain: Timer?
    /// A connection that was accepted but could not be watched; no other one is accepted before it is served.
    private var unwatched: ControlConnection?
    /// Whether descriptors, or other resources of a connection, have run out, and no connection has been accepted since.
    private var isShort = false

    /// The pause in accepting connections after the process ran out of descriptors.
    private static let pauseMicroseconds: Int64 = 500_000

    /// Binds `address`, replacing a dead service's socket, or listens on the socket that was handed over.
    ///
    /// Clients get the rights of `access`. `handler` is held weakly.
    package init(
        at address: SocketAddress, handedOver: ActivationSockets.Socket? = nil, loop: EventLoop,
        handler: any ControlHandler, access: ControlAccess = .full, limits: ControlLimits = ControlLimits(),
        logger: Logger = Logger(label: "kagami.control")
    ) throws(ControlError) {
        self.limits = limits
        self.access = access
        self.loop = loop
        self.handler = handler
        self.logger = logger
        if let handedOver {
            socket = try ListeningSocket(handedOver)
        } else {
            socket = try ListeningSocket(at: address)
        }
        self.address = socket.address
        do throws(RuntimeError) {
            source = try loop.watch(socket.descriptor) { [weak self] _ in self?.accept() }
            acceptAgain = loop.makeTimer { [weak self] in self?.goOnAccepting() }
        } catch {
            throw .system(error)
        }
    }

    /// Whether the stream has subscribers: if not, its lines need not be encoded.
    package func hasSubscribers(to stream: ControlStream) -> Bool {
        connections.values.contains { $0.streams.contains(stream) }
    }

    package func publish(_ event: ServiceEvent) {
        guard access.allows(event) else { return }
        publish(event, on: .events)
    }

    package func publish(_ input: RecordedInput) {
        publish(input, on: .input)
    }

    /// The number of open connections.
    package var connectionCount: Int { connections.count }

    private func publish(_ value: some Encodable, on stream: ControlStream) {
        guard hasSubscribers(to: stream) else { return }
        let line = json.encode(value)
        for connection in Array(connections.values) where connection.streams.contains(stream) {
            connection.publish(line)
        }
    }

    /// The answer to a command, or nil if the handler answers later.
    func answer(
        _ command: any ControlCommand, with files: AttachedFiles, from connection: ControlConnection
    ) -> (any Encodable)? {
        let kind = type(of: command)
        guard access.allows(kind) else { return ControlAnswer<Done>.failure(ControlAccess.refusal) }
        if handler?.isLocked == true, !kind.worksWhileLocked {
            return ControlAnswer<Done>.failure("the session is locked: unlock it first")
        }
        if let stream = kind as? any StreamCommand.Type { return subscribe(connection, to: stream.stream) }
        guard let handler else { return ControlAnswer<Done>.failure("kagami is shutting down") }
        return handler.commands.answer(command, files, from: connection)
    }

    private func subscribe(_ connection: ControlConnection, to stream: ControlStream) -> ControlAnswer<Done> {
        connection.subscribe(to: stream)
        // The handler's lines follow the reply.
        loop.deferAction { [weak self, weak connection] in
            guard let connection, !connection.isClosed else { return }
            self?.handler?.subscribed(connection, to: stream)
        }
        return .done
    }

    func ended(_ connection: ControlConnection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        handler?.connectionClosed(connection)
        // The connection's descriptors are free once the connection is released.
        if isShort { loop.deferAction { [weak self] in self?.goOnAccepting() } }
    }

    private func accept() {
        let descriptor = Glibc.accept(socket.descriptor, nil, nil)
        guard descriptor >= 0 else { return acceptFailed(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let connection = ControlConnection(descriptor, of: self, loop: loop)
        guard connections.count < limits.connections else {
            return connection.refuse("too many control connections: \(limits.connections)")
        }
        serve(connection)
    }

    /// Watches a connection from now on. Watching takes a descriptor of its own: without one the client waits.
    private func serve(_ connection: ControlConnection) {
        do throws(RuntimeError) {
            try connection.watch()
            connections[ObjectIdentifier(connection)] = connection
            isShort = false
        } catch {
            unwatched = connection
            pause(error.errorNumber)
        }
    }

    private func acceptFailed(_ reason: CInt) {
        switch reason {
        case EAGAIN, EINTR, ECONNABORTED: return
        default: pause(reason)
        }
    }

    /// Accepts nobody for a moment: the socket stays readable while the process has no descriptor to spare, and the
    /// loop must not spin on it.
    private func pause(_ reason: CInt) {
        if !isShort {
            logger.warning(
                "control connections wait", metadata: ["reason": "\(RuntimeError("accept", errorNumber: reason))"])
        }
        isShort = true
        source?.update([])
        acceptAgain?.arm(after: Self.pauseMicroseconds)
    }

    private func goOnAccepting() {
        guard isShort else { return }
        acceptAgain?.disarm()
        if let connection = unwatched {
            unwatched = nil
            serve(connection)
        }
        if unwatched == nil { source?.update(.readable) }
    }
}
