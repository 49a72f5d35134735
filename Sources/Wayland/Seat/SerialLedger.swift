import WaylandBinding

/// The serials of recent input events, by which requests prove that the user acted.
struct SerialLedger {
    private struct Entry {
        var serial: UInt32
        var client: Client
    }

    private static let capacity = 256

    private var actions: [Entry] = []

    /// Records a press or release that was sent to the client.
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

    /// Compares serials modulo 2^32.
    static func isOlder(_ serial: UInt32, than other: UInt32) -> Bool {
        Int32(bitPattern: serial &- other) < 0
    }
}
