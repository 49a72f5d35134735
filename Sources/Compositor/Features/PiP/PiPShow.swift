import Geometry
import Mirroring

/// One run on the panel: its source's pictures, when they are drawn, and where.
final class PiPShow {
    var run: PiPRun
    let feed: any PiPFeed
    let view: PiPView
    private let configuration: PiPConfiguration
    private unowned let executor: PiPExecutor
    private let loop: any LoopPort
    private var pacing: PiPPacing
    /// A copy of the source's picture, while the shown picture is not live and the source goes on changing.
    private var still: (any Buffer)?
    private var letterbox = Letterbox()
    /// The part last shown of a picture whose bars are trimmed.
    private var trimmed: (whole: any Buffer, place: Rect<OutputSpace>, part: any Buffer)?
    private var prepared: (() -> Void)?
    private var isPrepared = false
    private var wantsOne = false
    private var isEnded = false
    /// Whether the picture can be seen and touched.
    private(set) var isOnPanel = false
    private var told: PiPRenderSize?
    var exit: PiPExit?
    /// The number of times that the picture was drawn from its source.
    private(set) var frames = 0

    init(
        _ run: PiPRun, feed: any PiPFeed, executor: PiPExecutor, placement: PiPPlacement
    ) {
        self.run = run
        self.feed = feed
        self.executor = executor
        configuration = executor.configuration
        loop = executor.ports.loop
        pacing = PiPPacing(maximumRate: configuration.maximumRate, updates: configuration.updates)
        view = PiPView(executor.overlays, executor, loop: loop, configuration: configuration, placement: placement)
        view.contentPart = { [weak self] in self?.contentPart }
        view.hasRested = { [weak self] in self?.pictureRested() }
        feed.changed = { [weak self] in self?.sourceChanged() }
    }

    // MARK: Life

    /// Waits for the first picture, then calls `body`.
    func prepare(_ body: @escaping () -> Void) {
        prepared = body
        feed.begin()
        // A source that is already there may not change for a long time.
        if !isPrepared { perform(pacing.refresh()) }
        guard !isPrepared else { return }
        loop.schedule(afterMicroseconds: Self.busyDelay) { [weak self] in
            guard let self, !isEnded, !isPrepared else { return }
            view.beBusy()
        }
    }

    /// The delay before the busy sign: a source that is ready sooner needs none.
    private static let busyDelay: Int64 = 150_000

    /// Shows the picture and animates it to its place; without an origin it appears there at once.
    func appear(from origin: Rect<PanelSpace>?, then: @escaping () -> Void) {
        isOnPanel = true
        sizeForPicture()
        view.put(at: origin ?? view.placement.rect)
        view.show(pictureToShow, damage: Region())
        view.settle(then: then)
    }

    func leave(to rect: Rect<PanelSpace>, then: @escaping () -> Void) {
        if exit == .fullView { showWhole() }
        view.leave(to: rect, then: then)
    }

    /// Brings the bars back around the video before the picture grows into full view.
    private func showWhole() {
        guard let part = videoPart, let size = feed.picture?.size else { return }
        let whole = ContentPart(part: part.reinterpreted(), whole: size.reinterpreted())
        let place = whole.place(ofPartAt: view.frame)
        letterbox = Letterbox()
        view.show(pictureToShow, damage: Region())
        view.put(at: place)
    }

    /// The shown part of the source's picture, in that picture's pixels; nil where all of it is shown.
    var videoPart: Rect<OutputSpace>? {
        guard let size: Size<OutputSpace> = feed.picture?.size.reinterpreted() else { return nil }
        let part = letterbox.part(of: size)
        return part == size.bounds ? nil : part
    }

    func end() {
        isEnded = true
        isOnPanel = false
        executor.lastPlacement = view.placement
        feed.changed = {}
        view.vanish()
        feed.end()
    }

    /// Updates after screens or foreground have changed: content that is on no screen has another picture in memory.
    func surroundingsChanged(panel size: Size<PanelSpace>) {
        if updates == .live { executor.painter.awaitBackgroundFrame() }
        view.panelChanged(to: size)
    }

    // MARK: Pictures

    var updates: PiPUpdates { pacing.updates }

    func set(_ updates: PiPUpdates) {
        let action = pacing.set(updates, at: loop.now)
        still = updates == .live ? nil : feed.picture.flatMap(MemoryBuffer.init(copying:))
        view.show(pictureToShow, damage: Region())
        perform(action)
        if updates == .live { perform(pacing.refresh()) }
    }

