import Control

/// The reply to a request that is still being carried out; its sender may have gone by then.
struct LaterReply {
    private weak var connection: ControlConnection?

    init(_ connection: ControlConnection) {
        self.connection = connection
    }

    /// Somebody is still there to hear it.
    var isWanted: Bool { connection?.isClosed == false }

    func send(_ reply: ControlReply) {
        connection?.reply(reply)
    }
}
