import Logging
import LoginSeat
import Mirroring
import Runtime

/// The open cards of a seat.
final class SeatCards {
    private(set) var cards: [Card] = []
    /// Called when a card was removed because it no longer responds.
    var onLost: (() -> Void)?

    /// Allocates the memory for frames; nil if the processor draws.
    var graphics: CardGraphics? {
        didSet { for card in cards { card.graphics = graphics } }
    }

    /// The wanted bits of each colour on cables.
    var depth = ColorDepth.eight {
        didSet { for card in cards { card.depth = depth } }
    }

    /// Whether displays keep an earlier program's picture until the first frame.
    var keepsEarlierPictures = true {
        didSet { for card in cards where !keepsEarlierPictures { card.earlierPictures = nil } }
    }

    private let udev: Udev
    private let loop: EventLoop
    private let session: Session
    private let reports: DisplayReports
    private let logger: Logger
    /// Unusable cards. They are not opened again until udev reports them again.
    private var rejected: Set<String> = []
    private var uncertain = UncertainConnectors()
    /// The outputs of all cards as last probed, the cards in the order in which they were found.
    private(set) var outputs: [OutputDescription] = []

    init(udev: Udev, loop: EventLoop, session: Session, reports: DisplayReports, logger: Logger) {
        self.reports = reports
        self.udev = udev
        self.loop = loop
        self.session = session
        self.logger = logger
    }

    /// The enabled outputs whose connectors have been replaced by others of the same name.
    var replaced: Set<OutputID> { Set(cards.flatMap(\.replaced)) }

    /// The connected displays that should have an EDID and have given none.
    var withoutEDID: [(output: OutputID, card: String, connector: ConnectorID)] {
        cards.flatMap { card in
            card.connectors.filter { $0.lacksEDID && $0.isForDisplays }.map { ($0.output, card.path, $0.id) }
        }
    }

    /// Opens the seat's cards that are not open yet and returns the errors of those that failed.
    func scan() -> [KMSError] {
        var failures: [KMSError] = []
        for path in udev.cards(ofSeat: session.seatName) {
            guard !rejected.contains(path), !cards.contains(where: { $0.path == path }) else { continue }
            do {
                let card = try again { () throws(KMSError) in try open(path) }
                cards.append(card)
                logger.debug("card opened", metadata: ["path": "\(path)", "connectors": "\(card.connectors.count)"])
            } catch {
                rejected.insert(path)
                guard !error.isWithoutDisplays else { continue }
                failures.append(error)
                logger.warning("card not used", metadata: ["reason": "\(error)"])
            }
        }
        settle()
        return failures
    }

    /// Opens the seat's cards and waits up to `patience` microseconds for the first if there is none.
    /// Calls `waits` before waiting. Returns the errors of cards that failed.
    func scan(patience: Int64, waits: () -> Void) -> [KMSError] {
        var failures = scan()
        guard cards.isEmpty, failures.isEmpty, patience > 0 else { return failures }
        waits()
        let deadline = loop.turnTime + patience
        while cards.isEmpty, failures.isEmpty, loop.turnTime < deadline {
            loop.turn(timeoutMilliseconds: CInt(clamping: (deadline - loop.turnTime) / 1000 + 1))
            failures = scan()
        }
        return failures
    }

    /// The connectors to probe on each card.
    func questions(_ probes: PendingProbes) -> [ConnectorQuestions] {
        cards.compactMap { $0.questions(probes.connectors(ofCard: $0.path)) }
    }

    /// Reads all connectors again, and probes them if `isAsking`.
    func look(isAsking: Bool) {
        for card in cards { card.look(isAsking: isAsking) }
        settle()
    }

    private func settle() {
        outputs = uncertain.settle(cards.flatMap(\.connectors).filter(\.isForDisplays).map(\.probed))
    }

    /// Removes the card at this path; another card may get the same path.
    func remove(_ path: String) {
        reconsider(path)
        for card in cards where card.path == path { card.close(restoring: false) }
        cards.removeAll { $0.path == path }
        settle()
    }

    /// Allows another attempt to open the card at this path.
    func reconsider(_ path: String) {
        rejected.remove(path)
    }

    func pause() {
        for card in cards { card.pause() }
    }

    func resume() {
        for card in cards { card.resume() }
        settle()
    }

    func close(restoring: Bool) {
        for card in cards { card.close(restoring: restoring) }
        cards = []
    }

    private func open(_ path: String) throws(KMSError) -> Card {
        let device: SeatDevice
        do {
            device = try session.openDevice(path)
        } catch {
            throw KMSError(.openDevice, device: path, errorNumber: error.errorNumber)
        }
        let card = try Card(device, loop: loop, reports: reports, logger: logger)
        card.graphics = graphics
        card.depth = depth
        if !keepsEarlierPictures { card.earlierPictures = nil }
        card.onLost = { [weak self, weak card] in
            guard let self, let card else { return }
            card.close(restoring: false)
            cards.removeAll { $0 === card }
            settle()
            onLost?()
        }
        return card
    }
}
