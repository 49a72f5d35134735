import Geometry
import Mirroring

/// Draws one application's content on its screen.
final class ContentPainter {
    private let content: any ContentPort
    private let renderer: any RendererPort
    private let queue: FrameQueue
    /// Whether discs are drawn under the fingers; takes effect with the next touch.
    var showsTouchDiscs: Bool
    /// The screen that shows the content; nil while none does.
    private(set) var screen: Screen?
    /// Whether someone reads the screen's picture and expects the cursor in it.
    var isRead = false {
        didSet {
            guard isRead != oldValue else { return }
            content.seenChanged()
            if let screen, screen.layers.cursor.status != nil { queue.request(screen) }
        }
    }
    private var discs = TouchDiscs()
    private var pass = ContentPass()
    /// The element behind everything.
    private let background = SceneElement.fill(.black)
    private var patience = DrawingPatience()
    /// The wait until the content has been laid out for its new screen; nil without a screen.
    private var layoutWait: LayoutWait?

    /// Frames composed since the start, on whichever screen.
    private(set) var framesComposed = 0
    weak var frameObserver: (any FrameObserver)?
    /// Receives what the content reports besides its frames.
    weak var features: FeatureList?
    /// Whether the screen is in memory, and seen only while somebody reads it.
    private var isHidden = false
    /// Called with the point at which the application holds the pointer.
    var heldPointer: (Point<ContentSpace>) -> Void = { _ in }

    /// Called with the text cursor's place.
    var textCursorMoved: (Rect<ContentSpace>) -> Void = { _ in }

    init(
        _ content: any ContentPort, renderer: any RendererPort, queue: FrameQueue, showsTouchDiscs: Bool
    ) {
        self.content = content
        self.renderer = renderer
        self.queue = queue
        self.showsTouchDiscs = showsTouchDiscs
    }

    // MARK: Changes

    /// Shows the content on another screen: all of it is redrawn, and a frame in flight counts as lost.
    ///
    /// `isHidden` is whether only readers of its picture see it.
    func show(on next: Screen?, scale: Scale, isHidden: Bool) {
        if pass.isInFlight { content.frameDiscarded() }
        screen?.cover = nil
        pass = ContentPass(number: pass.number &+ 1, scale: scale)
        (screen, self.isHidden) = (next, isHidden)
        content.seenChanged()
        layoutWait?.cancel()
        layoutWait = next.map { _ in LayoutWait(for: content, queue: queue) }
        guard let next else { return }
        queue.redrawAll(next)
        guard next.showsEarlierPicture else { return }
        later(afterMicroseconds: Self.earlierPicturePatience) { painter in
            next.showsEarlierPicture = false
            painter.queue.schedulePaint()
        }
    }

    /// Marks pixels of the content as out of date.
    func invalidate(_ damage: Region<ContentSpace>) {
        screen?.invalidate(base: damage.reinterpreted())
        requestFrame()
    }

    /// Requests a frame without damage: a client waits for its callback.
    func requestFrame() {
        guard let screen else { return }
        request(screen)
        if awaitsLayout { layoutWait?.answer() }
    }

    private func request(_ screen: Screen) {
        queue.request(screen)
        // A held frame is already requested; this commit may be the one that it waits for.
        if pass.drawingDeadline != nil { queue.schedulePaint() }
    }

    /// Records that the cursor may have moved or changed its picture.
    func cursorChanged(_ change: CursorChange = .moved) {
        guard let screen else { return }
        if change == .redrawn { screen.layers.cursor.redrawn() }
        guard screen.layers.cursor.differs(from: placedCursor) else { return }
        if screen.followsCover { return followCursorSoon() }
        screen.pacing.expectAnswer()
        request(screen)
    }

