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
    let cursor: HeadCursor
    var content = HeadContent()
    var pipe: HeadPipe {
        didSet {
            guard pipe.numbers != oldValue.numbers else { return }
            cursor.pipeChanged()
            content.reconsider()
        }
    }
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
    private var primary = PrimaryPicture<ClientFrame>()

    private var sequence = SequenceCounter()
    private var pacer: FlipPacer
    /// A presentation that is on screen but not yet reported.
    private var held: Presentation?
    private let loop: EventLoop
    private var timer: Timer?
    private var overdueTimer: Timer?

    init(loop: EventLoop, connector: Connector, pipe: HeadPipe, picture: HeadFramebuffers) {
        self.loop = loop
        self.connector = connector
        self.pipe = pipe
        self.picture = picture
        cursor = HeadCursor(
            CursorScanout(
                transform: picture.transform, screen: picture.transform.inverse.apply(to: picture.mode.size)))
        pacer = FlipPacer(refreshMilliHertz: picture.mode.refreshMilliHertz)
        timer = loop.makeTimer { [weak self] in self?.release() }
        overdueTimer = loop.makeTimer { [weak self] in self?.onOverdue?() }
    }

    /// What the primary plane shows, or shows after the pending flip.
    var framebuffer: UInt32 {
        if let client = primary.newest { return client.framebuffer.id }
        return (primary.isDrawnPending ? picture.chain.newest : picture.chain.front).framebuffer
    }

    /// The memory for the next frame.
    func acquire() -> AcquireOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        return .acquired(picture.acquire())
    }

    /// Requests a flip to the frame that has been drawn, at the next vertical blank; its event will carry `token`.
    func flip(damage: Region<OutputSpace>, token: UInt64, on file: DRMFile) throws(KMSError) -> PresentOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        guard let buffer = picture.chain.drawn() else { return .failed("nothing has been drawn") }
        let size: Size<OutputSpace> = picture.transform.inverse.apply(to: buffer.size)
        let drawn: Region<ScanoutSpace> = damage.mapRects { picture.transform.apply(to: $0, within: size) }
        let clips = try DamageClips(drawn, on: pipe.plane, file: file)
        guard var request = AtomicRequest() else { return .failed("out of memory") }
        request.show(buffer, on: pipe.plane)
        if let clips { request.set(.damageClips, of: pipe.plane, to: UInt64(clips.blob.id)) }
        return try withExtendedLifetime(clips) { () throws(KMSError) in
            try commit(&request, token: token, on: file, .drawn)
        }
    }

    /// Whether the hardware accepts a client's buffer in place of what the primary plane shows.
    func test(_ framebuffer: ClientFramebuffer, on file: DRMFile) -> Bool {
        guard var request = AtomicRequest() else { return false }
        show(framebuffer, in: &request)
        return request.testFlip(file) == 0
    }

    /// Requests a flip to a client's buffer, as `flip(damage:token:on:)` does to a drawn frame.
    func flip(to frame: ClientFrame, token: UInt64, on file: DRMFile) throws(KMSError) -> PresentOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        guard var request = AtomicRequest() else { return .failed("out of memory") }
        show(frame.framebuffer, in: &request)
        return try commit(&request, token: token, on: file, .client(frame))
    }

    private func show(_ framebuffer: ClientFramebuffer, in request: inout AtomicRequest) {
        request.set(.framebufferID, of: pipe.plane, to: UInt64(framebuffer.id))
        // All of it: nobody counts what has changed since this buffer was last on screen.
        request.setIfPresent(.damageClips, of: pipe.plane, to: 0)
    }

    /// Requests a flip that changes nothing but the layers above the picture.
    func flipLayers(token: UInt64, on file: DRMFile) throws(KMSError) -> PresentOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        guard var request = AtomicRequest() else { return .failed("out of memory") }
        return try commit(&request, token: token, on: file, .layers)
    }

    private func commit(
        _ request: inout AtomicRequest, token: UInt64, on file: DRMFile, _ flip: PrimaryPicture<ClientFrame>.Flip
    ) throws(KMSError) -> PresentOutcome {
        let hasCursor = try cursor.add(to: &request)
        // A commit needs something to commit, or no event follows.
        if case .layers = flip, !hasCursor { request.set(.active, of: pipe.crtc, to: 1) }
        let failure = request.flip(file, token: token)
        if failure != 0 {
            if hasCursor { cursor.failed(failure) }
            if case .client = flip { content.failed(failure) }
            return .failed(String(cString: strerror(failure)))
        }
        cursor.plane?.committed()
        pendingToken = token
        overdueTimer?.arm(after: Self.patience)
        primary.committed(flip)
        return .queued
    }

    /// The time in microseconds after which the event of a flip counts as lost.
    private static let patience: Int64 = 2_000_000

    /// Lights the head anew, with the picture of the flip that has not completed; the event of either ends the flip.
    ///
    /// Returns 0 or an errno. With `EBUSY` the kernel still waits for the hardware, as it does for some ten seconds; this is
    /// tried again then, since a commit that blocks would hold up everything.
    func revive(on file: DRMFile) -> CInt {
        guard let token = pendingToken else { return 0 }
        overdueTimer?.arm(after: Self.patience)
        guard var request = AtomicRequest() else { return ENOMEM }
        request.light(self, on: pipe)
        let failure = request.modesetFlip(file, token: token)
        if failure == EBUSY, waits < Self.maximumWaits { waits += 1 } else { revivals += 1 }
        return failure
    }

    /// More than the kernel waits for a flip.
    private static let maximumWaits = 6

    /// Turns everything off that the head uses; returns 0 or an errno.
    func turnOff(on file: DRMFile, withConnector: Bool) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        if withConnector { request.turnOff(connector) }
        request.turnOff(pipe.crtc)
        request.turnOff(pipe.plane)
        if let plane = cursor.plane?.plane { request.turnOff(plane) }
        return request.modeset(file)
    }

    /// Handles the completion of the pending flip.
    func flipHappened(_ event: FlipEvent) {
        pendingToken = nil
        overdueTimer?.disarm()
        (revivals, waits) = (0, 0)
        if primary.flipped() { picture.chain.flipped() }
        let hasCounter = event.sequence != 0
        held = Presentation(
            time: event.time, refreshNanoseconds: picture.refreshNanoseconds,
            sequence: hasCounter ? sequence.extend(event.sequence) : 0, isHardwareClock: hasCounter)
        // A display without a vertical blank counter does not wait for vertical blanks.
        let instant = hasCounter ? event.time : pacer.release(event.time)
        if instant.microseconds <= loop.turnTime { release() } else { timer?.arm(at: instant.microseconds) }
    }

    /// Drops the pending flip and presentation; nothing more is reported.
    func retire() {
        pendingToken = nil
        held = nil
        onPresented = nil
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
