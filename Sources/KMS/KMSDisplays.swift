package import Geometry
import Glibc
package import Logging
package import LoginSeat
package import Mirroring
package import Runtime

/// The displays of a seat's cards, through the kernel's mode setting.
///
/// Terms: a *connector* is a plug. A *CRTC* scans pixels out with a mode and feeds connectors. A *plane* holds a framebuffer that a CRTC
/// shows. A *head*, here, is a connector enabled through one CRTC and its primary plane.
package final class KMSDisplays: DisplayPort {
    package var observer: (any DisplayObserver)? {
        get { reports.observer }
        set { reports.observer = newValue }
    }
    package private(set) var outputs: [OutputDescription] = []

    private let reports: DisplayReports
    private let seatCards: SeatCards
    private let session: Session
    private let watch: ConnectorWatch

    /// Opens the seat's usable cards, probes their connectors and watches for changes.
    ///
    /// If there is no card yet, calls `waits` and waits for one for up to `patience` microseconds, because drivers may load late. Throws if
    /// no card is usable, with the error of the first card that failed, if any.
    package init(
        loop: EventLoop, session: Session, patience: Int64, logger: Logger, waits: () -> Void
    ) throws(KMSError) {
        self.session = session
        let udev = try Udev()
        reports = DisplayReports(loop)
        seatCards = SeatCards(udev: udev, loop: loop, session: session, reports: reports, logger: logger)
        // Watch first, then scan, so that no event is missed in between.
        watch = try ConnectorWatch(seatCards, udev: udev, loop: loop, session: session, logger: logger)
        let failures = seatCards.scan(patience: patience, waits: waits)
        guard !seatCards.cards.isEmpty else {
            throw failures.first ?? KMSError(.findDevice, errorNumber: 0)
        }
        seatCards.look(isAsking: true)
        outputs = seatCards.outputs
        watch.begin(for: self)
        seatCards.onLost = { [weak self] in self?.watch.changeSeen() }
        session.addObserver(self)
    }

    /// The device that clients should draw with: the device that draws for the displays, if there is one.
    package var renderDevice: RenderDevice? {
        (seatCards.graphics?.device ?? seatCards.cards.first?.path).flatMap { RenderDevice(forCard: $0) }
    }

    /// The files of the devices that can draw, the best first for a connected external, if any.
    /// With `hardwareOnly`, devices for which the processor would draw are left out.
    package func graphicsDevices(external: OutputID?, hardwareOnly: Bool) -> [String] {
        let candidates = RenderDevice.candidates(
            forCards: seatCards.cards.map(\.path), external: external.flatMap { card(of: $0)?.path })
        return hardwareOnly ? RenderDevice.hardware(among: candidates) : candidates
    }

    /// Allocates frames in memory of the graphics device with the file `device`, if displays can show that memory.
    package func use(_ allocator: any GraphicsAllocator, ofDevice device: String) {
        seatCards.graphics = CardGraphics(
            allocator: allocator, device: device, drawsLinear: RenderDriver(at: device)?.drawsLinear ?? false)
    }

    /// Drives plugged-in displays with this many bits of each colour, as far as their cables carry them and their planes show such frames.
    package func use(_ depth: ColorDepth) {
        seatCards.depth = depth
    }

    /// Turns displays black at once, because no application is about to draw in place of an earlier program's picture.
    package func dropEarlierPictures() {
        seatCards.keepsEarlierPictures = false
    }

    package func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome {
        guard session.isActive else { return .refused("the seat has been taken away") }
        return card(of: id)?.enable(id, mode: mode, transform: transform) ?? .refused("the output is gone")
    }

    package func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String? {
        guard session.isActive else { return "the seat has been taken away" }
        guard let card = card(of: id) else { return "the output is gone" }
        return card.refusal(ofMode: mode, transform: transform, on: id)
    }

    package func disable(_ id: OutputID) {
        if session.isActive { card(of: id)?.disable(id) }
    }

    package func setPower(of id: OutputID, isOn: Bool) -> String? {
        // A seat that comes back enables all displays anew.
        guard session.isActive else { return nil }
        return card(of: id)?.setPower(of: id, isOn: isOn)
    }

    package func setGamma(_ table: GammaTable?, of id: OutputID) -> String? {
        guard session.isActive else { return nil }
        return card(of: id)?.setGamma(table, of: id)
    }

    package func acquire(on id: OutputID) -> AcquireOutcome {
        guard session.isActive else { return .failed("the seat has been taken away") }
        return card(of: id)?.acquire(on: id) ?? .failed("the output is gone")
    }

    package func capabilities(of id: OutputID) -> OutputCapabilities {
        card(of: id)?.capabilities(of: id) ?? OutputCapabilities()
    }

    package func assign(_ frame: OutputFrame, on id: OutputID) -> FrameAssignment {
        guard session.isActive, let card = card(of: id) else {
            return FrameAssignment(refusing: frame, because: .noPlane)
        }
        return card.assign(frame, on: id)
    }

    package func commit(_ frame: OutputFrame, _ picture: FramePicture, on id: OutputID) -> PresentOutcome {
        guard session.isActive else { return .failed("the seat has been taken away") }
        return card(of: id)?.commit(frame, picture, on: id) ?? .failed("the output is gone")
    }

    package func state(of id: OutputID) -> OutputState {
        card(of: id)?.heads[id]?.state ?? OutputState()
    }

    /// The card that an output belongs to.
    private func card(of id: OutputID) -> Card? { seatCards.cards.first { $0.owns(id) } }

    /// Restores the initial state of the displays and closes the cards; call it before the session's `close`.
    package func close() {
        watch.stop()
        seatCards.close(restoring: session.isActive)
        outputs = []
    }

    /// Reports the displays that have changed.
    func connectorsLookedAt() {
        // A replaced display is first reported as unplugged, even if the new one looks the same.
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
        connectorsLookedAt()
        observer?.displaysResumed()
    }
}