    /// Shows the cursor's move with the covering client's next frame, or a little later.
    ///
    /// If each move were shown by itself, a display that waits for frames would run at its highest rate.
    private func followCursorSoon() {
        guard !pass.isCursorWaiting else { return }
        pass.isCursorWaiting = true
        pass.cursorWaits &+= 1
        let wait = pass.cursorWaits
        later(afterMicroseconds: Self.cursorPatience) { painter in
            guard painter.pass.isCursorWaiting, painter.pass.cursorWaits == wait, let screen = painter.screen else {
                return
            }
            painter.pass.isCursorWaiting = false
            if screen.layers.cursor.differs(from: painter.placedCursor) { painter.request(screen) }
        }
    }

    /// As long as KWin waits: 30 moves in a second look smooth enough.
    private static let cursorPatience: Int64 = 33_333

    /// Whether the pointer is hidden, whatever picture the application sets for it.
    var hidesPointer = false {
        didSet { if hidesPointer != oldValue { cursorChanged() } }
    }

    private var placedCursor: PlacedCursor? {
        if hidesPointer { return nil }
        return PlacedCursor(content.cursor, scale: pass.scale, renderer: renderer)
    }

    /// The cursor as one picture, whether a plane shows it or it is drawn. Nil without a cursor, and without memory for the picture.
    var cursorElement: PlaneElement? {
        guard let cursor = placedCursor, let picture = cursor.picture(renderer) else { return nil }
        return PlaneElement(cursor: picture, x: cursor.frame.x, y: cursor.frame.y, hotspot: cursor.hotspot)
    }

    /// Updates the positions of the fingers.
    func contactsChanged(_ contacts: [Point<ContentSpace>]) {
        guard showsTouchDiscs, let screen else { return }
        let damage = discs.update(contacts: contacts, on: screen.size.reinterpreted())
        guard !damage.isEmpty else { return }
        screen.pacing.expectAnswer()
        invalidate(damage)
    }

    /// Reports that the last composed frame has been presented.
    func framePresented(_ presentation: Presentation) {
        guard let screen else { return }
        queue.finish(screen, presentation)
        screen.pacing.thinControllers(presentation, deviceWait: content.deviceWait)
        guard pass.isInFlight else { return }
        pass.isInFlight = false
        content.framePresented(presentation)
        awaitDrawing(presentation)
        frameObserver?.framePresented(presentation)
    }

    /// Calls `action` after a delay, unless the content is by then on another screen.
    private func later(afterMicroseconds delay: Int64, _ action: @escaping (ContentPainter) -> Void) {
        let number = pass.number
        queue.loop.schedule(afterMicroseconds: delay) { [weak self] in
            if let self, pass.number == number { action(self) }
        }
    }

    /// Whether the first frame is still being held back.
    var awaitsLayout: Bool { !(layoutWait?.isOver ?? true) }

    // MARK: Drawing

    /// Makes the next frame wait for clients that draw now. Where vertical blanks are known, the frame waits anyway.
    private func awaitDrawing(_ presentation: Presentation) {
        guard screen?.pacing.showsAtOnce == true else { return }
        let patience = patience.microseconds(refreshNanoseconds: presentation.refreshNanoseconds)
        pass.drawingDeadline = queue.loop.now.adding(microseconds: patience)
    }

    /// Whether a due frame is held back for clients that are drawing now, so that it contains what they commit.
    private func awaitsDrawing() -> Bool {
        guard let deadline = pass.drawingDeadline else { return false }
        let rest = deadline.microseconds - queue.loop.now.microseconds
        guard content.isDrawing, rest > 0 else {
            pass.drawingDeadline = nil
            return false
        }
        if !pass.isWaking {
            pass.isWaking = true
            later(afterMicroseconds: rest) { painter in
                painter.pass.isWaking = false
                painter.queue.schedulePaint()
            }
        }
        return true
    }

