import CDRM
import Glibc
import Mirroring
import Runtime

/// The connectors of one card whose displays the kernel is to ask what they are, which may take a second each.
///
/// The answers stay in the kernel, where `Connector` reads them afterwards.
struct ConnectorQuestions: Sendable {
    private let card: OwnedDescriptor
    private let connectors: [UInt32]

    /// Nil where there is nothing to ask, or the card cannot be used by another thread.
    init?(_ connectors: [ConnectorID], of file: DRMFile) {
        guard !connectors.isEmpty, file.isOpen else { return nil }
        // One of its own, which outlives a card that is closed meanwhile.
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        card = OwnedDescriptor(owning: descriptor)
        self.connectors = connectors.map(\.raw)
    }

    /// Asks them all.
    func ask() {
        for connector in connectors { drmModeFreeConnector(drmModeGetConnector(card.number, connector)) }
    }
}

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

/// When displays are asked again for their EDID that have not given one: some need a moment after they were plugged in.
struct EDIDRetries {
    private var silent: Set<OutputID> = []
    private var tries = 0

    /// Milliseconds from one try to the next.
    private static let delays: [Int64] = [500, 1000, 2500]

    /// Takes the displays that have no EDID now; returns the microseconds after which to ask again, nil for not at all.
    mutating func next(_ silent: Set<OutputID>) -> Int64? {
        if !silent.isSubset(of: self.silent) { tries = 0 }
        self.silent = silent
        guard !silent.isEmpty, tries < Self.delays.count else { return nil }
        defer { tries += 1 }
        return Self.delays[tries] * 1000
    }
}
