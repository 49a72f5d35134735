/// Which connectors have changed since the last look, as far as the kernel's events say so.
///
/// Asking a connector may take a second; the others' last state costs nothing.
struct PendingProbes {
    private var named: [String: Set<ConnectorID>] = [:]
    private var unnamed: Set<String> = []

    var isEmpty: Bool { named.isEmpty && unnamed.isEmpty }

    /// Notes an event of the card at this path; nil for one that names no connector.
    mutating func add(card: String, connector: ConnectorID?) {
        if let connector { named[card, default: []].insert(connector) } else { unnamed.insert(card) }
    }

    /// The connectors of a card to ask; nil for all.
    func connectors(ofCard path: String) -> Set<ConnectorID>? {
        unnamed.contains(path) ? nil : named[path] ?? []
    }
}
