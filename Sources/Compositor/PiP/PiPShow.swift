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
    /// A copy of the source's picture while it is not live: the source goes on, the picture does not.
    private var still: PixelBuffer?
    private var letterbox = Letterbox()
    /// The part of a picture that was last shown without its bars.
    private var trimmed: (whole: PixelBuffer, place: Rect<OutputSpace>, part: PixelBuffer)?
    private var prepared: (() -> Void)?
    private var isPrepared = false
    private var wantsOne = false
    private var isEnded = false
    /// It can be seen and touched.
    private(set) var isOnPanel = false
    private var told: PiPRenderSize?
    var exit: PiPExit?
    /// Times that it was drawn from its source.
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
        view = PiPView(host: executor.host, loop: loop, configuration: configuration, placement: placement)
        view.resized = { [unowned self] in rested() }
        feed.changed = { [weak self] in self?.sourceChanged() }
    }

    // MARK: Life

    /// Gets the first picture and then calls `body`.
    func prepare(_ body: @escaping () -> Void) {
        prepared = body
        feed.begin()
        // A source that is there already may not change for long.
        if !isPrepared { perform(pacing.refresh()) }
        guard !isPrepared else { return }
        loop.schedule(afterMicroseconds: Self.busyDelay) { [weak self] in
            guard let self, !isEnded, !isPrepared else { return }
            view.beBusy()
        }
    }

    /// What is there sooner needs no sign that it is on its way.
    private static let busyDelay: Int64 = 150_000

    /// Shows it and has it glide to its place; with no origin it is there at once.
    func appear(from origin: Rect<PanelSpace>?, then: @escaping () -> Void) {
        sizeForPicture()
        isOnPanel = true
        view.put(at: origin ?? view.placement.rect)
        view.show(pictureToShow, damage: Region())
        view.settle(then: then)
    }

    func leave(to rect: Rect<PanelSpace>, then: @escaping () -> Void) {
        if exit == .fullView { showWhole() }
        view.leave(to: rect, then: then)
    }

    /// In full view the bars are there: they come back around the video before it grows into its place.
    private func showWhole() {
        guard let part = videoPart, let size = feed.picture?.size else { return }
        let whole = ContentPart(part: part.reinterpreted(), whole: size.reinterpreted())
        let place = whole.place(ofPartAt: view.frame)
        letterbox = Letterbox()
        view.show(pictureToShow, damage: Region())
        view.put(at: place)
    }

    /// The part of the source's picture that is shown, in that picture's pixels; nil where all of it is.
    var videoPart: Rect<OutputSpace>? {
        guard let size = feed.picture?.size else { return nil }
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

    /// Screens or foreground have changed: content that is on no screen now has another picture in memory.
    func surroundingsChanged(panel size: Size<PanelSpace>) {
        if updates == .live { executor.host.awaitBackgroundFrame() }
        if view.placement.panel != size { view.panelChanged(to: size) }
    }

    // MARK: Pictures

    var updates: PiPUpdates { pacing.updates }

    func set(_ updates: PiPUpdates) {
        let action = pacing.set(updates, at: loop.now)
        still = updates == .live ? nil : feed.picture?.copied()
        view.show(pictureToShow, damage: Region())
        perform(action)
        if updates == .live { perform(pacing.refresh()) }
    }

    /// Draws it once, whatever the updates are, and once more if something newer is on its way.
    func refresh() {
        wantsOne = updates != .live
        perform(pacing.refresh())
    }

    /// A picture of ours has no shape of its own: it takes the one that is wanted.
    func remake(for size: Size<PanelSpace>) {
        guard run.source == .hud else { return }
        feed.ask(for: size)
        perform(pacing.refresh())
    }

    private var pictureToShow: PixelBuffer? {
        (updates == .live ? feed.picture : still ?? feed.picture).map(withoutBars)
    }

    private func withoutBars(_ whole: PixelBuffer) -> PixelBuffer {
        let place = letterbox.part(of: whole.size)
        if place == whole.size.bounds { return whole }
        if let trimmed, trimmed.whole === whole, trimmed.place == place { return trimmed.part }
        guard let part = PixelBuffer(place, of: whole) else { return whole }
        trimmed = (whole, place, part)
        return part
    }

    /// Looks for bars around a video; the bar that we draw ourselves has none.
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
            // Before the first picture the machine's patience is what counts.
            if isPrepared || feed.picture != nil { perform(pacing.failed()) }
            return
        }
        frames += 1
        awaitNext()
        pacing.drawn(at: loop.now)
        if updates != .live { still = feed.picture?.copied(into: nil) }
        lookForBars(damage)
        if isPrepared {
            let part = feed.picture.map { letterbox.part(of: $0.size) } ?? .zero
            view.show(
                pictureToShow, damage: damage.intersection(part).mapRects { $0.offset(x: -part.x, y: -part.y) })
        } else {
            isPrepared = true
            let waiting = prepared
            prepared = nil
            waiting?()
        }
    }

    /// Content that is on no screen makes its next frame only when it is asked to: after this one is done with.
    private func awaitNext() {
        loop.deferAction { [weak self] in
            guard let self, !isEnded else { return }
            executor.host.awaitBackgroundFrame()
        }
    }

    // MARK: Sizes

    /// The size that the source is to be rendered at, and its own, have come to rest.
    private func rested() {
        guard !isEnded, exit == nil else { return }
        if asksForSize { feed.ask(for: view.placement.shownRect.size) }
        tellSize()
    }

    private var asksForSize: Bool {
        switch run.source {
        case .hud: true
        case .window: configuration.asksForSize
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
        executor.host.publish(.sizeChanged(run.source, now))
    }

    /// The bar comes in the size that it was made for; all else in the size that the picture last had.
    private func sizeForPicture() {
        guard let size = pictureToShow?.size else { return }
        view.adjust { placement in
            placement.resize(source: size.reinterpreted())
            if run.source == .hud, !run.isSwap { placement.fit(into: size.reinterpreted()) }
        }
    }
}
