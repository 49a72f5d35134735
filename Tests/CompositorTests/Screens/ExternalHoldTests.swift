import Geometry
import Mirroring
import Testing

@testable import Compositor

/// An external that drops out and comes back in time disturbs nothing.
@Suite struct ExternalHoldTests {
    private let bench = Bench(holding: 1500)

    init() {
        bench.connect([Bench.panel(), Bench.external()])
        bench.content.mapWindow(appID: "content")
        _ = bench.drain()
    }

    private var layouts: Int { bench.content.screens.count }

    @Test func theContentKeepsItsSizeAndIsDrawnOn() throws {
        let before = layouts
        _ = bench.takeEvents()
        bench.connect([Bench.panel()])
        #expect(bench.compositor.plan.away == Bench.external().id)
        #expect(layouts == before)
        let composed = bench.content.framesComposed
        for _ in 0..<4 {
            bench.content.observer?.contentDamaged(Region(Rect(x: 10, y: 10, width: 100, height: 100)))
            bench.loop.advance(microseconds: 20_000)
            bench.refresh()
        }
        #expect(bench.content.framesComposed > composed)
        #expect(bench.display.takeDamage(of: Bench.panel().id).isEmpty == false, "the controller stands still")
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.compositor.plan.away == nil && layouts == before)
        #expect(bench.drain())
        #expect(bench.violations.isEmpty)
        #expect(!bench.takeEvents().contains { if case .contentMoved = $0 { true } else { false } })
    }

    @Test func theContentComesHomeWhenTheTimeIsOver() {
        bench.connect([Bench.panel()])
        bench.loop.advance(microseconds: 1_499_000)
        #expect(bench.compositor.plan.away != nil)
        bench.loop.advance(microseconds: 2000)
        #expect(bench.compositor.plan.away == nil)
        #expect(bench.compositor.plan.contentScreen?.output.id == Bench.panel().id)
        #expect(bench.drain())
        #expect(bench.violations.isEmpty)
    }
}
