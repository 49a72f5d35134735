import CDRM
import Glibc
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
