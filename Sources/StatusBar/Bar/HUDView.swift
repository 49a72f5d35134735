import Geometry
import Mirroring

/// The status bar at one place, drawn when it has changed and each second while its clock runs.
///
/// A flood of changes is drawn 30 times a second at most. While the view is not shown it does nothing.
package final class HUDView: PicturePort {
    /// The least and the most pixels that a bar has either way.
    package static let lengths = 8...4096

    package private(set) var size: Size<OutputSpace>
    package var damaged: (Region<OutputSpace>) -> Void = { _ in }
    /// How often something was drawn.
    package private(set) var draws = 0
    private let hud: HUD
    private var bar: HUDBar?
    private var isDrawingPlanned = false
    private var lastDrawing: Timestamp?
    /// When the clock is next to be drawn, as far as the loop is to call; others that it may still call are outdated.
    private var tick: Timestamp?

    /// From one drawing to the next at least.
    private static let intervalMicroseconds: Int64 = 33_000

    init(of hud: HUD, size: Size<OutputSpace>) {
        self.hud = hud
        self.size = Self.moved(size)
    }

    package var picture: PixelBuffer? { bar?.picture }

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

    func layoutChanged() {
        if isShown { rebuild() }
    }

    private static func moved(_ size: Size<OutputSpace>) -> Size<OutputSpace> {
        func moved(_ length: Int) -> Int { min(max(length, lengths.lowerBound), lengths.upperBound) }
        return Size(width: moved(size.width), height: moved(size.height))
    }

    /// Draws all of it, on other memory where the size is another.
    private func rebuild() {
        // First of all the old memory goes back to the pool.
        bar = nil
        guard let renderer = hud.renderer else { return }
        bar = HUDBar(
            layout: hud.layout ?? .builtIn(for: size), size: size, absent: hud.model.absent, renderer: renderer,
            pool: hud.pool)
        draw()
    }

    private func forget() {
        bar = nil
        tick = nil
    }

    private func drawPlanned() {
        isDrawingPlanned = false
        draw()
    }

    private func draw() {
        guard isShown, let bar else { return }
        // Something has come or gone: the rest is placed anew.
        if bar.absent != hud.model.absent { return rebuild() }
        let now = hud.loop.now
        lastDrawing = now
        let damage = bar.draw(hud.model, at: now)
        planTick(after: now, bar)
        guard !damage.isEmpty else { return }
        draws += 1
        damaged(damage)
    }

    private func planTick(after now: Timestamp, _ bar: HUDBar) {
        guard bar.hasClock, let next = hud.model.nextSecond(after: now) else {
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
