/// The serials of recent input events, by which requests tell what the user did to cause them.
struct SerialLedger {
    private struct Entry {
        var serial: UInt32
        var client: Client
    }

    private static let capacity = 256

    private var actions: [Entry] = []

    /// A press or release that the client was told of.
    mutating func add(_ serial: UInt32, client: Client) {
        if actions.count == Self.capacity { actions.removeFirst() }
        actions.append(Entry(serial: serial, client: client))
    }

    mutating func forget(_ client: Client) {
        actions.removeAll { $0.client == client }
    }

    func contains(_ serial: UInt32, client: Client) -> Bool {
        actions.contains { $0.serial == serial && $0.client == client }
    }

    /// Serials wrap around: the nearer way decides.
    static func isOlder(_ serial: UInt32, than other: UInt32) -> Bool {
        Int32(bitPattern: serial &- other) < 0
    }
}
