package import Mirroring
import Runtime
import WaylandBinding

/// The hosted application as the core sees it: the scene of its surfaces, its input and its frames.
package final class WaylandContent: ContentPort {
    package weak var idleObserver: (any IdleObserver)?

    let display: WaylandDisplay
    let output: OutputLayout
    /// The application that tools act on now.
    let tools: ToolPlace
    /// The surfaces on the application's screen.
    let surfaces: SurfaceScene
    private let globals: CoreGlobals
    /// State that protocols keep for the application.
    var attachments = Attachments()
    /// The globals of other protocols, which live as long as this object.
    var extensions: [AnyObject] = []
    private var frameFollowers: [any FrameFollower] = []
    /// Tells clients which buffers a display could show by itself.
    weak var scanoutFollower: (any ScanoutFollower)?
    private var candidate = ScanoutCandidate()
    /// The candidate's surface, as long as it lives.
    private weak var favoured: Surface?
    private var activityFollowers: [any ActivityFollower] = []
    /// Notified in this order when tools move to another application.
    private(set) var toolFollowers: [any ToolFollower] = []

    private var inFlight = FrameRequests()
    /// The surfaces that changed in the frame in flight; none if the callbacks were sent when the frame was composed.
    private var changed: [Surface] = []
    /// Whether the callbacks of the frame in flight have been sent.
    private var isCalledBack = false
    private var drawing = DrawingClients()

    /// Announces the core globals; `screen` is the output's first description.
    ///
    /// Tools of `other`, which is on another display, act on this application too.
    init(
        display: WaylandDisplay, screen: LogicalScreen, sharingTools other: WaylandContent? = nil
    ) throws(RuntimeError) {
        self.display = display
        output = OutputLayout(screen: screen)
        tools = other?.tools ?? ToolPlace(screen: screen)
        globals = CoreGlobals(layout: output, tools: tools.output)
        surfaces = SurfaceScene(loop: display.loop, output: output, presence: OutputPresence(globals))
        surfaces.keyboards = tools.keyboards
        try tools.add(self)
        try globals.announce(on: display, observer: self)
    }

    /// Lets clients share pixels with this many bits of each colour. Call this before the first client connects.
    package func takePixels(_ depth: ColorDepth) {
        if depth == .ten { SharedMemory.announceDeepFormats(on: display) }
    }

    /// The on-screen keyboards of the tools that act on this application.
    package var screenKeyboards: any ScreenKeyboardPort { tools.keyboards }

    package var observer: (any ContentObserver)? {
        get { surfaces.observer }
        set { surfaces.observer = newValue }
    }

    // MARK: What is shown

    package func seenChanged() {
        surfaces.seenChanged()
    }

    package func layOut(on screen: LogicalScreen) {
        tools.screenChanged(of: self, to: screen)
        output.change(to: screen)
        surfaces.screenChanged()
    }

    package var scene: [SceneElement] { surfaces.elements }

    package var cover: ContentCover? { surfaces.cover }

    package var cursor: CursorImage { surfaces.cursor }

    package var description: ContentDescription? { surfaces.windows?.description }

    package var isSettled: Bool { surfaces.isSettled }

    // MARK: Frames

    package func frameComposed(callingBack: Bool) {
        surfaces.forEachDrawn { surface in
            let requests = surface.frameRequests.take()
            if !requests.callbacks.isEmpty {
                drawing.willTell(surface)
                // The client gets its replaced buffer back before it draws the next frame.
                display.lateEvents.expect(surface.client)
            }
            inFlight.append(requests)
            if surface.isUncomposed, !callingBack { changed.append(surface) }
            surface.isUncomposed = false
        }
        for follower in frameFollowers { follower.frameComposed() }
        isCalledBack = callingBack
        guard callingBack else { return }
        display.lateEvents.sendAll()
        inFlight.callBack(at: Timestamp(microseconds: display.loop.turnTime))
        drawing.told()
    }

    package func frameIs(allOf buffer: (any Buffer)?, offer: ScanoutOffer?) {
        guard let scanoutFollower else { return }
        let surface = buffer.flatMap(surfaces.surface(showing:))
        guard candidate.frame(allOf: surface.map(ObjectIdentifier.init), offer: offer) else { return }
        let before = favoured
        favoured = candidate.current == nil ? nil : surface
        if let before, before !== favoured { scanoutFollower.offer(nil, to: before) }
        if let favoured { scanoutFollower.offer(candidate.current?.offer, to: favoured) }
    }

    package var isDrawing: Bool { drawing.isExpected }

    package var deviceWait: Int64 { drawing.deviceWait }

    package func framePresented(_ presentation: Presentation) {
        display.lateEvents.sendAll()
        inFlight.present(presentation, on: globals.outputs)
        callBackAhead(at: presentation.time)
        if !isCalledBack { drawing.told() }
        for follower in frameFollowers { follower.framePresented(presentation) }
    }

    package func frameDiscarded() {
        display.lateEvents.sendAll()
        inFlight.discard(at: Timestamp(microseconds: display.loop.turnTime))
        callBackAhead(at: Timestamp(microseconds: display.loop.turnTime))
        if !isCalledBack { drawing.told() }
        for follower in frameFollowers { follower.frameDiscarded() }
    }

    /// Sends the callbacks of surfaces that changed in the finished frame and have committed again since.
    ///
    /// A client that is ahead of the screen thus draws at the screen's rate, and does not wait for the blank after the next.
    private func callBackAhead(at time: Timestamp) {
        for surface in changed where !surface.frameRequests.callbacks.isEmpty {
            drawing.willTell(surface)
            surface.frameRequests.callBack(at: time)
        }
        changed.removeAll(keepingCapacity: true)
    }

    // MARK: Input

    package var holdsPointer: Bool { surfaces.seat?.holdsPointer ?? false }

    package var inhibitsShortcuts: Bool { surfaces.seat?.inhibitsShortcuts ?? false }

    package var keyboardLEDs: KeyboardLEDs { surfaces.seat?.keyboardLEDs ?? [] }

    package func deliver(_ input: ContentInput) {
        surfaces.deliver(input)
        if input.isAction { tools.userActed() }
    }

    /// The user acted in an application of this loop.
    func userWasActive() {
        for follower in activityFollowers { follower.userActed() }
    }

    package func tookKeyboard() {
        tools.move(to: self)
    }
}

