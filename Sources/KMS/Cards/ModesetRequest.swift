import Mirroring

/// A commit that enables a head, or changes its mode, beside the heads that are already enabled.
struct ModesetRequest {
    /// The objects for the head that is being enabled.
    let pipe: HeadPipe
    /// The best format of the wanted depth that the pipe's plane shows.
    let format: ScanoutFormat
    /// The heads that stay enabled, with their new pipes, which rarely differ from the old ones.
    private let others: [(head: Head, pipe: HeadPipe)]
    /// Whether planes keep the layers that they show: snapshots and clients' buffers.
    /// Otherwise the layers are turned off, and drawn from the next frame on.
    var keepsLayers = true

    /// The ways to enable the connector with frames of a depth, the best first.
    /// None if the hardware cannot drive all heads at once, or if no plane shows such frames.
    static func candidates(
        connector: Connector, depth: ColorDepth, enabled: [Head], resources: CardResources
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
            guard let pipe = pipes[connector.id].flatMap(resources.pipe),
                let format = pipe.plane.limits.drawnFormat(depth)
            else { return nil }
            let others = others.map { ($0, pipes[$0.connector.id].flatMap(resources.pipe) ?? $0.pipe) }
            // Heads that move to another pipe keep their buffers.
            guard others.allSatisfy({ $0.1.plane.limits.shows($0.0.picture.format) }) else { return nil }
            return ModesetRequest(pipe: pipe, format: format, others: others)
        }
    }

    private init(pipe: HeadPipe, format: ScanoutFormat, others: [(head: Head, pipe: HeadPipe)]) {
        self.pipe = pipe
        self.format = format
        self.others = others
    }

    /// Makes the change; returns 0 or an errno.
    ///
    /// Also disables everything that no head uses: cursors, overlays and outputs that an earlier program left enabled.
    func commit(_ head: Head, connectors: [Connector], on hardware: CardHardware) -> CInt {
        let failure = hardware.modeSetting.make(change(for: head, connectors: connectors, on: hardware))
        if failure == 0 {
            for (head, pipe) in relit + [(head, pipe)] { head.lit(on: pipe, showing: head.barePictures(on: pipe)) }
            if !keepsLayers { for (head, _) in others { head.lostLayers() } }
        }
        return failure
    }

    /// Tests the change without making it; returns 0 or an errno.
    func test(_ head: Head, connectors: [Connector], on hardware: CardHardware) -> CInt {
        hardware.modeSetting.test(change(for: head, connectors: connectors, on: hardware))
    }

    /// The other heads that the change lights again.
    private var relit: [(head: Head, pipe: HeadPipe)] {
        others.filter { head, pipe in
            pipe.numbers != head.pipe.numbers || !keepsLayers && head.isPrimaryReplaced
        }
    }

    /// The planes of heads that the change does not light again.
    private var planesLeft: [PlaneID] {
        others.filter { head, pipe in pipe.numbers == head.pipe.numbers }.flatMap { head, _ in
            let layer = keepsLayers ? [] : head.layerPlanes.map(\.id)
            return head.planes.map(\.id).filter { !layer.contains($0) }
        }
    }

    private func change(for head: Head, connectors: [Connector], on hardware: CardHardware) -> PipeChange {
        let used = others + [(head, pipe)]
        let resources = hardware.resources
        let shown = used.map(\.pipe.plane.id) + planesLeft
        return PipeChange(
            enabled: relit + [(head, pipe)],
            unusedConnectors: connectors.filter { connector in
                !used.contains { $0.head.connector.id == connector.id }
            },
            unusedCRTCs: resources.crtcs.filter { crtc in !used.contains { $0.pipe.crtc.id == crtc.id } },
            unusedPlanes: resources.planes.filter { !shown.contains($0.id) })
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
        crtcs.first { $0.id == connector.wiredCRTC }
    }
}

extension CardGraphics {
    /// The memory for frames that the plane of `way` shows; nil if the device cannot make any.
    func memory(for way: ModesetRequest, on hardware: CardHardware) -> GraphicsMemory? {
        guard way.format.isDrawn else { return nil }
        let modifiers = Self.modifiers(
            way.pipe.plane.limits.layouts, of: way.format, isOwn: isOwn(ofCard: hardware.file.path),
            drawsLinear: drawsLinear)
        guard !modifiers.isEmpty else { return nil }
        return GraphicsMemory(allocator: allocator, modifiers: modifiers, isModified: hardware.takesModifiers)
    }
}
