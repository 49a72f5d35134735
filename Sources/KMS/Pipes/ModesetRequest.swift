import Glibc

/// A commit that enables a head, or changes its mode, beside the heads that are already enabled.
struct ModesetRequest {
    /// The objects for the head that is being enabled.
    let pipe: HeadPipe
    /// The heads that stay enabled with their new pipes, which rarely differ from the old ones.
    private let others: [(head: Head, pipe: HeadPipe)]

    /// The ways to enable the connector, the best first; none if the hardware cannot drive them all at once.
    static func candidates(
        connector: Connector, enabled: [Head], resources: CardResources
    ) -> [ModesetRequest] {
        let others = enabled.filter { $0.connector.id != connector.id }
        let requests = others.map { head in
            PipeAssignment.Request(
                connector: head.connector.id, possibleCRTCs: head.connector.possibleCRTCs,
                routing: .enabled(head.pipe.numbers))
        }
        let present = enabled.first { $0.connector.id == connector.id }?.pipe.crtc ?? resources.crtc(wiredTo: connector)
        let own = PipeAssignment.Request(
            connector: connector.id, possibleCRTCs: connector.possibleCRTCs,
            routing: present.map { .wired(crtc: $0.index) } ?? .none)
        return resources.assignment.assignments(requests + [own]).compactMap { pipes in
            guard let pipe = pipes[connector.id].flatMap(resources.pipe), pipe.plane.limits.drawnFormat != nil
            else { return nil }
            let others = others.map { ($0, pipes[$0.connector.id].flatMap(resources.pipe) ?? $0.pipe) }
            // Heads that move keep their buffers.
            guard others.allSatisfy({ $0.0.picture.format == $0.1.plane.limits.drawnFormat }) else { return nil }
            return ModesetRequest(pipe: pipe, others: others)
        }
    }

    private init(pipe: HeadPipe, others: [(head: Head, pipe: HeadPipe)]) {
        self.pipe = pipe
        self.others = others
    }

    /// Makes the change, which has been tested; returns 0 or an errno.
    ///
    /// Also disables everything that no head uses: cursors, overlays and outputs that an earlier program left enabled.
    func commit(_ head: Head, connectors: [Connector], on hardware: CardHardware) -> CInt {
        guard let request = request(for: head, connectors: connectors, on: hardware) else { return ENOMEM }
        let failure = request.modeset(hardware.file)
        if failure == 0 {
            for (head, pipe) in moved { head.pipe = pipe }
        }
        return failure
    }

    /// Tests the change without making it; returns 0 or an errno.
    func test(_ head: Head, connectors: [Connector], on hardware: CardHardware) -> CInt {
        request(for: head, connectors: connectors, on: hardware)?.test(hardware.file) ?? ENOMEM
    }

    private var moved: [(head: Head, pipe: HeadPipe)] {
        others.filter { $0.pipe.numbers != $0.head.pipe.numbers }
    }

    /// The cursor planes of heads that stay as they are.
    private var cursorsLeft: [PlaneID] {
        others.filter { $0.pipe.numbers == $0.head.pipe.numbers }.compactMap { $0.head.cursor.plane?.plane.id }
    }

    private func request(for head: Head, connectors: [Connector], on hardware: CardHardware) -> AtomicRequest? {
        guard var request = AtomicRequest() else { return nil }
        let used = others + [(head, pipe)]
        let resources = hardware.resources
        for connector in connectors where !used.contains(where: { $0.head.connector.id == connector.id }) {
            request.turnOff(connector)
        }
        for crtc in resources.crtcs where !used.contains(where: { $0.pipe.crtc.id == crtc.id }) {
            request.turnOff(crtc)
        }
        let shown = used.map(\.pipe.plane.id) + cursorsLeft
        for plane in resources.planes where !shown.contains(plane.id) { request.turnOff(plane) }
        for (head, pipe) in moved + [(head, pipe)] { request.light(head, on: pipe) }
        return request
    }
}

extension CardResources {
    fileprivate var assignment: PipeAssignment {
        PipeAssignment(
            crtcCount: crtcs.count,
            planes: planes.filter(\.isPrimary).map { plane in
                PipeAssignment.PrimaryPlane(id: plane.id, possibleCRTCs: plane.possibleCRTCs)
            })
    }

    fileprivate func pipe(_ numbers: Pipe) -> HeadPipe? {
        guard crtcs.indices.contains(numbers.crtc), let plane = planes.first(where: { $0.id == numbers.plane })
        else { return nil }
        return HeadPipe(crtc: crtcs[numbers.crtc], plane: plane)
    }

    fileprivate func crtc(wiredTo connector: Connector) -> CRTC? {
        guard let number = connector.properties[.crtcID]?.value, number != 0 else { return nil }
        return crtcs.first { UInt64($0.number) == number }
    }
}
