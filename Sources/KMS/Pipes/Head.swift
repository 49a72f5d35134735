import Geometry
import Glibc
import Mirroring
import Runtime

/// An enabled output: a connector with its pipe and its framebuffers.
///
///     ready -- flip --> pending(token) -- its event --> ready
///                                 \-- its event, too early --> held -- timer --> ready
///                pending(token) -- two seconds without --> overdue: lit anew, with the same token
///     any -- retire --> retired: events and timers are ignored
final class Head {
    let connector: Connector
    let picture: HeadFramebuffers
    /// What the cable carries at most.
    let depth: ColorDepth
    /// What the drawn frames have of each colour.
    let frames: FrameDepth
    let content = HeadContent()
    /// Nil until cursors are asked about.
    private(set) var cursor: HeadCursor?
    /// Nil until snapshots are asked about.
    private(set) var snapshot: HeadSnapshot?
    var timing: HeadTiming
    var pipe: HeadPipe {
        didSet {
            guard pipe.numbers != oldValue.numbers else { return }
            cursor?.pipeChanged()
            content.reconsider()
            content.front?.turnedOff()
            snapshot?.turnedOff()
        }
    }
    /// How the planes show the client's buffer that was committed last; nil where the primary plane shows all of a picture.
    private(set) var placement: ContentPlacement?
    /// Called when the picture was taken from the planes, and has to be shown once more.
    var onPictureLost: (() -> Void)?
    /// Whether the display is on; while it is off, pictures go on as on a display, and nobody sees them.
    private(set) var isOn = true
    /// Whether it is to be on, once no flip is pending.
    private var isWantedOn = true
    /// Called when the flipped picture is on screen.
    var onPresented: ((Presentation) -> Void)?
    /// Called when the event of a flip has not come in time.
    var onOverdue: (() -> Void)?
    /// How often in a row the head was lit anew because of that.
    private(set) var revivals = 0
    /// How often that had to be put off because the kernel still waited.
    private var waits = 0
    /// The token of the pending flip; events with any other token are stale.
    private(set) var pendingToken: UInt64?
    /// Whether the last flip failed for what was in it.
    private(set) var isRefused = false
    private var primary = PrimaryPicture<ClientFrame>()

    private var sequence = SequenceCounter()
    private var pacer: FlipPacer
    /// A presentation that is on screen but not yet reported.
    private var held: Presentation?
    private let loop: EventLoop
    private var timer: Timer?
    private var overdueTimer: Timer?

    init(
        loop: EventLoop, connector: Connector, pipe: HeadPipe, picture: HeadFramebuffers, timing: HeadTiming,
        depth: HeadDepth
    ) {
        self.depth = depth.cable
        frames = depth.frames
        self.timing = timing
        self.loop = loop
        self.connector = connector
        self.pipe = pipe
        self.picture = picture
        pacer = FlipPacer(refreshMilliHertz: picture.mode.refreshMilliHertz)
        timer = loop.makeTimer { [weak self] in self?.release() }
        overdueTimer = loop.makeTimer { [weak self] in self?.onOverdue?() }
    }

    /// The client's frame that the planes show, or show after the pending flip.
    var client: ClientFrame? { primary.newest }

    /// What was drawn last, which the primary plane shows unless it shows a client's buffer.
    var drawnFramebuffer: UInt32 {
        (primary.isDrawnPending ? picture.chain.newest : picture.chain.front).framebuffer
    }

    /// What all of the primary plane shows, or shows after the pending flip.
    var framebuffer: UInt32 { primary.newest?.framebuffer.id ?? drawnFramebuffer }

    /// The picture, kept as it is for whoever shows it as well.
    var scanned: HeldPicture {
        if let client = primary.newest { return .client(client) }
        return .drawn(primary.isDrawnPending ? picture.chain.leaseNewest() : picture.chain.leaseFront())
    }

    /// When the hardware can be asked about layers that it has not been asked about yet; nil where there are none.
    var layersDue: Timestamp? {
        [content.answers.due, snapshot?.answers.due].compactMap(\.self).min()
    }

