package import Geometry
package import Mirroring

/// A view of the status bar, redrawn after changes and each second while its clock runs.
///
/// It is redrawn at most 30 times a second, and not at all while it is hidden.
package final class HUDView: ImagePort {
    /// The least and the most pixels of a bar's side.
    package static let lengths = 8...4096

    package private(set) var size: Size<OutputSpace>
    package var damaged: (Region<OutputSpace>) -> Void = { _ in }
    /// The number of drawings that changed something.
    package private(set) var draws = 0
    private let hud: HUDBoard
    private var bar: HUDDrawing?
    private var isDrawingPlanned = false
    private var lastDrawing: Timestamp?
    /// The time of the next scheduled clock redraw; scheduled calls for any other time are stale.
    private var tick: Timestamp?

    /// The shortest time between two drawings.
    private static let intervalMicroseconds: Int64 = 33_000

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

    func layoutChanged() {
        if isShown { rebuild() }
    }

    private static func moved(_ size: Size<OutputSpace>) -> Size<OutputSpace> {
        func moved(_ length: Int) -> Int { min(max(length, lengths.lowerBound), lengths.upperBound) }
        return Size(width: moved(size.width), height: moved(size.height))
    }

    /// Draws the whole bar, on new memory if the size has changed.
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
    }

    private func drawPlanned() {
        isDrawingPlanned = false
        draw()
    }

    private func draw() {
        guard isShown, let bar else { return }
        // An element appeared or disappeared: lay the bar out again.
        if bar.absent != hud.model.absent { return rebuild() }
        let now = hud.loop.now
        lastDrawing = now
        let damage = bar.draw(hud.model, at: now)
        planTick(after: now, bar)
        guard !damage.isEmpty else { return }
        draws += 1
        damaged(damage)
    }

    private func planTick(after now: Timestamp, _ bar: HUDDrawing) {
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
