import CDRM
import Geometry
import Glibc
import Logging
import LoginSeat
import Mirroring
import Runtime

/// A display card with its connectors and heads.
final class Card {
    let hardware: CardHardware
    private(set) var connectors: [Connector]
    /// Called when a picture is on screen.
    var onPresented: ((OutputID, Presentation) -> Void)?
    /// Called when the device stops responding because it was removed.
    var onLost: (() -> Void)?

    private let loop: EventLoop
    let logger: Logger
    /// Clients' buffers that have been on screen, or nearly.
    let clients = FramebufferCache<ClientFramebuffer>()
    private(set) var heads: [OutputID: Head] = [:]
    /// Heads from before a pause: their framebuffers may still be on screen, and are freed afterwards.
    private var retired: [Head] = []
    private var nextToken: UInt64 = 1
    private var source: DescriptorSource?

    init(_ device: SeatDevice, loop: EventLoop, logger: Logger) throws(KMSError) {
        self.loop = loop
        self.logger = logger
        hardware = try CardHardware(device)
        connectors = hardware.probeConnectors()
        do {
            source = try loop.watch(device.descriptor) { [weak self] in self?.receive($0) }
        } catch {
            throw KMSError(.watchDevice, device: device.path, errorNumber: error.errorNumber)
        }
    }

    var path: String { hardware.file.path }
    var outputs: [OutputDescription] { connectors.map(\.description) }

    func owns(_ id: OutputID) -> Bool { connectors.contains { $0.output == id } }

    /// Probes the connectors again.
    func probe() {
        connectors = hardware.probeConnectors()
        for connector in connectors where connector.isLinkBad {
            if let head = heads[connector.output] { retrain(head) }
        }
    }

    /// Enables an output; if that is refused, the other outputs are unchanged.
    func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome {
        guard let connector = connectors.first(where: { $0.output == id }), connector.description.isConnected else {
            return .refused("nothing is connected")
        }
        guard let timing = connector.modeList.timing(for: mode) else {
            return .refused("the display has no such mode")
        }
        let plan = ModesetRequest(connector: connector, enabled: Array(heads.values), resources: hardware.resources)
        guard let plan else { return .noRoom("the card cannot drive that many displays at once") }
        do {
            let picture = try HeadFramebuffers(file: hardware.file, mode: mode, timing: timing, transform: transform)
            let head = Head(loop: loop, connector: connector, pipe: plan.pipe, picture: picture)
            head.onPresented = { [weak self] in self?.onPresented?(id, $0) }
            let failure = plan.commit(head, connectors: connectors, on: hardware)
            if failure != 0 {
                let reason = String(cString: strerror(failure))
                return .failed(failure, reason: reason) { isRoomLacking(for: head) }
            }
            heads[id]?.retire()
            heads[id] = head
            reconsiderPlanes()
            return .done
        } catch {
            return .failed(error.errorNumber, reason: "\(error)")
        }
    }

    /// Whether the card, which has refused the head, would accept it if another head were disabled.
    private func isRoomLacking(for head: Head) -> Bool {
        let others = heads.filter { $0.key != head.connector.output }
        return others.keys.contains { left in
            let enabled = others.filter { $0.key != left }.map(\.value)
            let plan = ModesetRequest(connector: head.connector, enabled: enabled, resources: hardware.resources)
            return plan?.test(head, connectors: connectors, on: hardware) == 0
        }
    }

    func disable(_ id: OutputID) {
        guard let head = heads.removeValue(forKey: id) else { return }
        head.retire()
        reconsiderPlanes()
        guard var request = AtomicRequest() else { return }
        request.turnOff(head.connector)
        request.turnOff(head.pipe.crtc)
        request.turnOff(head.pipe.plane)
        if let plane = head.cursor.plane?.plane { request.turnOff(plane) }
        let failure = request.modeset(hardware.file)
        if failure != 0 {
            logger.debug("output not turned off", metadata: ["output": "\(id)", "errno": "\(failure)"])
        }
    }

    func acquire(on id: OutputID) -> AcquireOutcome {
        guard let head = heads[id] else { return .failed("the output is off") }
        do {
            return try head.acquire()
        } catch {
            return .failed("\(error)")
        }
    }

    func present(damage: Region<OutputSpace>, on id: OutputID) -> PresentOutcome {
        flip(id) { head, token throws(KMSError) in
            try head.flip(damage: damage, token: token, on: hardware.file)
        }
    }

    /// Shows the head's layers as they are now above its picture.
    func presentLayers(on id: OutputID) -> PresentOutcome {
        flip(id) { head, token throws(KMSError) in try head.flipLayers(token: token, on: hardware.file) }
    }

    func flip(
        _ id: OutputID, _ body: (Head, _ token: UInt64) throws(KMSError) -> PresentOutcome
    ) -> PresentOutcome {
        guard let head = heads[id] else { return .failed("the output is off") }
        let token = nextToken
        nextToken += 1
        do {
            return try body(head, token)
        } catch {
            return .failed("\(error)")
        }
    }

    /// Retires all heads: the device may no longer be used.
    func pause() {
        for head in heads.values { head.retire() }
        retired += heads.values
        heads = [:]
    }

    /// Resumes use of the device after a pause.
    func resume() {
        retired = []
        clients.dropGone()
        probe()
    }

    /// Closes the card, first restoring its initial state if `restoring`.
    func close(restoring: Bool) {
        for head in heads.values { head.retire() }
        let failure = restoring ? hardware.restore() : 0
        if failure != 0 { logger.debug("console's mode not restored", metadata: ["errno": "\(failure)"]) }
        heads = [:]
        retired = []
        clients.removeAll()
        // The source holds a duplicate of the descriptor: the device is closed only when both are.
        source?.cancel()
        source = nil
        hardware.file.close()
    }

    /// Enables a head again after its link was lost.
    private func retrain(_ head: Head) {
        guard var request = AtomicRequest() else { return }
        request.light(head, on: head.pipe)
        let failure = request.modeset(hardware.file)
        logger.warning(
            "link lost and retrained", metadata: ["output": "\(head.connector.output)", "errno": "\(failure)"])
    }

    private func receive(_ readiness: Readiness) {
        var events: [FlipEvent] = []
        if readiness.contains(.readable) {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(hardware.file.descriptor, &bytes, bytes.count)
            if count > 0 { events = bytes.withUnsafeBytes { FlipEvent.parse(.init(rebasing: $0.prefix(count))) } }
        }
        for event in events {
            heads.values.first { $0.pendingToken == event.token }?.flipHappened(event)
        }
        clients.dropGone()
        guard events.isEmpty, !readiness.isDisjoint(with: [.hungUp, .failed]) else { return }
        source?.cancel()
        source = nil
        onLost?()
    }
}
