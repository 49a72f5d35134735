import CDRM
import Glibc
import Mirroring
import Runtime

/// The connectors of one card to probe, which may take a second each.
///
/// The kernel keeps the answers, and `Connector` reads them afterwards.
struct ConnectorQuestions: Sendable {
    private let card: OwnedDescriptor
    private let connectors: [UInt32]

    /// Nil if there is nothing to ask, or if the card cannot be used by another thread.
    init?(_ connectors: [ConnectorID], of file: DRMFile) {
        guard !connectors.isEmpty, file.isOpen else { return nil }
        // A duplicate, which stays open if the card is closed meanwhile.
        let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        card = OwnedDescriptor(owning: descriptor)
        self.connectors = connectors.map(\.raw)
    }

    /// Probes all of them.
    func ask() {
        for connector in connectors { drmModeFreeConnector(drmModeGetConnector(card.number, connector)) }
    }
}

/// The connectors that have changed since the last look, as far as the kernel's events name them.
///
/// Asking a connector may take a second; the others' last state costs nothing.
struct PendingProbes {
    private var named: [String: Set<ConnectorID>] = [:]
    private var unnamed: Set<String> = []

    var isEmpty: Bool { named.isEmpty && unnamed.isEmpty }

    /// Records an event of the card at this path; `connector` is nil if the event names none.
    mutating func add(card: String, connector: ConnectorID?) {
        if let connector { named[card, default: []].insert(connector) } else { unnamed.insert(card) }
    }

    /// The connectors of a card to probe; nil for all.
    func connectors(ofCard path: String) -> Set<ConnectorID>? {
        unnamed.contains(path) ? nil : named[path] ?? []
    }
}

/// Decides when to ask displays for their EDID again: some need a moment after they were plugged in.
struct EDIDRetries {
    private var silent: Set<OutputID> = []
    private var tries = 0

    /// The delays between tries, in milliseconds.
    private static let delays: [Int64] = [500, 1000, 2500]

    /// Takes the displays that have no EDID now; returns the microseconds until the next try, or nil for no more tries.
    mutating func next(_ silent: Set<OutputID>) -> Int64? {
        if !silent.isSubset(of: self.silent) { tries = 0 }
        self.silent = silent
        guard !silent.isEmpty, tries < Self.delays.count else { return nil }
        defer { tries += 1 }
        return Self.delays[tries] * 1000
    }
}