    /// The pass that draws the due frame; nil where there is nothing to draw. `finish` must follow once the pass is drawn.
    func record() -> RenderPass? {
        guard !awaitsLayout, let screen, screen.isDue(at: queue.loop.now), !awaitsDrawing() else { return nil }
        guard !keepsEarlierPicture(on: screen) else { return nil }
        let start = queue.begin(screen)
        screen.cover = screen.timingChoice.isFixed ? nil : content.cover
        let pointer = placeCursor(on: screen)
        pass.isCursorWaiting = false
        guard screen.isOutdated else {
            // Pixels that the display refused before are new to a controller whose plane shows the display's memory.
            pass.drawn = (screen.unshown, since: nil)
            return nil
        }
        let base = base(below: pointer)
        let elements = screen.overlays.isEmpty ? base : base + screen.overlays.elements
        screen.placeContent(elements, of: content, at: queue.loop.now, on: queue.display, renderer)
        guard screen.needsDrawing else {
            pass.drawn = (screen.takeHidden(), since: nil)
            return nil
        }
        guard queue.acquire(screen) else { return nil }
        let hidden = screen.hidden
        let damage = screen.takeStale { stale in
            renderer.changes(of: RenderPass(target: screen.target, damage: stale, elements: base))
        }
        pass.drawn = (damage.union(hidden), since: start)
        return RenderPass(target: screen.target, damage: damage, elements: elements)
    }

    /// Whether the frame is held back so that a boot splash stays until there is something to show.
    private func keepsEarlierPicture(on screen: Screen) -> Bool {
        guard screen.showsEarlierPicture else { return false }
        screen.showsEarlierPicture = content.scene.isEmpty && screen.overlays.elements.isEmpty
        return screen.showsEarlierPicture
    }

    /// How long the first application may take to start. Without an application, the splash must not stay for good.
    private static let earlierPicturePatience: Int64 = 20_000_000

    /// The content with a pointer above it, and below the overlays.
    private func base(below pointer: [SceneElement]) -> [SceneElement] {
        let scene = content.scene
        var elements: [SceneElement] = []
        elements.reserveCapacity(1 + scene.count + pointer.count)
        elements.append(background)
        elements += scene
        elements += pointer
        elements += discs.elements
        return elements
    }

    /// Shows the cursor at its present place; returns the elements to draw into the frame.
    private func placeCursor(on screen: Screen) -> [SceneElement] {
        if screen.layers.cursor.isKnownHidden, case .hidden = content.cursor { return [] }
        let front = Region(discs.elements.map { $0.destination.reinterpreted(as: OutputSpace.self) })
        pass.cursorDamage.formUnion(
            screen.placeCursor(
                placedCursor, in: .init(area: screen.size.bounds, front: front, isRead: isRead), on: queue.display,
                renderer))
        return composedPointer(on: screen)
    }

    private func composedPointer(on screen: Screen) -> [SceneElement] {
        screen.layers.cursor.drawn != nil ? placedCursor?.elements ?? [] : []
    }

    /// The frames of a screen as a source to draw from.
    func source(_ screen: Screen) -> FrameSource {
        if let shown = screen.target.shownFrame { return FrameSource(screen.target, elements: shown) }
        // Only frames that are not in ordinary memory may have to be drawn again.
        let isDrawn = screen === self.screen && screen.target.scanout != nil
        let elements = isDrawn ? base(below: composedPointer(on: screen)) + screen.overlays.elements : []
        return FrameSource(screen.target, elements: elements)
    }

    /// Draws what the screen shows into a picture of its own, without the black of a blanked screen. Nil without a
    /// screen, and without memory for the picture.
    func still() -> MemoryBuffer? {
        guard let screen else { return nil }
        let elements = base(below: placedCursor?.elements ?? []) + screen.overlays.elements(without: .blank)
        return renderer.picture(of: elements, size: screen.size, format: screen.target.format)
    }

    /// What a screen would show of the content that has none, with the cursor or without; nil without memory for it.
    func parkedPicture(on layout: LogicalScreen, cursor: Bool) -> MemoryBuffer? {
        let pointer =
            cursor && !hidesPointer ? PlacedCursor(content.cursor, scale: layout.scale, renderer: renderer) : nil
        return renderer.picture(of: base(below: pointer?.elements ?? []), size: layout.size.reinterpreted())
    }

