import Control

/// A pending reply to a request; its connection may close first.
struct LaterReply {
    private weak var connection: ControlConnection?

    init(_ connection: ControlConnection) {
        self.connection = connection
    }

    /// Whether the connection is still open.
    var isWanted: Bool { connection?.isClosed == false }

    func send(_ reply: ControlReply) {
        connection?.reply(reply)
    }
}
