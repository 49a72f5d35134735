import Geometry
import Glibc
import Mirroring
import Testing

@testable import Compositor

@Suite struct FrameTests {
    private func mirroring() -> Bench {
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        _ = bench.drain()
        _ = bench.display.takeDamage(of: OutputID("HDMI-A-1"))
        _ = bench.display.takeDamage(of: OutputID("DSI-1"))
        bench.renderer.reset()
        return bench
    }

    @Test func oneCellRedrawsOneCellOnBothScreens() {
        let bench = mirroring()
        let cell = Rect<ContentSpace>(x: 300, y: 600, width: 9, height: 18)
        bench.content.observer?.contentDamaged(Region(cell))
        bench.loop.settle()
        #expect(bench.renderer.composed == Region(cell))
        // 9x18 external pixels at a third of the scale, on a grid that they fit.
        #expect(bench.renderer.mirrored == Region(Rect(x: 100, y: 240, width: 3, height: 6)))
    }

    @Test func eachFrameIsShownAfterItsOwnFenceAndNoFenceIsLeftOpen() {
        let bench = mirroring()
        bench.renderer.makesFences = true
        /// All that were made; a fence closes its descriptor when it goes.
        var made: [() -> DrawingFence?] = []
        for turn in 0..<2000 {
            let external = bench.display.fences[OutputID("HDMI-A-1")]
            bench.content.observer?.contentDamaged(Region(Rect(x: 300, y: turn, width: 9, height: 18)))
            bench.loop.settle()
            let (next, panel) = (bench.display.fences[OutputID("HDMI-A-1")], bench.display.fences[OutputID("DSI-1")])
            #expect(next != nil && next !== external && panel != nil && panel !== next)
            for fence in [next, panel] { made.append { [weak fence] in fence } }
            #expect(bench.drain())
        }
        // Each target has one, and one more while it is replaced.
        #expect(made.filter { $0() != nil }.count <= 8)
    }