    /// The memory for the next frame.
    func acquire() -> AcquireOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        return picture.acquire().map { .acquired($0) } ?? .failed("another display shows all of its buffers")
    }

    /// The plane that shows a layer; nil for none.
    func plane(of kind: OutputLayerKind) -> Plane? {
        switch kind {
        case .content: placement?.overlay ?? (isPrimaryLent ? nil : pipe.plane)
        case .snapshot: snapshot?.plane
        case .cursor: cursorPlane
        }
    }

    /// Whether the primary plane shows another head's picture, or will after the pending flip.
    var isPrimaryLent: Bool { snapshot?.isOnPrimary(of: self) ?? false }

    /// The plane that shows a cursor; nil while none does.
    var cursorPlane: Plane? { cursor?.plane?.shownOn }

    /// How small pictures of our own are laid out for its planes.
    var pictureScanout: CursorScanout {
        CursorScanout(transform: picture.transform, screen: picture.transform.inverse.apply(to: picture.mode.size))
    }

    /// How cursors are shown, made when that is first asked.
    func makeCursor() -> HeadCursor {
        let made = cursor ?? HeadCursor(pictureScanout)
        cursor = made
        return made
    }

    /// How snapshots are shown, made when that is first asked.
    func makeSnapshot() -> HeadSnapshot {
        let made = snapshot ?? HeadSnapshot()
        snapshot = made
        return made
    }

    /// All planes that it uses.
    var planes: [Plane] {
        [pipe.plane, cursor?.plane?.plane].compactMap(\.self) + contentPlanes + snapshotPlanes
    }

    /// Those beside its primary plane that show a client's buffer and what is in front of that.
    var contentPlanes: [Plane] { [placement?.overlay, content.front?.plane].compactMap(\.self) }

    /// Those that show another head's picture and what is in front of that.
    var snapshotPlanes: [Plane] { snapshot?.planes ?? [] }

    /// All that it shows has been committed once more.
    func relit() {
        placement = client?.placement
    }

    /// A client's buffer that was not all of the primary plane has been taken from the planes by a modeset.
    func lostPlacement() {
        guard placement != nil else { return }
        placement = nil
        content.front?.turnedOff()
        onPictureLost?()
    }

    /// A commit with a snapshot has failed.
    func snapshotFailed(_ errorNumber: CInt) {
        snapshot?.failed(errorNumber, at: Timestamp(microseconds: loop.turnTime))
    }

    /// Requests a flip to the frame that has been drawn, at the next vertical blank after `fence`; its event will carry
    /// `token`.
    func flip(
        damage: Region<OutputSpace>, after fence: DrawingFence?, token: UInt64, by modeSetting: any ModeSetting
    ) throws(KMSError) -> PresentOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        guard let buffer = picture.chain.drawn() else { return .failed("nothing has been drawn") }
        let size: Size<OutputSpace> = picture.transform.inverse.apply(to: buffer.size)
        let drawn: Region<ScanoutSpace> = damage.mapRects { picture.transform.apply(to: $0, within: size) }
        return try flip(.drawn(buffer, damage: drawn, after: fence), token: token, by: modeSetting)
    }

    /// Requests a flip to a client's buffer, as `flip(damage:after:token:by:)` does to a drawn frame.
    func flip(
        to frame: ClientFrame, token: UInt64, by modeSetting: any ModeSetting
    ) throws(KMSError) -> PresentOutcome {
        try flip(.client(frame), token: token, by: modeSetting)
    }

    /// Requests a flip that changes nothing but the layers above the picture.
    func flipLayers(token: UInt64, by modeSetting: any ModeSetting) throws(KMSError) -> PresentOutcome {
        try flip(.layers, token: token, by: modeSetting)
    }

    private func flip(
        _ flip: HeadFlip, token: UInt64, by modeSetting: any ModeSetting
    ) throws(KMSError) -> PresentOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        let outcome = isOn ? try modeSetting.flip(flip, of: self, token: token) : .shown
        isRefused = false
        if case .failed(let failure) = outcome {
            isRefused = KMSError.blamesLayers(failure)
            if case .client = flip { content.failed(failure, at: Timestamp(microseconds: loop.turnTime)) }
            return .failed(String(cString: strerror(failure)))
        }
        pendingToken = token
        primary.committed(flip.picture)
        if isOn { placement = flip.placement(after: placement) }
        if case .shown = outcome {
            // Reported from the loop, as after an event.
            finish(Presentation(time: Timestamp(microseconds: loop.turnTime), picture), atOnce: false)
        } else {
            overdueTimer?.arm(after: Self.patience)
        }
        return .queued
    }

    /// Turns the display off or on; returns 0 or an errno. While a flip is pending, `settlePower` does so after the flip.
    func setPower(isOn: Bool, by modeSetting: any ModeSetting) -> CInt {
        isWantedOn = isOn
        return settlePower(by: modeSetting)
    }

    /// Turns the display off or on if that had to wait for a flip; returns 0 or an errno.
    func settlePower(by modeSetting: any ModeSetting) -> CInt {
        // A commit that blocks would wait for the flip.
        guard isOn != isWantedOn, pendingToken == nil else { return 0 }
        isOn = isWantedOn
        let failure = modeSetting.setPower(of: self)
        if failure != 0 { (isOn, isWantedOn) = (!isOn, !isOn) }
        return failure
    }

    /// The time in microseconds after which the event of a flip counts as lost.
    private static let patience: Int64 = 2_000_000

    /// Lights the head anew, with the picture of the flip that has not completed; the event of either ends the flip.
    ///
    /// Returns 0 or an errno. With `EBUSY` the kernel still waits for the hardware, as it does for some ten seconds; this is
    /// tried again then, since a commit that blocks would hold up everything.
    func revive(by modeSetting: any ModeSetting) -> CInt {
        guard let token = pendingToken else { return 0 }
        overdueTimer?.arm(after: Self.patience)
        let failure = modeSetting.revive(self, token: token)
        if failure == EBUSY, waits < Self.maximumWaits { waits += 1 } else { revivals += 1 }
        return failure
    }

    /// More than the kernel waits for a flip.
    private static let maximumWaits = 6

    /// Handles the completion of the pending flip.
    func flipHappened(_ event: FlipEvent) {
        overdueTimer?.disarm()
        (revivals, waits) = (0, 0)
        var presentation = Presentation(time: event.time, picture)
        // A display without a vertical blank counter does not wait for vertical blanks.
        if event.sequence != 0 {
            presentation.sequence = sequence.extend(event.sequence)
            presentation.isHardwareClock = true
            presentation.isVariable = timing.isVariable
            presentation.isTorn = timing.isTorn
        }
        finish(presentation, atOnce: true)
    }

    /// Ends the pending flip, and reports the presentation when it is time.
    private func finish(_ presentation: Presentation, atOnce: Bool) {
        pendingToken = nil
        if primary.flipped() { picture.chain.flipped() }
        snapshot?.flipped()
        content.front?.flipped()
        held = presentation
        let time = presentation.time
        let instant = presentation.isHardwareClock ? time : pacer.release(time)
        if atOnce, instant.microseconds <= loop.turnTime { return release() }
        timer?.arm(at: instant.microseconds, tolerance: presentation.isHardwareClock ? 0 : pacer.tolerance)
    }

    /// Drops the pending flip and presentation; nothing more is reported.
    func retire() {
        pendingToken = nil
        held = nil
        onPresented = nil
        onPictureLost = nil
        onOverdue = nil
        timer?.disarm()
        overdueTimer?.disarm()
    }

    private func release() {
        guard let presentation = held else { return }
        held = nil
        onPresented?(presentation)
    }
}

extension Presentation {
    /// By a display that counts no vertical blanks.
    fileprivate init(time: Timestamp, _ picture: HeadFramebuffers) {
        self.init(
            time: time, refreshNanoseconds: picture.refreshNanoseconds, sequence: 0, isHardwareClock: false)
    }
}
