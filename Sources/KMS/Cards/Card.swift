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
    /// The framebuffers of clients' buffers that were shown or tested.
    let clients = FramebufferCache<ClientFramebuffer>()
    var heads: [OutputID: Head] = [:]
    /// The enabled outputs that still show an earlier program's picture, such as a boot splash.
    /// Nil if no output is to keep a picture: after a pause, the card shows another session's.
    var earlierPictures: Set<OutputID>? = []
    /// The cached offer of client buffers for each primary plane.
    var scanoutOffers: [PlaneID: ScanoutOffer] = [:]
    /// The wanted bits of each colour for plugged-in displays, on the cable and in the frames.
    var depth = ColorDepth.eight
    /// Allocates the memory for frames; nil if the processor draws.
    var graphics: CardGraphics? {
        didSet { isDrawnByOwn = graphics?.isOwn(ofCard: path) ?? true }
    }
    /// Whether clients draw with the card's own device, as far as is known.
    private(set) var isDrawnByOwn = true
    /// Heads from before a pause. Their framebuffers may still be on screen; `resume` frees them.
    private var retired: [Head] = []
    private var nextToken: UInt64 = 1
    private var source: DescriptorSource?
    private var training = LinkTraining()
    /// The outputs for which a new question to the hardware about their layers is scheduled.
    private var reviewed: Set<OutputID> = []

    /// Opens the card and reads its connectors without probing them.
    init(_ device: SeatDevice, loop: EventLoop, reports: DisplayReports, logger: Logger) throws(KMSError) {
        self.loop = loop
        self.reports = reports
        self.logger = logger
        hardware = try CardHardware(device)
        connectors = hardware.connectors(known: [])
        do {
            source = try loop.watch(device.descriptor) { [weak self] in self?.receive($0) }
        } catch {
            throw KMSError(.watchDevice, device: device.path, errorNumber: error.errorNumber)
        }
    }

    var path: String { hardware.file.path }

    /// Whether the card has this output; also true for an enabled output whose connector has vanished, until it is disabled.
    func owns(_ id: OutputID) -> Bool {
        heads[id] != nil || connectors.contains { $0.output == id && $0.isForDisplays }
    }

    /// The enabled outputs whose names now belong to other connectors, because one hub has replaced another.
    var replaced: [OutputID] {
        connectors.filter { heads[$0.output]?.connector.id ?? $0.id != $0.id }.map(\.output)
    }

    /// The connectors to probe: those in `changed`, or all for nil, and new ones. Nil if there are none.
    func questions(_ changed: Set<ConnectorID>?) -> ConnectorQuestions? {
        let known = Set(connectors.map(\.id))
        return ConnectorQuestions(
            hardware.connectorIDs(known: connectors).filter { changed?.contains($0) ?? true || !known.contains($0) },
            of: hardware.file)
    }

    /// Reads the connectors again, and probes all of them if `isAsking`.
    func look(isAsking: Bool) {
        connectors = hardware.connectors(isProbed: isAsking, known: connectors)
        for connector in connectors where connector.isLinkBad {
            if let head = heads[connector.output], head.connector.id == connector.id { linkLost(head) }
        }
    }

    func acquire(on id: OutputID) -> AcquireOutcome {
        guard let head = heads[id] else { return .failed("the output is off") }
        return head.acquire()
    }

    /// Shows a frame; call it only if no part of the frame was refused.
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
            // A layer that passed a test may be refused because of what another display has begun to show since.
            // The next frame asks again, after the snapshots have left their planes.
            if case .failed = outcome, head.isRefused, yieldSnapshots(to: id) { head.answers.reset() }
            return outcome
        } catch {
            return .failed("\(error)")
        }
    }

    /// Schedules a new frame for when the hardware may be asked again about a refused layer.
    /// Without it, a still picture would stay drawn for good.
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

    /// Retires all heads before the device may no longer be used.
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

    /// Closes the card, and restores its initial state first if `restoring`.
    func close(restoring: Bool) {
        for head in heads.values { head.retire() }
        let failure = restoring ? hardware.restore(known: connectors, disabling: heads.values.map(\.connector)) : 0
        if failure != 0 { logger.debug("console's mode not restored", metadata: ["errno": "\(failure)"]) }
        heads = [:]
        retired = []
        clients.removeAll()
        // The source holds a duplicate of the descriptor: the device is closed only when both are closed.
        source?.cancel()
        source = nil
        hardware.file.close()
    }

    /// Enables a head again after its link was lost, or gives the output up if that does not help.
    private func linkLost(_ head: Head) {
        // A display that is off trains its link when it is turned on.
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
        /// Training the link does not help.
        case giveUp
    }

    private var attempts: [OutputID: [Timestamp]] = [:]

    /// Records that a link was found lost, and decides what to do.
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
    /// Losses further apart than this, in microseconds, are unrelated: somebody moves the cable.
    private static let memory: Int64 = 10_000_000
}
