package import Geometry
import Glibc
package import Logging
package import LoginSeat
package import Mirroring
package import Runtime

/// The displays of a seat's cards, through the kernel's mode setting.
///
/// Terms: a *connector* is a plug; a *CRTC* scans pixels out with a mode and feeds connectors; a *plane* holds the
/// framebuffer that a CRTC shows; a *head*, here, is a connector enabled through one CRTC and its primary plane.
package final class KMSDisplays: DisplayPort {
    package weak var observer: (any DisplayObserver)?
    package let backend = BackendKind.drm
    package private(set) var outputs: [OutputDescription] = []

    private let seatCards: SeatCards
    private let loop: EventLoop
    private let session: Session
    private let logger: Logger
    private var monitor: HotplugMonitor?
    private var debounce = HotplugDebounce()
    private var debounceTimer: Timer?
    private var probes = PendingProbes()
    /// Waits for displays that are being asked what they are.
    private var asking: BackgroundWork<Void>?
    private var edidRetries = EDIDRetries()
    private var edidTimer: Timer?

    /// Opens the seat's usable cards, probes their connectors and watches for changes.
    ///
    /// Where there is no card yet, waits for one for up to `patience` microseconds: drivers may come up late. Throws when
    /// no card is usable, with the error of the first card that failed, if any.
    package init(loop: EventLoop, session: Session, patience: Int64, logger: Logger) throws(KMSError) {
        self.loop = loop
        self.session = session
        self.logger = logger
        let udev = try Udev()
        seatCards = SeatCards(udev: udev, loop: loop, session: session, logger: logger)
        // Watch first, then scan, so that no event is missed in between.
        monitor = try HotplugMonitor(udev: udev, loop: loop) { [weak self] in self?.received($0) }
        let failures = scan(patience: patience)
        guard !seatCards.cards.isEmpty else {
            throw failures.first ?? KMSError(.findDevice, errorNumber: 0)
        }
        seatCards.look(isAsking: true)
        outputs = seatCards.outputs
        debounceTimer = loop.makeTimer { [weak self] in self?.look() }
        edidTimer = loop.makeTimer { [weak self] in self?.lookForEDIDs() }
        askAgain()
        seatCards.onPresented = { [weak self] in self?.observer?.framePresented(on: $0, $1) }
        seatCards.onPictureLost = { [weak self] id in
            // Not from within the call that took the picture.
            loop.deferAction { self?.observer?.pictureLost(on: id) }
        }
        seatCards.onFailed = { [weak self] in self?.observer?.outputFailed(on: $0, $1) }
        seatCards.onLost = { [weak self] in self?.changeSeen() }
        session.addObserver(self)
    }

    /// The device that clients should draw with: the one that draws for the displays, if any does.
    package var renderDevice: RenderDevice? {
        (seatCards.graphics?.device ?? seatCards.cards.first?.path).flatMap { RenderDevice(forCard: $0) }
    }

    /// The files of the devices that can draw, the best first for an external that is there already, if any.
    package func graphicsDevices(external: OutputID?) -> [String] {
        RenderDevice.candidates(
            forCards: seatCards.cards.map(\.path), external: external.flatMap { seatCards.card(of: $0)?.path })
    }

    /// Has frames drawn in memory of the graphics device with the file `device`, where displays can show that.
    package func use(_ allocator: any GraphicsAllocator, ofDevice device: String) {
        seatCards.graphics = CardGraphics(
            allocator: allocator, device: device, drawsLinear: RenderDriver(at: device)?.drawsLinear ?? false)
    }

    /// Has displays that are plugged in sent that many bits of each colour, where their cables carry them, in frames of as many,
    /// where their planes show such.
    package func use(_ depth: ColorDepth) {
        seatCards.depth = depth
    }

    /// Has displays go black at once, where no application is about to draw in place of what they show.
    package func dropEarlierPictures() {
        seatCards.keepsEarlierPictures = false
    }

    package func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome {
        guard session.isActive else { return .refused("the seat has been taken away") }
        return seatCards.card(of: id)?.enable(id, mode: mode, transform: transform) ?? .refused("the output is gone")
    }

    package func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String? {
        guard session.isActive else { return "the seat has been taken away" }
        guard let card = seatCards.card(of: id) else { return "the output is gone" }
        return card.refusal(ofMode: mode, transform: transform, on: id)
    }

    package func showsEarlierPicture(on id: OutputID) -> Bool {
        seatCards.card(of: id)?.earlierPictures?.contains(id) ?? false
    }

    package func disable(_ id: OutputID) {
        if session.isActive { seatCards.card(of: id)?.disable(id) }
    }

    package func setPower(of id: OutputID, isOn: Bool) -> String? {
        // A seat that comes back has all displays enabled anew.
        guard session.isActive else { return nil }
        return seatCards.card(of: id)?.setPower(of: id, isOn: isOn)
    }

    package func acquire(on id: OutputID) -> AcquireOutcome {
        guard session.isActive else { return .failed("the seat has been taken away") }
        return seatCards.card(of: id)?.acquire(on: id) ?? .failed("the output is gone")
    }

    package func present(damage: Region<OutputSpace>, after fence: DrawingFence?, on id: OutputID) -> PresentOutcome {
        guard session.isActive else { return .failed("the seat has been taken away") }
        return seatCards.card(of: id)?.present(damage: damage, after: fence, on: id) ?? .failed("the output is gone")
    }

    package func scanoutOffer(on id: OutputID) -> ScanoutOffer? { seatCards.card(of: id)?.scanoutOffer(on: id) }

    package func refusal(ofContent content: ContentLayer, on id: OutputID) -> LayerRefusal? {
        guard session.isActive, let card = seatCards.card(of: id) else { return .noPlane }
        return card.refusal(ofContent: content, on: id)
    }

    package func present(_ content: ContentLayer, on id: OutputID) -> PresentOutcome {
        guard session.isActive else { return .failed("the seat has been taken away") }
        return seatCards.card(of: id)?.present(content, on: id) ?? .failed("the output is gone")
    }

    package func refusal(ofCursor size: Size<OutputSpace>, on id: OutputID) -> LayerRefusal? {
        guard session.isActive, let card = seatCards.card(of: id) else { return .noPlane }
        return card.refusal(ofCursor: size, on: id)
    }

    package func setCursor(_ cursor: CursorLayer?, on id: OutputID) {
        seatCards.card(of: id)?.setCursor(cursor, on: id)
    }

    package func refusal(ofSnapshot snapshot: SnapshotLayer, on id: OutputID) -> LayerRefusal? {
        guard session.isActive, let card = seatCards.card(of: id) else { return .noPlane }
        return card.refusal(ofSnapshot: snapshot, on: id)
    }

    package func setSnapshot(_ snapshot: SnapshotLayer?, on id: OutputID) {
        seatCards.card(of: id)?.setSnapshot(snapshot, on: id)
    }

    package func plane(of kind: OutputLayerKind, on id: OutputID) -> UInt32? {
        seatCards.card(of: id)?.heads[id]?.plane(of: kind)?.number
    }

    package func setTiming(_ timing: FrameTiming, on id: OutputID) {
        seatCards.card(of: id)?.heads[id]?.timing.wanted = timing
    }

    package func timing(of id: OutputID) -> TimingState {
        seatCards.card(of: id)?.heads[id]?.timing.state ?? TimingState()
    }

    package func depth(of id: OutputID) -> FrameDepth {
        seatCards.card(of: id)?.heads[id]?.frames ?? FrameDepth()
    }

    package func presentLayers(on id: OutputID) -> PresentOutcome {
        guard session.isActive else { return .failed("the seat has been taken away") }
        return seatCards.card(of: id)?.presentLayers(on: id) ?? .failed("the output is gone")
    }

    /// Restores the initial state of the displays and closes the cards; call it before the session's `close`.
    package func close() {
        monitor = nil
        debounceTimer?.disarm()
        edidTimer?.disarm()
        asking = nil
        seatCards.close(restoring: session.isActive)
        outputs = []
    }

    /// Opens the seat's cards, and waits for the first where there is none; returns the errors of those that failed.
    private func scan(patience: Int64) -> [KMSError] {
        var failures = seatCards.scan()
        guard seatCards.cards.isEmpty, failures.isEmpty, patience > 0 else { return failures }
        logger.warning("no graphics card yet", metadata: ["waiting": "\(patience / 1000) ms at most"])
        let deadline = loop.turnTime + patience
        while seatCards.cards.isEmpty, failures.isEmpty, loop.turnTime < deadline {
            loop.turn(timeoutMilliseconds: CInt(clamping: (deadline - loop.turnTime) / 1000 + 1))
            failures = seatCards.scan()
        }
        return failures
    }

    private func received(_ event: HotplugEvent) {
        logger.debug("hotplug", metadata: ["event": "\(event)"])
        switch event {
        case .cardRemoved(let path): seatCards.remove(path)
        case .cardAdded(let path): seatCards.reconsider(path)
        case .connectorsChanged(let path, let connector): probes.add(card: path, connector: connector)
        // What the kernel knows already is read again, and no display is asked.
        case .cardChanged: break
        }
        changeSeen()
    }

    private func changeSeen() {
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

    /// Asks the connectors that may have changed, beside the frames that go on, and then looks at all.
    private func ask() {
        // A card that has gone meanwhile has taken its displays with it.
        if asking != nil { return tellOfChanges() }
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
            // Without a thread, frames have to wait.
            for card in questions { card.ask() }
            lookAtAnswers()
        }
    }

    private func answered() {
        asking = nil
        // A seat that has come back meanwhile has had a look of its own.
        guard session.isActive else { return }
        lookAtAnswers()
        if !probes.isEmpty { ask() }
    }

    private func lookAtAnswers() {
        seatCards.look(isAsking: false)
        tellOfChanges()
        askAgain()
    }

    /// Probes displays again in a moment that have given no EDID.
    private func askAgain() {
        guard let delay = edidRetries.next(Set(seatCards.withoutEDID.map(\.output))) else { return }
        edidTimer?.arm(after: delay)
    }

    private func lookForEDIDs() {
        for display in seatCards.withoutEDID { probes.add(card: display.card, connector: display.connector) }
        look()
    }

    private func tellOfChanges() {
        // What has been replaced has been unplugged first, however much the two look alike.
        let replaced = seatCards.replaced
        if !replaced.isEmpty { tell(seatCards.outputs.map { replaced.contains($0.id) ? $0.disconnected : $0 }) }
        tell(seatCards.outputs)
    }

    private func tell(_ found: [OutputDescription]) {
        guard found != outputs else { return }
        outputs = found
        observer?.outputsChanged(found)
    }
}

extension KMSDisplays: SessionObserver {
    package func sessionDisabled() {
        seatCards.pause()
        observer?.displaysPaused()
    }

    package func sessionEnabled() {
        _ = seatCards.scan()
        seatCards.resume()
        tellOfChanges()
        observer?.displaysResumed()
    }
}
