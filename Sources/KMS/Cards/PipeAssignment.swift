/// Decides which CRTC and primary plane each enabled connector uses.
struct PipeAssignment: Sendable {
    /// A connector to enable.
    struct Request: Hashable, Sendable {
        var connector: ConnectorID
        /// Bit n: the nth CRTC can drive it.
        var possibleCRTCs: UInt32
        var routing: Routing
    }

    /// How a connector is routed before the assignment.
    enum Routing: Hashable, Sendable {
        case none
        /// An earlier program routed it to this CRTC: tried first, because keeping it is faster.
        case wired(crtc: Int)
        /// Enabled by us: kept if possible, because a change blanks the picture for a moment.
        case enabled(Pipe)
    }

    /// A primary plane and the CRTCs that can show it.
    struct PrimaryPlane: Hashable, Sendable {
        var id: PlaneID
        /// Bit n: the nth CRTC can show it.
        var possibleCRTCs: UInt32
    }

    let crtcCount: Int
    let planes: [PrimaryPlane]

    /// The ways to give every request a pipe, the best first; none if the hardware cannot drive them all at once.
    ///
    /// CRTCs differ in their abilities: only a test commit shows which ways the hardware accepts.
    func assignments(_ requests: [Request]) -> [[ConnectorID: Pipe]] {
        var enabled: [ConnectorID: Pipe] = [:]
        var others: [Request] = []
        for request in requests {
            if case .enabled(let pipe) = request.routing {
                enabled[request.connector] = pipe
            } else {
                others.append(request)
            }
        }
        // Keep the present pipes if possible; otherwise assign all of them anew.
        var found: [[ConnectorID: Pipe]] = []
        place(others[...], enabled, &found)
        place(requests[...], [:], &found)
        return found
    }

    /// Every test costs a commit; no known card has more ways that differ.
    private static let maximumCount = 48

    private func place(
        _ requests: ArraySlice<Request>, _ chosen: [ConnectorID: Pipe], _ found: inout [[ConnectorID: Pipe]]
    ) {
        guard found.count < Self.maximumCount else { return }
        guard let request = requests.first else {
            if !found.contains(chosen) { found.append(chosen) }
            return
        }
        for pipe in pipes(for: request) where chosen.values.allSatisfy({ !$0.shares(with: pipe) }) {
            var next = chosen
            next[request.connector] = pipe
            place(requests.dropFirst(), next, &found)
        }
    }

    /// The pipes that the request can use, the present one first.
    private func pipes(for request: Request) -> [Pipe] {
        var pipes: [Pipe] = []
        for crtc in 0..<min(crtcCount, 32) where request.possibleCRTCs & 1 << crtc != 0 {
            for plane in planes where plane.possibleCRTCs & 1 << crtc != 0 {
                pipes.append(Pipe(crtc: crtc, plane: plane.id))
            }
        }
        let isPresent: (Pipe) -> Bool =
            switch request.routing {
            case .none: { _ in false }
            case .wired(let crtc): { $0.crtc == crtc }
            case .enabled(let present): { $0 == present }
            }
        return pipes.filter(isPresent) + pipes.filter { !isPresent($0) }
    }
}

extension Pipe {
    fileprivate func shares(with other: Pipe) -> Bool { crtc == other.crtc || plane == other.plane }
}
