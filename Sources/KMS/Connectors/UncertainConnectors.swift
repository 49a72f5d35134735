import Mirroring

/// Decides which connectors count as connected whose drivers cannot tell.
///
/// As on the kernel's console, they count where nothing else is connected. A built-in one counts always; and one that has
/// counted goes on to until its driver says that nothing is connected: what is plugged in beside it must not take the panel
/// away.
struct UncertainConnectors {
    private var counted: Set<OutputID> = []

    /// The connectors' descriptions, `isConnected` where they count.
    mutating func settle(_ probed: [ProbedOutput]) -> [OutputDescription] {
        let isAnyCertain = probed.contains { $0.connection == .connected }
        counted = Set(
            probed.filter { output in
                guard output.connection == .unknown, !output.description.modes.isEmpty else { return false }
                return !isAnyCertain || output.description.connector.isBuiltIn
                    || counted.contains(output.description.id)
            }.map(\.description.id))
        return probed.map { output in
            let id = output.description.id
            return output.connection == .connected || counted.contains(id)
                ? output.description : output.description.disconnected
        }
    }
}

/// A connector as its driver describes it.
struct ProbedOutput {
    /// Whether a display is there.
    enum Connection {
        case connected
        case disconnected
        /// The driver has no way to find out.
        case unknown
    }

    let connection: Connection
    /// Connected unless `connection` says otherwise.
    let description: OutputDescription
}

extension OutputDescription {
    /// The same connector without a display.
    var disconnected: OutputDescription {
        OutputDescription(id: id, connector: connector, isConnected: false, mounting: mounting)
    }
}
