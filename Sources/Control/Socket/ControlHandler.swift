/// The service behind the control socket, called on its thread.
package protocol ControlHandler: AnyObject {
    /// Handlers for all commands except those that subscribe to streams.
    var commands: CommandTable { get }

    /// Whether the session is locked: most commands are refused.
    var isLocked: Bool { get }

    /// `connection` has subscribed to the stream; initial lines may be sent to it at once.
    func subscribed(_ connection: ControlConnection, to stream: ControlStream)

    /// The connection has closed: release its keys, contacts and devices.
    func connectionClosed(_ connection: ControlConnection)
}

extension ControlHandler {
    package var isLocked: Bool { false }
    package func subscribed(_ connection: ControlConnection, to stream: ControlStream) {}
    package func connectionClosed(_ connection: ControlConnection) {}
}

/// Limits on the resources of one client.
package struct ControlLimits: Hashable, Sendable {
    /// The most bytes of a request.
    package var requestBytes = 1 << 20
    /// The most bytes queued for a reader. Beyond this limit its streams end, and no more of its requests are read.
    package var queuedBytes = 1 << 20
    package var connections = 128
    /// The most descriptors that wait for their request.
    package var descriptors = 4
    /// The most requests of one connection answered in a turn of the loop, so that other connections have their turn.
    package var requestsInTurn = 32
    /// The longest time one connection's requests may take in a turn; a request once begun is finished.
    package var turnMicroseconds: Int64 = 1000

    package init() {}
}
