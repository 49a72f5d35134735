import Logging
import LoginSeat
import Mirroring
import Runtime

/// Watches for displays that are plugged in or unplugged.
///
/// Waits until the kernel's events have settled, and then probes the connectors that may have changed in the background, while frames go
/// on.
///
///     event -- quiet --> look: cards opened, connectors asked in the background --> answered: all looked at
///                                                          displays without EDID <-- asked again in a moment
final class ConnectorWatch {
    private weak var displays: KMSDisplays?
    private let seatCards: SeatCards
    private let loop: EventLoop
    private let session: Session
    private let logger: Logger
    private var monitor: HotplugMonitor?
    private var debounce = HotplugDebounce()
    private var debounceTimer: Timer?
    private var probes = PendingProbes()
    /// The background probe of connectors, while it runs.
    private var asking: BackgroundWork<Void>?
    private var edidRetries = EDIDRetries()
    private var edidTimer: Timer?

    /// Starts to receive events, so that none is missed during the first scan.
    init(_ seatCards: SeatCards, udev: Udev, loop: EventLoop, session: Session, logger: Logger) throws(KMSError) {
        self.seatCards = seatCards
        self.loop = loop
        self.session = session
        self.logger = logger
        monitor = try HotplugMonitor(udev: udev, loop: loop) { [weak self] in self?.received($0) }
    }

    /// Starts to report to `displays` whenever connectors have been read; called after the first scan.
    func begin(for displays: KMSDisplays) {
        self.displays = displays
        debounceTimer = loop.makeTimer { [weak self] in self?.look() }
        edidTimer = loop.makeTimer { [weak self] in self?.lookForEDIDs() }
        askAgain()
    }

    /// Ends the watch.
    func stop() {
        monitor = nil
        debounceTimer?.disarm()
        edidTimer?.disarm()
        asking = nil
    }

    private func received(_ event: HotplugEvent) {
        logger.debug("hotplug", metadata: ["event": "\(event)"])
        switch event {
        case .cardRemoved(let path): seatCards.remove(path)
        case .cardAdded(let path): seatCards.reconsider(path)
        case .connectorsChanged(let path, let connector): probes.add(card: path, connector: connector)
        // The known connectors are read again; no display is probed.
        case .cardChanged: break
        }
        changeSeen()
    }

    /// Schedules a look at cards and connectors for when no more events follow.
    func changeSeen() {
        let now = Timestamp(microseconds: loop.turnTime)
        debounceTimer?.arm(at: debounce.eventArrived(at: now).microseconds)
    }

    /// Scans the cards and connectors, or defers the scan until the seat is active again.
    private func look() {
        debounce.settled()
        guard session.isActive else { return }
        let known = Set(seatCards.cards.map(\.path))
        _ = seatCards.scan()
        for card in seatCards.cards where !known.contains(card.path) { probes.add(card: card.path, connector: nil) }
        ask()
    }

    /// Probes the connectors that may have changed in the background, and then reads all.
    private func ask() {
        guard asking == nil else {
            // The displays of a card that was removed meanwhile are gone as well.
            displays?.connectorsLookedAt()
            return
        }
        let questions = seatCards.questions(probes)
        probes = PendingProbes()
        guard !questions.isEmpty else { return lookAtAnswers() }
        do throws(RuntimeError) {
            asking = try BackgroundWork(loop: loop) {
                for card in questions { card.ask() }
            } whenDone: { [weak self] in
                self?.answered()
            }
        } catch {
            // Without a thread the loop probes them itself, and frames wait.
            for card in questions { card.ask() }
            lookAtAnswers()
        }
    }

    private func answered() {
        asking = nil
        // A seat that was resumed meanwhile has probed its connectors itself.
        guard session.isActive else { return }
        lookAtAnswers()
        if !probes.isEmpty { ask() }
    }

    private func lookAtAnswers() {
        seatCards.look(isAsking: false)
        displays?.connectorsLookedAt()
        askAgain()
    }

    /// Schedules another probe of displays that have given no EDID.
    private func askAgain() {
        guard let delay = edidRetries.next(Set(seatCards.withoutEDID.map(\.output))) else { return }
        edidTimer?.arm(after: delay)
    }

    private func lookForEDIDs() {
        for display in seatCards.withoutEDID { probes.add(card: display.card, connector: display.connector) }
        look()
    }
}
