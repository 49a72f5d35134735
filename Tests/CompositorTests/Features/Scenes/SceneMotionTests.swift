import Geometry
import Mirroring
import Testing

@testable import Compositor

/// The panel's former picture slides out of a 1280x800 panel.
@Suite struct SceneMotionTests {
    private let application = FakeContent()
    private static let refresh: Int64 = 16_667

    private func bench(_ configuration: Configuration = Configuration(), hasMotion: Bool = true) -> Bench {
        let bench = Bench(
            configuration: configuration, application: application,
            leavingOut: { !hasMotion && $0 is SceneMotion })
        bench.content.mapWindow(appID: "map")
        bench.compositor.foreground.applicationStarted()
        drawAll(on: bench)
        return bench
    }

    /// The applications draw, and that is shown.
    private func drawAll(on bench: Bench) {
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain())
    }

    /// Where the former picture is; nil while there is none.
    private func place(on bench: Bench) -> Rect<OutputSpace>? {
        bench.compositor.painter.screens.overlays(of: .panel)?[.formerScene].first?.frame
    }

    /// Where it is at each of the panel's refreshes from now on.
    private func places(on bench: Bench) -> [Rect<OutputSpace>] {
        var places: [Rect<OutputSpace>] = []
        while let place = place(on: bench), places.count < 50 {
            places.append(place)
            bench.loop.advance(microseconds: Self.refresh)
            #expect(bench.drain())
        }
        return places
    }

    /// The way from the panel's own place in one direction, in at most 200 ms and what it takes to begin and end.
    private func expect(_ places: [Rect<OutputSpace>], goTo direction: (x: Int, y: Int)) {
        #expect((10...14).contains(places.count), "\(places)")
        #expect(places.first == Rect(x: 0, y: 0, width: 1280, height: 800))
        for (place, next) in zip(places, places.dropFirst()) {
            #expect(place.size == next.size)
            #expect((next.x - place.x) * direction.x >= 0 && (next.y - place.y) * direction.y >= 0)
            #expect(direction.x != 0 || next.x == 0)
            #expect(direction.y != 0 || next.y == 0)
        }
        let last = places.last ?? .zero
        #expect(abs(last.x) >= 1200 * abs(direction.x) && abs(last.y) >= 750 * abs(direction.y))
    }

    @Test func itGoesUpWithTheContentAndDownWhenThatIsBack() {
        let bench = bench()
        #expect(place(on: bench) == nil)
        bench.connect([Bench.panel(), Bench.external()])
        bench.content.drawWindow()
        expect(places(on: bench), goTo: (0, -1))
        #expect(bench.violations.isEmpty, "\(bench.violations)")
        bench.connect([Bench.panel()])
        bench.content.drawWindow()
        expect(places(on: bench), goTo: (0, 1))
        #expect(bench.violations.isEmpty, "\(bench.violations)")
    }

    @Test func thePanelApplicationComesFromTheRight() {
        let bench = bench()
        bench.connect([Bench.panel(), Bench.external()])
        bench.content.drawWindow()
        _ = places(on: bench)
        _ = bench.compositor.foreground.show(.application)
        bench.loop.settle()
        expect(places(on: bench), goTo: (-1, 0))
        // A choice that is taken back at once begins anew with what was seen.
        _ = bench.compositor.foreground.show(.content)
        bench.loop.advance(microseconds: 5 * Self.refresh)
        _ = bench.compositor.foreground.show(.application)
        bench.loop.settle()
        expect(places(on: bench), goTo: (-1, 0))
        _ = bench.compositor.foreground.show(.content)
        bench.loop.settle()
        expect(places(on: bench), goTo: (1, 0))
    }

    /// Until then the panel shows the former picture anyway.
    @Test func itWaitsForWhatComes() {
        let bench = bench()
        bench.connect([Bench.panel(), Bench.external()])
        #expect(!bench.content.isSettled)
        for _ in 0..<5 {
            bench.loop.advance(microseconds: Self.refresh)
            #expect(place(on: bench) == Rect(x: 0, y: 0, width: 1280, height: 800))
        }
        bench.content.drawWindow()
        expect(places(on: bench), goTo: (0, -1))
    }

    @Test func whatComesIsOnTimeAndNothingIsLeftOver() {
        let (moving, still) = (bench(), bench(hasMotion: false))
        for bench in [moving, still] {
            bench.connect([Bench.panel(), Bench.external()])
            bench.content.drawWindow()
            bench.loop.settle()
        }
        #expect(moving.display.pending == still.display.pending && moving.display.pending.count == 2)
        #expect(moving.content.framesComposed == still.content.framesComposed)
        for bench in [moving, still] {
            for _ in 0..<120 {
                bench.loop.advance(microseconds: Self.refresh)
                #expect(bench.drain())
            }
        }
        #expect(moving.loop.scheduledCount == still.loop.scheduledCount)
        #expect(moving.compositor.painter.screens.overlays(of: .panel)?[.formerScene].isEmpty == true)
        #expect(moving.content.framesComposed == still.content.framesComposed)
    }

    @Test func withoutMotionThereIsNone() {
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        let moving = configuration
        configuration.interface.showsMotion = false
        let bench = bench(configuration)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(place(on: bench) == nil)
        bench.compositor.use(moving)
        drawAll(on: bench)
        bench.connect([Bench.panel()])
        #expect(place(on: bench) != nil)
        // Nor from the moment on when the user wants none.
        bench.compositor.use(configuration)
        #expect(place(on: bench) == nil)
    }

    @Test func whatNobodySeesDoesNotMove() {
        let bench = bench()
        bench.compositor.blanking.blank(.all)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(place(on: bench) == nil)
        bench.compositor.blanking.blank(nil)
        #expect(place(on: bench) == nil)
        bench.connect([Bench.panel()])
        #expect(place(on: bench) != nil)
        bench.compositor.blanking.blank(.all)
        #expect(place(on: bench) == nil)
        // A panel of another size shows nothing that was there.
        bench.compositor.blanking.blank(nil)
        bench.connect([Bench.panel(800, 480), Bench.external()])
        #expect(place(on: bench) == nil)
    }
}
