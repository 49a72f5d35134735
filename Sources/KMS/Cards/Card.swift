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
    /// Called when the device stops responding because it was removed.
    var onLost: (() -> Void)?

    let loop: EventLoop
    let reports: DisplayReports
    let logger: Logger
    /// Clients' buffers that have been on screen, or nearly.
    let clients = FramebufferCache<ClientFramebuffer>()
    var heads: [OutputID: Head] = [:]
    /// Outputs that were enabled with what they showed before, such as a boot splash; nil where none are to keep that, as once the
    /// card has been given back to others in between, whose pictures are none of ours.
    var earlierPictures: Set<OutputID>? = []
    /// What planes can show of clients' buffers, once it has been asked for.
    var scanoutOffers: [PlaneID: ScanoutOffer] = [:]
    /// What the cables of displays that are plugged in carry, and their frames have, where they can.
    var depth = ColorDepth.eight
    /// Where the memory for frames comes from; nil where the processor draws.
    var graphics: CardGraphics? {
        didSet { isDrawnByOwn = graphics?.isOwn(ofCard: path) ?? true }
    }
    /// Whether clients draw with the card's own device, as far as is known.
    private(set) var isDrawnByOwn = true
    /// Heads from before a pause: their framebuffers may still be on screen, and are freed afterwards.
    private var retired: [Head] = []
    private var nextToken: UInt64 = 1
    private var source: DescriptorSource?
    private var training = LinkTraining()
    /// The outputs whose layers the hardware will be asked about again in a moment.
    private var reviewed: Set<OutputID> = []

    /// With its connectors as they were last asked.
    init(_ device: SeatDevice, loop: EventLoop, reports: DisplayReports, logger: Logger) throws(KMSError) {
        self.loop = loop
        self.reports = reports
        self.logger = logger
        hardware = try CardHardware(device)
        connectors = hardware.connectors { _ in false }
        do {
            source = try loop.watch(device.descriptor) { [weak self] in self?.receive($0) }
        } catch {
            throw KMSError(.watchDevice, device: device.path, errorNumber: error.errorNumber)
        }
    }

    var path: String { hardware.file.path }

    /// Also true for an enabled output whose connector has vanished, until it is disabled.
    func owns(_ id: OutputID) -> Bool {
        heads[id] != nil || connectors.contains { $0.output == id && $0.isForDisplays }
    }

    /// The enabled outputs whose names now belong to other connectors: a hub was taken away and another one, or the same
    /// again, has its place.
    var replaced: [OutputID] {
        connectors.filter { heads[$0.output]?.connector.id ?? $0.id != $0.id }.map(\.output)
    }

    /// What to ask the connectors that may have changed, nil for all, and those that are new; nil for nothing.
    func questions(_ changed: Set<ConnectorID>?) -> ConnectorQuestions? {
        let known = Set(connectors.map(\.id))
        return ConnectorQuestions(
            hardware.connectorIDs.filter { changed?.contains($0) ?? true || !known.contains($0) }, of: hardware.file)
    }

    /// Looks at the connectors again, and has all asked what is connected if `isAsking`.
    func look(isAsking: Bool) {
        connectors = hardware.connectors { _ in isAsking }
        for connector in connectors where connector.isLinkBad {
            if let head = heads[connector.output], head.connector.id == connector.id { linkLost(head) }
        }
    }

    func acquire(on id: OutputID) -> AcquireOutcome {
        guard let head = heads[id] else { return .failed("the output is off") }
        return head.acquire()
    }

    /// Shows a frame, of which nothing has been refused.
    func commit(_ frame: OutputFrame, _ picture: FramePicture, on id: OutputID) -> PresentOutcome {
        guard let head = heads[id] else { return .failed("the output is off") }
        head.cursor.layer = frame.cursor
        head.timing.wanted = frame.timing
        let token = nextToken
        nextToken += 1
        do {
            try use(layersOf: frame, on: head)
            let outcome: PresentOutcome
            switch picture {
            case .unchanged: outcome = try head.flipLayers(token: token, by: hardware.modeSetting)
            case .drawn(let damage, let fence):
                outcome = try head.flip(damage: damage, after: fence, token: token, by: hardware.modeSetting)
            case .content:
                let pictures = try pictures(ofContentIn: frame, on: head)
                outcome = try head.flip(to: pictures, token: token, by: hardware.modeSetting)
            }
            // What was accepted in a test may be refused for what another display has begun to show since.
            if case .failed = outcome, head.isRefused { _ = yieldSnapshots(to: id) }
            return outcome
        } catch {
            return .failed("\(error)")
        }
    }

    /// Has a head's picture composed once more when the hardware may be asked about it, where the refusal of another has been the
    /// answer so far: a still picture would stay drawn for good.
    func reviewLayers(of head: Head) {
        let id = head.connector.output
        guard let due = head.answers.due, reviewed.insert(id).inserted else { return }
        loop.schedule(afterMicroseconds: due.microseconds - loop.turnTime) { [weak self] in
            guard let self, reviewed.remove(id) != nil, let head = heads[id], let due = head.answers.due else { return }
            guard due.microseconds <= loop.turnTime else { return reviewLayers(of: head) }
            head.answers.reviewed()
            reports.pictureLost(on: id)
        }
    }

    /// Retires all heads: the device may no longer be used.
    func pause() {
        for head in heads.values { head.retire() }
        retired += heads.values
        heads = [:]
        earlierPictures = nil
    }

    /// Resumes use of the device after a pause.
    func resume() {
        retired = []
        clients.dropGone()
        look(isAsking: true)
    }

    /// Closes the card, first restoring its initial state if `restoring`.
    func close(restoring: Bool) {
        for head in heads.values { head.retire() }
        let failure = restoring ? hardware.restore(disabling: heads.values.map(\.connector)) : 0
        if failure != 0 { logger.debug("console's mode not restored", metadata: ["errno": "\(failure)"]) }
        heads = [:]
        retired = []
        clients.removeAll()
        // The source holds a duplicate of the descriptor: the device is closed only when both are.
        source?.cancel()
        source = nil
        hardware.file.close()
    }

    /// Enables a head again after its link was lost, or gives the output up where that does not help.
    private func linkLost(_ head: Head) {
        // What is off is trained when it is turned on.
        guard head.isOn else { return }
        let id = head.connector.output
        guard training.lost(id, at: Timestamp(microseconds: loop.turnTime)) == .train else {
            reports.failed(id, "its link cannot be trained; try another cable, another socket or a smaller mode")
            return
        }
        let failure = hardware.modeSetting.relight(head)
        logger.warning("link lost, training it anew", metadata: ["output": "\(id)", "errno": "\(failure)"])
    }

    private func receive(_ readiness: Readiness) {
        var events: [FlipEvent] = []
        if readiness.contains(.readable) {
            events = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { bytes in
                let count = read(hardware.file.descriptor, bytes.baseAddress, bytes.count)
                return count > 0 ? FlipEvent.parse(UnsafeRawBufferPointer(rebasing: bytes.prefix(count))) : []
            }
        }
        for event in events {
            guard let head = heads.values.first(where: { $0.pendingToken == event.token }) else { continue }
            head.flipHappened(event)
            settlePower(of: head)
            settleGamma(of: head)
        }
        clients.dropGone()
        guard events.isEmpty, !readiness.isDisjoint(with: [.hungUp, .failed]) else { return }
        source?.cancel()
        source = nil
        onLost?()
    }
}

/// Decides what to do about displays whose links were lost: a link that is lost again and again cannot be trained.
struct LinkTraining {
    enum Step {
        case train
        /// The link has been trained in vain.
        case giveUp
    }

    private var attempts: [OutputID: [Timestamp]] = [:]

    /// Notes that a link is found lost.
    mutating func lost(_ id: OutputID, at now: Timestamp) -> Step {
        let recent = attempts[id, default: []].filter { now.microseconds - $0.microseconds < Self.memory }
        guard recent.count < Self.maximumAttempts else {
            attempts[id] = nil
            return .giveUp
        }
        attempts[id] = recent + [now]
        return .train
    }

    private static let maximumAttempts = 3
    /// Losses that are further apart, in microseconds, have nothing to do with each other: somebody moves the cable.
    private static let memory: Int64 = 10_000_000
}