extension WaylandContent {
    /// The output as a client sees it.
    func output(for client: Client) -> OutputGlobal { globals.output(for: client) }

    func add(_ follower: any FrameFollower) {
        frameFollowers.append(follower)
    }

    func add(_ follower: any ActivityFollower) {
        activityFollowers.append(follower)
    }

    func add(_ follower: any ToolFollower) {
        toolFollowers.append(follower)
    }
}

extension WaylandContent: SurfaceObserver {
    func surfaceApplied(_ surface: Surface, _ change: AppliedChange) {
        // Only tools have surfaces on other screens than their own display's.
        let host = surface.client.privilege == .tool ? tools.host(of: surface, at: self) : self
        host.drawing.committed(surface, at: host.display.loop.turnTime)
        host.surfaces.take(change, of: surface)
    }

    func surfaceAwaitsDevices(_ surface: Surface) {
        guard surface.client.privilege != .tool else { return }
        drawing.awaitsDevices(surface, since: display.loop.turnTime)
    }

    func surfaceDestroyed(_ surface: Surface) {
        for content in surface.client.privilege == .tool ? tools.contents : [self] {
            content.drawing.committed(surface, at: content.display.loop.turnTime)
            content.surfaces.surfaceLost()
        }
    }
}

/// The surface whose buffers a display could show by itself, because the frame shows nothing else.
///
/// Clients allocate new buffers whenever the candidate changes. So a surface must fill frames for a while first, and
/// something that covers it for a moment, such as a finger's disc, changes nothing. Every frame is counted, so surfaces
/// are compared by their identifiers alone, which is cheap.
struct ScanoutCandidate {
    /// A surface, and the offer of the display that shows it.
    struct Standing: Hashable {
        var surface: ObjectIdentifier
        var offer: ScanoutOffer
    }

    /// The candidate; nil while there is none.
    private(set) var current: Standing?
    /// The standing of the last frames if it is not the current one, and how many frames in a row had it.
    private var next: (standing: Standing?, frames: Int)?

    /// Counts a frame that shows only `surface`, if any, on a display with `offer`.
    ///
    /// Returns whether the candidate or its offer has changed.
    mutating func frame(allOf surface: ObjectIdentifier?, offer: ScanoutOffer?) -> Bool {
        var standing: Standing?
        if let surface, let offer, !offer.layouts.isEmpty { standing = Standing(surface: surface, offer: offer) }
        guard standing != current else {
            next = nil
            return false
        }
        let frames = next.map { $0.standing == standing ? $0.frames + 1 : 1 } ?? 1
        next = (standing, frames)
        guard frames >= Self.patience else { return false }
        (current, next) = (standing, nil)
        return true
    }

    /// The number of frames in a row before the candidate changes: half a second at 60 Hz.
    static let patience = 30
}

/// The surfaces from which a commit is expected, and the surfaces whose commits wait for devices.
///
/// A commit is expected after a frame callback. Both lists are short.
private struct DrawingClients {
    /// Surfaces whose callbacks are sent with the pending frame.
    private var next: [ObjectIdentifier] = []
    private var expected: [ObjectIdentifier] = []
    /// The surfaces whose commits wait, each with the time since when its first commit has waited.
    private var waiting: [(surface: ObjectIdentifier, since: Int64)] = []
    /// The time that commits have waited in total, in microseconds.
    private(set) var deviceWait: Int64 = 0

    var isExpected: Bool { !expected.isEmpty }

    mutating func willTell(_ surface: Surface) {
        if !next.contains(ObjectIdentifier(surface)) { next.append(ObjectIdentifier(surface)) }
    }

    /// The callbacks have been sent. A surface that did not commit after its previous callback is no longer waited for.
    mutating func told() {
        expected = next
        next = []
    }

    /// A commit of the surface waits from `time` on.
    mutating func awaitsDevices(_ surface: Surface, since time: Int64) {
        guard !waiting.contains(where: { $0.surface == ObjectIdentifier(surface) }) else { return }
        waiting.append((ObjectIdentifier(surface), time))
    }

    /// The surface's commit was applied at `time`, or the surface was destroyed.
    mutating func committed(_ surface: Surface, at time: Int64) {
        if let index = expected.firstIndex(of: ObjectIdentifier(surface)) { expected.remove(at: index) }
        guard let index = waiting.firstIndex(where: { $0.surface == ObjectIdentifier(surface) }) else { return }
        deviceWait += max(0, time - waiting.remove(at: index).since)
    }
}
