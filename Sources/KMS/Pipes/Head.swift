import Geometry
import Glibc
import Mirroring
import Runtime

/// A lit output: a connector with the pipe and the picture that it shows.
///
///     ready -- flip --> pending(token) -- its event --> ready
///                                 \-- its event, too early --> held -- timer --> ready
///     any -- retire --> retired: neither events nor timers mean anything any more
final class Head {
    let connector: Connector
    let picture: HeadPicture
    var pipe: HeadPipe
    /// Called when the picture last flipped to is on screen.
    var onPresented: ((Presentation) -> Void)?
    /// Marks the flip on its way; an event with any other token is late.
    private(set) var pendingToken: UInt64?

    private var sequence = SequenceCounter()
    private var pacer: FlipPacer
    /// On screen, but not yet reported.
    private var held: Presentation?
    private var timer: Timer?

    init(loop: EventLoop, connector: Connector, pipe: HeadPipe, picture: HeadPicture) {
        self.connector = connector
        self.pipe = pipe
        self.picture = picture
        pacer = FlipPacer(refreshMilliHertz: picture.mode.refreshMilliHertz)
        timer = loop.makeTimer { [weak self] in self?.release() }
    }

    /// Paints the picture and asks for a flip to it at the next vertical blank, whose event will bear `token`.
    func flip(
        to content: PixelBuffer, damage: Region<OutputSpace>, token: UInt64, on file: DRMFile
    ) throws(KMSError) -> PresentOutcome {
        guard pendingToken == nil, held == nil else { return .failed("a flip is pending") }
        guard content.size == picture.chain.pictureSize else { return .failed("the picture has the wrong size") }
        let (buffer, painted) = try picture.chain.paint(content, damage: damage)
        let clips = try DamageClips(painted, on: pipe.plane, file: file)
        guard var request = AtomicRequest() else { return .failed("out of memory") }
        request.show(buffer, on: pipe.plane)
        if let clips { request.set(.damageClips, of: pipe.plane, to: UInt64(clips.blob.id)) }
        let failure = withExtendedLifetime(clips) { request.flip(file, token: token) }
        if failure != 0 { return .failed(String(cString: strerror(failure))) }
        pendingToken = token
        return .queued
    }

    /// The pending flip has happened.
    func flipHappened(_ event: FlipEvent) {
        pendingToken = nil
        picture.chain.flipped()
        let hasCounter = event.sequence != 0
        held = Presentation(
            time: event.time, refreshNanoseconds: picture.refreshNanoseconds,
            sequence: hasCounter ? sequence.extend(event.sequence) : 0, isHardwareClock: hasCounter)
        // A display without a count of vertical blanks does not wait for them either.
        let instant = hasCounter ? event.time : pacer.release(event.time)
        if instant.microseconds <= EventLoop.now() { release() } else { timer?.arm(at: instant.microseconds) }
    }

    /// Drops what is pending; nothing more is reported.
    func retire() {
        pendingToken = nil
        held = nil
        onPresented = nil
        timer?.disarm()
    }

    private func release() {
        guard let presentation = held else { return }
        held = nil
        onPresented?(presentation)
    }
}