    /// Calls `body` with the last frame, with or without the cursor. The frame is valid during the call. Nil without memory for it.
    func withFrame<Result>(cursor: Bool, _ body: (any Buffer) -> Result) -> Result? {
        guard let screen else { return nil }
        guard !cursor, let drawn = screen.layers.cursor.drawn, !drawn.frame.isEmpty else {
            return screen.withLayers(renderer, cursor: cursor, body)
        }
        return renderer.picture(of: base(below: []) + screen.overlays.elements, size: screen.size).map(body)
    }

    /// The last frame in ordinary memory; nil while there is none.
    var picture: (any Buffer)? { screen.flatMap { renderer.read($0.target) } }

    /// The pixels that the recorded pass draws; nil without one.
    var recordedDamage: Region<OutputSpace>? { pass.drawn?.damage }

    /// Presents the recorded frame, which has been drawn, and then reports it, so that the display does not wait for the observers.
    func finish() {
        guard let screen, let drawn = pass.drawn else { return }
        pass.drawn = nil
        pass.isInFlight = queue.present(screen)
        report(drawn, on: screen)
        if !pass.isInFlight { content.frameDiscarded() }
    }

    private func report(_ drawn: ContentPass.Drawn, on screen: Screen) {
        if let since = drawn.since, !drawn.damage.isEmpty {
            patience.composed(inMicroseconds: queue.loop.clockReading.since(since))
            framesComposed += 1
        }
        content.frameComposed(callingBack: pass.isInFlight && screen.output != nil && screen.pacing.showsAtOnce)
        frameObserver?.frameComposed(drawn.damage)
        if !pass.cursorDamage.isEmpty { frameObserver?.cursorMoved(pass.cursorDamage) }
        pass.cursorDamage = Region()
    }
}

extension ContentPainter: ContentObserver {
    func contentDamaged(_ damage: Region<ContentSpace>) {
        invalidate(damage)
    }

    func contentCursorChanged(_ change: CursorChange) {
        cursorChanged(change)
    }

    func contentNeedsFrame() {
        requestFrame()
    }

    func contentSettled() {
        layoutWait?.end()
        features?.hear(.settled)
    }

    func contentDescriptionChanged() {
        features?.hear(.described)
    }

    func contentHeldPointer(at point: Point<ContentSpace>) {
        heldPointer(point)
    }

    func contentTextCursorMoved(to place: Rect<ContentSpace>) {
        textCursorMoved(place)
    }

    func contentLocked(_ isLocked: Bool) {
        features?.hear(.locked(isLocked))
    }

    func contentLostLocker(processID: Int) {
        features?.hear(.lostLocker(processID: processID))
    }

    func contentGotLocker() {
        features?.hear(.gotLocker)
    }

    var isContentSeen: Bool { screen != nil && (!isHidden || isRead) }
}

/// The painter's state between two turns of the loop.
private struct ContentPass {
    /// The pixels that a frame changes, and when its drawing began; nil where nothing is drawn.
    typealias Drawn = (damage: Region<OutputSpace>, since: Timestamp?)

    /// Incremented with each screen that the content is shown on.
    var number = 0
    var scale = Scale.one
    /// Whether a moved cursor waits for the next frame.
    var isCursorWaiting = false
    /// How often a moved cursor has begun to wait.
    var cursorWaits = 0
    /// The end of a due frame's wait for clients that are drawing; nil while it does not wait.
    var drawingDeadline: Timestamp?
    /// Whether a wake-up at the deadline is scheduled.
    var isWaking = false
    /// Whether a frame with the content's callbacks is queued and not yet shown.
    var isInFlight = false
    /// The next frame; nil before it is recorded.
    var drawn: Drawn?
    /// The pixels of the next frame that look different because the cursor on a plane has changed.
    var cursorDamage = Region<OutputSpace>()
}
