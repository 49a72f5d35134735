import Mirroring

/// Decides which connectors count as connected when their drivers cannot tell.
///
/// Such connectors count if nothing is certainly connected, as on the kernel's console. A built-in connector always counts. A connector
/// that has counted goes on to count until its driver says that nothing is connected, because plugging in another display must not take the
/// panel away.
struct UncertainConnectors {
    private var counted: Set<OutputID> = []

    /// The connectors' descriptions, with `isConnected` set for those that count.
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
    /// The description, which says that a display is connected unless `connection` says otherwise.
    let description: OutputDescription
}

extension OutputDescription {
    /// The same connector without a display.
    var disconnected: OutputDescription {
        OutputDescription(id: id, connector: connector, isConnected: false, mounting: mounting)
    }
}