    @Test func onlyWhatChangesOfADamagedLineIsRedrawn() {
        let bench = mirroring()
        let cell = Rect<ContentSpace>(x: 300, y: 600, width: 9, height: 18)
        bench.renderer.reallyChanged = Region(cell)
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 600, width: 3840, height: 18)))
        bench.loop.settle()
        #expect(bench.renderer.composed == Region(cell))
        #expect(bench.renderer.mirrored == Region(Rect(x: 100, y: 240, width: 3, height: 6)))
        #expect(bench.display.takeDamage(of: OutputID("HDMI-A-1")) == Region(cell).reinterpreted())
    }

    @Test func aWholeScreenIsRedrawnWhateverItHolds() {
        let bench = mirroring()
        bench.renderer.reallyChanged = Region()
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
        bench.loop.settle()
        #expect(bench.renderer.composed.area == 3840 * 2160)
    }

    @Test func anotherPictureAtThePointerIsDrawnThoughNothingMoves() {
        let bench = mirroring()
        for name in ["default", "text"] {
            bench.content.cursor = .named(name, at: Point(x: 300, y: 600))
            bench.content.observer?.contentCursorChanged(.moved)
            bench.loop.settle()
            #expect(bench.renderer.composed == Region(Rect(x: 300, y: 600, width: 1, height: 1)), "\(name)")
            _ = bench.drain()
            bench.renderer.reset()
        }
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.display.pending.isEmpty)
    }

    /// Where frames are shown whenever they come, waiting for each before drawing the next would have the display wait.
    @Test(arguments: [true, false])
    func clientsDrawWhileADisplayWithoutBlanksTakesAFrame(countsBlanks: Bool) {
        let bench = mirroring()
        bench.display.countsBlanks = countsBlanks
        for _ in 0..<2 {
            let before = bench.content.framesComposed
            bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 30, height: 30)))
            bench.loop.advance(microseconds: 40_000)
            #expect(bench.content.framesComposed == before + 1)
            bench.display.verticalBlank(OutputID("HDMI-A-1"), at: bench.loop.now)
        }
        #expect(bench.content.isCalledBack == !countsBlanks)
    }

    /// With someone who always has something new, composing at once would leave whoever draws now for the frame after.
    @Test func aFrameWaitsForWhoeverIsDrawing() {
        let bench = mirroring()
        let flood = Rect<ContentSpace>(x: 0, y: 0, width: 30, height: 30)
        let window = Rect<ContentSpace>(x: 90, y: 0, width: 30, height: 30)
        for answers in [true, false] {
            bench.content.observer?.contentDamaged(Region(flood))
            bench.loop.settle()
            bench.content.observer?.contentDamaged(Region(flood))
            bench.renderer.reset()
            bench.content.isDrawing = true
            bench.display.verticalBlank(OutputID("HDMI-A-1"), at: bench.loop.now)
            bench.loop.settle()
            #expect(bench.renderer.composed.isEmpty)
            bench.loop.advance(microseconds: 2000)
            #expect(bench.renderer.composed.isEmpty)
            if answers {
                bench.content.isDrawing = false
                bench.content.observer?.contentDamaged(Region(window))
                bench.loop.settle()
                #expect(bench.renderer.composed == Region([flood, window]))
            } else {
                bench.loop.advance(microseconds: 7000)
                #expect(bench.renderer.composed == Region(flood), "half a frame is enough")
            }
            bench.content.isDrawing = false
            _ = bench.drain()
        }
    }

    @Test func nothingDamagedMeansNothingDrawn() {
        let bench = mirroring()
        for _ in 0..<5 { bench.refresh() }
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.display.pending.isEmpty)
    }

    @Test func aSlowPanelNeverDelaysTheExternal() {
        let bench = mirroring()
        for step in 0..<5 {
            bench.content.observer?.contentDamaged(Region(Rect(x: step * 30, y: 0, width: 30, height: 30)))
            bench.loop.settle()
            #expect(bench.display.pending.contains(OutputID("HDMI-A-1")))
            bench.display.verticalBlank(OutputID("HDMI-A-1"), at: bench.loop.now)
            bench.loop.settle()
        }
        // The panel has shown only the first of the five, and catches up with the rest in one frame.
        bench.display.verticalBlank(OutputID("DSI-1"), at: bench.loop.now)
        bench.loop.settle()
        #expect(bench.display.takeDamage(of: OutputID("DSI-1")) == Region(Rect(x: 0, y: 40, width: 50, height: 10)))
        #expect(bench.drain())
    }

    @Test func aLostFrameIsDrawnAgainLater() {
        let bench = mirroring()
        bench.display.failsPresents = true
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 30, height: 30)))
        bench.loop.settle()
        #expect(bench.content.framesComposed == bench.content.framesEnded)
        bench.display.failsPresents = false
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.display.takeDamage(of: OutputID("HDMI-A-1")).area == 900)
        #expect(bench.violations.isEmpty)
    }

    @Test func aFrameCallbackAloneGetsAFrame() {
        let bench = mirroring()
        let before = bench.content.framesComposed
        bench.content.observer?.contentNeedsFrame()
        bench.loop.settle()
        #expect(bench.content.framesComposed == before + 1)
        #expect(bench.drain())
        #expect(bench.content.framesEnded == before + 1)
        #expect(bench.renderer.composed.isEmpty)
    }

    @Test func theFirstFrameWaitsForTheNewLayout() {
        let bench = Bench()
        _ = bench.drain()
        bench.renderer.reset()
        bench.content.isSettled = false
        bench.connect([Bench.panel(), Bench.external()])
        bench.loop.advance(microseconds: 50_000)
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.renderer.mirrored.isEmpty)
        bench.content.isSettled = true
        bench.loop.settle()
        #expect(bench.renderer.composed.area == 3840 * 2160)
        #expect(bench.renderer.mirrored.area == 1280 * 800)
    }

    @Test func callbacksAreAnsweredWhileTheFirstFrameWaits() {
        let bench = Bench()
        _ = bench.drain()
        bench.content.isSettled = false
        let before = bench.content.framesEnded
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.content.framesEnded == before + 1)
        // A client that stays silent is not asked again and again.
        for _ in 0..<5 { bench.loop.advance(microseconds: 10_000) }
        #expect(bench.content.framesEnded == before + 1)
        // One that draws on every callback gets one a refresh: now, and after 8 of these 12 milliseconds.
        for _ in 0..<3 {
            bench.content.observer?.contentNeedsFrame()
            bench.loop.advance(microseconds: 4_000)
        }
        #expect(bench.content.framesEnded == before + 3)
        bench.content.isSettled = true
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.violations.isEmpty)
    }

    @Test func aStalledApplicationHoldsNothingUpForLong() {
        let bench = Bench()
        _ = bench.drain()
        bench.renderer.reset()
        bench.content.isSettled = false
        bench.connect([Bench.panel(), Bench.external()])
        for _ in 0..<30 { bench.loop.advance(microseconds: 10_000) }
        #expect(bench.renderer.composed.area == 3840 * 2160)
        #expect(bench.violations.isEmpty)
    }
}