    /// Draws once, whatever the update policy, and again if something newer is on its way.
    func refresh() {
        wantsOne = updates != .live
        perform(pacing.refresh())
    }

    /// Redraws the status bar at the requested size: it has no aspect of its own.
    func remake(for size: Size<PanelSpace>) {
        guard run.source == .hud else { return }
        feed.ask(for: size)
        perform(pacing.refresh())
    }

    private var pictureToShow: (any Buffer)? {
        (updates == .live ? feed.picture : still ?? feed.picture).map(withoutBars)
    }

    private func withoutBars(_ whole: any Buffer) -> any Buffer {
        let size: Size<OutputSpace> = whole.size.reinterpreted()
        let place = letterbox.part(of: size)
        if place == size.bounds { return whole }
        if let trimmed, trimmed.whole === whole, trimmed.place == place { return trimmed.part }
        guard let part = BufferPart(place.reinterpreted(), of: whole) else { return whole }
        trimmed = (whole, place, part)
        return part
    }

    /// Looks for black bars around a video; the status bar has none.
    private func lookForBars(_ damage: Region<OutputSpace>) {
        guard run.source != .hud, exit == nil, let picture = feed.picture else { return }
        letterbox.look(at: picture, damage: damage, at: loop.now)
    }

    private func sourceChanged() {
        guard !isEnded else { return }
        guard isPrepared else { return perform(pacing.refresh()) }
        let action = pacing.sourceChanged(at: loop.now)
        if wantsOne {
            wantsOne = false
            perform(pacing.refresh())
        } else {
            perform(action)
        }
    }

    private func perform(_ action: PiPPacing.Action) {
        switch action {
        case .none: break
        case .draw: draw()
        case .fetchAnew:
            feed.begin()
            draw()
        case .wait(let delay):
            loop.schedule(afterMicroseconds: delay) { [weak self] in
                guard let self, !isEnded else { return }
                perform(pacing.timerFired(at: loop.now))
            }
        }
    }

    private func draw() {
        guard !isEnded else { return }
        guard let damage = feed.draw() else {
            // Before the first picture the machine's start timeout applies.
            if isPrepared || feed.picture != nil { perform(pacing.failed()) }
            return
        }
        frames += 1
        awaitNext()
        pacing.drawn(at: loop.now)
        if updates != .live { still = feed.picture.flatMap(MemoryBuffer.init(copying:)) }
        lookForBars(damage)
        if isPrepared {
            let part = feed.picture.map { letterbox.part(of: $0.size.reinterpreted()) } ?? .zero
            view.show(
                pictureToShow, damage: damage.intersection(part).mapRects { $0.offset(x: -part.x, y: -part.y) })
        } else {
            isPrepared = true
            let waiting = prepared
            prepared = nil
            waiting?()
        }
    }

    /// Requests the next frame of content that is on no screen, once this one is done with.
    private func awaitNext() {
        loop.deferAction { [weak self] in
            guard let self, !isEnded else { return }
            executor.painter.awaitBackgroundFrame()
        }
    }

    // MARK: Sizes

    private var contentPart: ContentPart? { isOnPanel ? executor.places.contentPart : nil }

    /// Reports the size once the picture rests, and asks the source to render at it where configured.
    private func pictureRested() {
        guard !isEnded, exit == nil else { return }
        if asksForSize { feed.ask(for: view.placement.shownRect.size) }
        tellSize()
    }

    private var asksForSize: Bool {
        switch run.source {
        case .hud: true
        case .window, .camera: configuration.asksForSize
        case .external, .content: false
        }
    }

    private func tellSize() {
        let size = view.placement.shownRect.size
        let render = feed.picture?.size ?? .zero
        let now = PiPRenderSize(
            width: size.width, height: size.height, renderWidth: render.width, renderHeight: render.height)
        guard now != told else { return }
        told = now
        executor.tell(.sizeChanged(run.source, now))
    }

    /// Takes the aspect of the picture to show; the status bar also takes the size that it was drawn for.
    private func sizeForPicture() {
        guard let size = pictureToShow?.size else { return }
        view.adjust { placement in
            placement.resize(source: size.reinterpreted())
            if run.source == .hud, !run.isSwap { placement.fit(into: size.reinterpreted()) }
        }
    }
}
