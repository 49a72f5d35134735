import Geometry
import Mirroring

@testable import Compositor

/// A compositor with a 4K external and a panel, whose vertical blanks come by the clock and show what was drawn until then.
final class BlankRig {
    static let external = OutputID("HDMI-A-1"), panel = OutputID("DSI-1")
    static let refresh = Int64(FakeDisplay.refreshNanoseconds / 1000)

    let bench: Bench
    /// The client draws again after each frame callback.
    var isAnimating = false
    private var nextBlanks: [OutputID: Timestamp]
    /// Microseconds from one vertical blank to the next.
    private let refreshes: [OutputID: Int64]
    /// How often the client's callbacks were sent at a blank of the panel's alone.
    private(set) var callbacksByPanel = 0
    /// When the pending picture of an output was handed over.
    private var handedOver: [OutputID: Timestamp] = [:]
    private var answered = 0

    /// A panel without a refresh shows nothing of what it is given.
    init(
        _ bench: Bench = Bench(), panelPhase: Int64 = 0, cost: Int64 = 1000, refresh: Int64 = refresh,
        panelRefresh: Int64? = refresh
    ) {
        self.bench = bench
        let (loop, display) = (bench.loop, bench.display)
        display.countsBlanks = true
        refreshes = [Self.external: refresh, Self.panel: panelRefresh ?? .max / 4]
        display.refreshes = refreshes.mapValues { Int(min($0, 1_000_000)) * 1000 }
        bench.renderer.submitted = { loop.work(microseconds: cost) }
        bench.connect([Bench.panel(), Bench.external()])
        let start = loop.now.adding(microseconds: 100)
        nextBlanks = [Self.external: start, Self.panel: start.adding(microseconds: panelPhase)]
        if panelRefresh == nil { nextBlanks[Self.panel] = start.adding(microseconds: .max / 4) }
        answered = bench.content.framesEnded
        run(microseconds: 10 * Self.refresh)
        // Small frames are drawn quicker than the first, which were whole.
        for _ in 0..<3 {
            damage(x: 0)
            run(microseconds: 3 * Self.refresh)
        }
        run(until: nextBlank(Self.external))
        bench.renderer.reset()
        _ = (shown(Self.external), shown(Self.panel))
    }

    var presented: (external: Int, panel: Int) {
        let counters = bench.compositor.status(version: "t").counters
        return (counters.external.framesPresented, counters.panel.framesPresented)
    }

    var stale: [OutputID] {
        [Self.external, Self.panel].filter { bench.compositor.painter.screens[$0]?.stale.isEmpty == false }
    }

    func nextBlank(_ id: OutputID) -> Timestamp { nextBlanks[id] ?? bench.loop.now }

    func shown(_ id: OutputID) -> Region<OutputSpace> { bench.display.takeDamage(of: id) }

    func damage(x: Int, width: Int = 30) {
        bench.content.observer?.contentDamaged(Region(Rect(x: x, y: 0, width: width, height: 30)))
        settle()
    }

    func run(microseconds: Int64) { run(until: bench.loop.now.adding(microseconds: microseconds)) }

    /// Vertical blanks and timers in their order until `end`.
    func run(until end: Timestamp) {
        while true {
            let next = nextBlanks.values.min() ?? end
            let instant = min(next, bench.loop.nextDue ?? next)
            guard instant <= end else { break }
            // Whoever draws handles events when done.
            let start = max(instant, bench.loop.clockReading)
            bench.loop.advance(microseconds: max(0, start.since(bench.loop.now)))
            settle()
            for (id, blank) in nextBlanks.sorted(by: { $0.key.name < $1.key.name }) where blank <= instant {
                nextBlanks[id] = blank.adding(microseconds: refreshes[id] ?? Self.refresh)
                guard let time = handedOver[id], time <= blank else { continue }
                handedOver[id] = nil
                let ended = bench.content.framesEnded
                bench.display.verticalBlank(id, at: blank)
                if id == Self.panel, bench.content.framesEnded != ended { callbacksByPanel += 1 }
                settle()
            }
        }
        bench.loop.advance(microseconds: max(0, end.since(bench.loop.now)))
        settle()
    }

    private func settle() {
        bench.loop.settle()
        for id in bench.display.pending where handedOver[id] == nil { handedOver[id] = bench.loop.clockReading }
        if bench.content.framesEnded > answered {
            answered = bench.content.framesEnded
            guard isAnimating else { return }
            bench.loop.schedule(afterMicroseconds: 1000) { [weak self] in
                self?.bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 30, height: 30)))
            }
        }
    }
}
