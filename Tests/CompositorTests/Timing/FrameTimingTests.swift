import Geometry
import Mirroring
import Testing

@testable import Compositor

/// When displays are asked to show frames, and what waits for the client that sets the pace.
@Suite struct FrameTimingTests {
    private static let external = OutputID("HDMI-A-1"), panel = OutputID("DSI-1")

    private func bench(
        _ refresh: VariableRefresh? = nil, tearing: Bool = false, rules: [DisplayRule] = []
    ) -> Bench {
        var configuration = Configuration()
        configuration.external.variableRefresh = refresh
        configuration.external.allowsTearing = tearing
        configuration.displays = rules
        var external = Bench.external()
        external.canVaryRefresh = true
        let bench = Bench(configuration: configuration, outputs: [Bench.panel(), external])
        bench.display.countsBlanks = true
        _ = bench.drain()
        return bench
    }

    private func draw(_ bench: Bench, under cover: ContentCover?) {
        bench.content.cover = cover
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 30, height: 30)))
        bench.loop.settle()
        bench.loop.advance(microseconds: 20_000)
        bench.loop.settle()
        _ = bench.drain()
    }

    private func timing(_ bench: Bench, under cover: ContentCover?) -> FrameTiming? {
        draw(bench, under: cover)
        return bench.display.timings[Self.external]
    }

    @Test func theExternalVariesByChoiceAndThePanelDoesNot() {
        #expect(timing(bench(), under: ContentCover()) == FrameTiming())
        #expect(timing(bench(.off), under: ContentCover()) == FrameTiming())
        let always = bench(.on)
        #expect(timing(always, under: nil)?.variesRefresh == true)
        #expect(always.display.timings[Self.panel] == FrameTiming())
        let covered = bench(.fullScreen)
        #expect(timing(covered, under: nil)?.variesRefresh == false)
        #expect(timing(covered, under: ContentCover())?.variesRefresh == true)
        #expect(timing(covered, under: nil)?.variesRefresh == false)
        #expect(covered.violations.isEmpty)
    }

    @Test func aRuleForADisplayComesFirst() {
        let rule = DisplayRule(
            connector: TextPattern("HDMI-*"), settings: DisplaySettings(variableRefresh: .off))
        #expect(timing(bench(.on, rules: [rule]), under: nil) == FrameTiming())
    }

    @Test func aToolTurnsItOnAndOff() {
        let bench = bench()
        #expect(bench.content.screens.last?.variesRefresh == false)
        #expect(bench.compositor.displays.set(DisplaySettings(variableRefresh: .on), on: Self.external) == nil)
        #expect(timing(bench, under: nil)?.variesRefresh == true)
        #expect(bench.content.screens.last?.variesRefresh == true, "tools are told")
        #expect(bench.compositor.displays.set(DisplaySettings(variableRefresh: .off), on: Self.external) == nil)
        #expect(timing(bench, under: nil)?.variesRefresh == false)
    }

    @Test func aDisplayOfAFixedRateRefusesATool() {
        let bench = Bench(outputs: [Bench.panel(), Bench.external()])
        for settings in [DisplaySettings(variableRefresh: .on), DisplaySettings(variableRefresh: .fullScreen)] {
            #expect(
                bench.compositor.displays.set(settings, on: Self.external) == SettingsObstacle.fixedRefresh.rawValue)
        }
        #expect(bench.compositor.displays.set(DisplaySettings(variableRefresh: .off), on: Self.external) == nil)
    }

    @Test func tearingFollowsTheCoveringClient() {
        let game = ContentCover(prefersTearing: true)
        #expect(timing(bench(), under: game)?.tears == false)
        let bench = bench(tearing: true)
        #expect(timing(bench, under: game)?.tears == true)
        #expect(bench.display.timings[Self.panel] == FrameTiming(), "the mirror is as ever")
        #expect(timing(bench, under: ContentCover())?.tears == false)
        #expect(timing(bench, under: nil)?.tears == false)
    }

    /// A display that is told of another client must not go on with the first one's wishes.
    @Test func aScreenThatShowsTheControllerHasNoCover() {
        let bench = Bench(outputs: [Bench.panel()])
        draw(bench, under: ContentCover())
        bench.connect([Bench.panel(), Bench.external()])
        _ = bench.drain()
        #expect(bench.compositor.painter.screens[Self.panel]?.cover == nil)
    }

    // MARK: The cursor

    private func move(_ bench: Bench, to x: Double) {
        bench.content.cursor = .named("default", at: Point(x: x, y: 100))
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
    }

    /// Moves the cursor each millisecond for a second, with a frame of the client now and then; returns how often the
    /// external flipped.
    private func flips(_ bench: Bench, framesApart: Int?, cover: ContentCover?) -> Int {
        bench.display.cursorSides = [Self.external: 64, Self.panel: 64]
        draw(bench, under: cover)
        let before = bench.compositor.status(version: "t").counters.external.framesPresented
        for step in 0..<1000 {
            if let framesApart, step % framesApart == 0 {
                bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 30, height: 30)))
            }
            move(bench, to: Double(500 + step))
            bench.loop.advance(microseconds: 1000)
            bench.loop.settle()
            for id in [Self.external, Self.panel] { bench.display.verticalBlank(id, at: bench.loop.now) }
            bench.loop.settle()
        }
        return bench.compositor.status(version: "t").counters.external.framesPresented - before
    }

    @Test func movesOfTheCursorAloneComeThirtyTimesASecond() {
        #expect((28...32).contains(flips(bench(.fullScreen), framesApart: nil, cover: ContentCover())))
        #expect(flips(bench(.fullScreen), framesApart: nil, cover: nil) > 55, "nobody sets a pace")
        #expect(flips(bench(.off), framesApart: nil, cover: ContentCover()) > 55, "the pace is the display's")
    }

    /// With 50 frames a second a move never waits for longer than the next frame.
    @Test func movesComeWithTheClientsFrames() {
        #expect((49...52).contains(flips(bench(.on), framesApart: 20, cover: ContentCover())))
    }

    @Test func theLastMoveIsShown() throws {
        let bench = bench(.fullScreen)
        _ = flips(bench, framesApart: nil, cover: ContentCover())
        bench.loop.advance(microseconds: 40_000)
        bench.loop.settle()
        _ = bench.drain()
        #expect(bench.display.cursors[Self.external]?.destination.x == 1499)
        #expect(bench.loop.nextDue == nil, "nothing more is scheduled")
    }
}
