import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct ReservedEdgeTests {
    private func bar(_ role: OutputRole, isAtTop: Bool = true, height: Int) -> BarDock {
        BarDock(role: role, isAtTop: isAtTop, height: height)
    }

    @Test func contentOnThePanelIsLaidOutInTheRest() {
        let bench = Bench()
        _ = bench.takeEvents()
        bench.compositor.director.update { $0.bar = bar(.panel, isAtTop: false, height: 60) }
        #expect(bench.content.screens.last?.reserved == EdgeMargins(bottom: 60))
        #expect(bench.content.screens.last?.windowSize == Size(width: 1280, height: 740))
        #expect(bench.takeEvents().isEmpty)
        bench.compositor.director.update { $0.bar = nil }
        #expect(bench.content.screens.last?.reserved == EdgeMargins.none)
    }

    @Test func theControllerIsFittedIntoTheRestOfThePanel() throws {
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
        _ = bench.takeEvents()
        bench.compositor.input.inputReceived(
            .touchDown(DeviceID(1), slot: 0, DevicePosition(x: 0.5, y: 0.5), bench.loop.now))
        bench.compositor.director.update { $0.bar = bar(.panel, height: 200) }
        // 600 rows are left: 1067 columns of them show the external, below the bar.
        let viewport = try #require(bench.compositor.status(version: "t").view.viewport)
        #expect([viewport.x, viewport.y, viewport.width, viewport.height] == [106, 200, 1067, 600])
        #expect(bench.takeEvents() == [.touchesCancelled(count: 1)])
        #expect(bench.content.screens.last?.reserved == EdgeMargins.none)
        #expect(bench.drain())
    }

    @Test func barsOnTheExternalAreTheContentsThere() {
        let bench = Bench()
        bench.compositor.director.update { $0.bar = bar(.external, height: 100) }
        #expect(bench.content.screens.last?.reserved == EdgeMargins.none)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.content.screens.last?.windowSize == Size(width: 3840, height: 2060))
        bench.connect([Bench.panel()])
        #expect(bench.content.screens.last?.windowSize == Size(width: 1280, height: 800))
    }

    @Test func theFirstFrameInTheRestIsAFullOne() {
        let bench = Bench()
        bench.compositor.director.update { $0.bar = bar(.external, height: 90) }
        bench.connect([Bench.panel(), Bench.external()])
        bench.content.description = ContentDescription(
            appID: nil, title: nil, size: Size(width: 3840, height: 2070))
        #expect(bench.drain())
        let first = bench.takeEvents().contains { if case .firstFrame = $0 { true } else { false } }
        #expect(first)
    }

    @Test func edgesRoundUpToLogicalPixels() {
        let screen = LogicalScreen(
            name: "x", size: Size(width: 1920, height: 1080), scale: Scale(in120ths: 180), refreshMilliHertz: 60_000,
            reserved: EdgeMargins(top: 31))
        #expect(screen.reservedLogical == EdgeMargins(top: 21))
        #expect(screen.windowSize == Size(width: 1920, height: 1048))
    }

    @Test func absurdEdgesLeaveAnEmptyRest() {
        let margins = EdgeMargins(top: .max, right: .max, bottom: .max, left: .max)
        let rest = margins.inset(Rect<PanelSpace>(x: 0, y: 0, width: 1280, height: 800))
        #expect(rest.isEmpty)
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        for role in [OutputRole.panel, .external] {
            bench.compositor.director.update { $0.bar = bar(role, height: .max) }
            bench.loop.settle()
            #expect(bench.drain())
        }
    }
}
