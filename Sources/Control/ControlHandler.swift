import Mirroring

/// What answers the requests of the control socket.
///
/// Calls come on the service's thread, one request of a connection at a time.
package protocol ControlHandler: AnyObject {
    /// Acts on a request and answers it, or returns nil and calls `connection.reply` later.
    ///
    /// `files` are the descriptors that came with it. Requests for streams do not come here: the server keeps the
    /// subscriptions itself.
    func handle(
        _ request: ControlRequest, with files: AttachedFiles, from connection: ControlConnection
    ) -> ControlReply?

    /// `connection` will be sent the stream from now on; what it should see first may be sent to it at once.
    func subscribed(_ connection: ControlConnection, to stream: ControlStream)

    /// Nobody is there any more; what the connection held down or brought along should go.
    func connectionClosed(_ connection: ControlConnection)
}

extension ControlHandler {
    package func subscribed(_ connection: ControlConnection, to stream: ControlStream) {}
    package func connectionClosed(_ connection: ControlConnection) {}
}

/// What a connection can subscribe to.
package enum ControlStream: Hashable, Sendable, CaseIterable {
    /// Lines of `ServiceEvent`.
    case events
    /// Lines of `RecordedInput`.
    case input
}

/// The server's bounds on what one client may cost.
package struct ControlLimits: Hashable, Sendable {
    /// Bytes in one request.
    package var requestBytes = 1 << 20
    /// Bytes that wait for a reader before its streams are dropped, and past which no more of its requests are read.
    package var queuedBytes = 1 << 20
    package var connections = 128
    /// Descriptors that wait for the request that they came with.
    package var descriptors = 4
    /// Requests that one connection has answered in a turn of the loop; the others wait while everyone else has theirs.
    package var requestsInTurn = 32
    /// How long a turn's share may take; what has begun is finished.
    package var turnMicroseconds: Int64 = 1000

    package init() {}
}
