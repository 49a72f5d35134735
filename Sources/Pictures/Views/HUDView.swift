package import Geometry
package import Mirroring

/// A view of the status bar.
///
/// It is redrawn after changes, each second while its clock runs, and while comments fade: at most 30 times a second, and never while it is
/// hidden.
package final class HUDView: ScrollingImagePort {
    /// The shortest and the longest side of a bar in pixels; a docked bar is as wide as any display's mode.
    package static let lengths = 8...16_384
    /// The most pixels of a bar.
    private static let largestArea = 4096 * 4096

    package private(set) var size: Size<OutputSpace>
    package var damaged: (Region<OutputSpace>) -> Void = { _ in }
    /// The number of drawings that changed something.
    package private(set) var draws = 0
    private let hud: HUDBoard
    private var bar: HUDDrawing?
    private var isDrawingPlanned = false
    private var lastDrawing: Timestamp?
    private var scroll = CommentScroll()
    /// When the newest comments return by themselves; nil while they are shown, or while a finger scrolls.
    private var returnTime: Timestamp?
    /// The time of the next scheduled redraw for the clock or for fading, on CLOCK_BOOTTIME; scheduled calls for any other time are stale.
    private var tick: Timestamp?

    /// The shortest time between two drawings.
    private static let intervalMicroseconds: Int64 = 33_000
    /// How long comments stay scrolled back after the last touch.
    private static let returnMicroseconds: Int64 = 10_000_000

    init(of hud: HUDBoard, size: Size<OutputSpace>) {
        self.hud = hud
        self.size = Self.moved(size)
    }

    package var picture: (any Buffer)? { bar?.picture }

    package var isShown = false {
        didSet {
            guard isShown != oldValue else { return }
            isShown ? rebuild() : forget()
        }
    }

    package func resize(to size: Size<OutputSpace>) {
        let next = Self.moved(size)
        guard next != self.size else { return }
        self.size = next
        if isShown { rebuild() }
    }

    func modelChanged() {
        guard isShown, !isDrawingPlanned else { return }
        isDrawingPlanned = true
        let passed = lastDrawing.map { hud.loop.now.since($0) } ?? .max
        let action: () -> Void = { [weak self] in self?.drawPlanned() }
        if passed >= Self.intervalMicroseconds {
            hud.loop.deferAction(action)
        } else {
            hud.loop.schedule(afterMicroseconds: Self.intervalMicroseconds - max(0, passed), action)
        }
    }

    // MARK: Scrolling

    package var scrollable: Region<OutputSpace> {
        bar.map { Region($0.places(of: .comments)) } ?? Region()
    }

    package func scroll(by distance: Double) {
        guard let bar else { return }
        returnTime = nil
        show(bar.scrolled(scroll, by: distance, hud.model))
    }

    package func scrollToEnd() {
        returnTime = nil
        show(CommentScroll())
    }

    package func scrollingEnded() {
        guard scroll.isBack else { return }
        let end = hud.loop.now.adding(microseconds: Self.returnMicroseconds)
        returnTime = end
        hud.loop.schedule(afterMicroseconds: Self.returnMicroseconds) { [weak self] in
            if self?.returnTime == end { self?.scrollToEnd() }
        }
    }

    private func show(_ next: CommentScroll) {
        guard next != scroll else { return }
        scroll = next
        modelChanged()
    }

    func layoutChanged() {
        if isShown { rebuild() }
    }

    private static func moved(_ size: Size<OutputSpace>) -> Size<OutputSpace> {
        let width = min(max(size.width, lengths.lowerBound), lengths.upperBound)
        let height = min(max(size.height, lengths.lowerBound), lengths.upperBound, largestArea / width)
        return Size(width: width, height: height)
    }

    /// Draws the whole bar, in new memory if the size has changed.
    private func rebuild() {
        // Return the old memory to the pool first.
        bar = nil
        guard let renderer = hud.renderer else { return }
        bar = HUDDrawing(
            layout: hud.layout ?? .builtIn(for: size), size: size, absent: hud.model.absent, renderer: renderer,
            pool: hud.pool)
        draw()
    }

    private func forget() {
        bar = nil
        tick = nil
        returnTime = nil
        scroll = CommentScroll()
    }

    private func drawPlanned() {
        isDrawingPlanned = false
        draw()
    }

    private func draw() {
        guard isShown, let bar else { return }
        // An element appeared or disappeared: lay the bar out again.
        if bar.absent != hud.model.absent { return rebuild() }
        let now = hud.loop.bootTime
        lastDrawing = hud.loop.now
        let damage = bar.draw(hud.model, at: now, scrolled: scroll)
        planTick(after: now, bar)
        guard !damage.isEmpty else { return }
        draws += 1
        damaged(damage)
    }

    private func planTick(after now: Timestamp, _ bar: HUDDrawing) {
        let second = bar.hasClock ? hud.model.nextSecond(after: now) : nil
        // Comments that are scrolled back to do not fade.
        let fading = bar.hasComments && !scroll.isBack ? hud.model.nextFading(after: now) : nil
        guard let next = [second, fading].compactMap({ $0 }).min() else {
            tick = nil
            return
        }
        guard next != tick else { return }
        tick = next
        hud.loop.schedule(afterMicroseconds: max(0, next.since(now))) { [weak self] in
            guard let self, tick == next else { return }
            tick = nil
            draw()
        }
    }
}
