import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A boot splash on a display that has just been enabled stays until there is something to show.
@Suite struct EarlierPictureTests {
    private let panel = OutputID("DSI-1")

    private func started(withSplash isShown: Bool = true, _ outputs: [OutputDescription] = [Bench.panel()]) -> Bench {
        let bench = Bench(outputs: [])
        if isShown { bench.display.earlierPictures = [panel] }
        bench.connect(outputs)
        return bench
    }

    private func showWindow(on bench: Bench) {
        let canvas = MemoryBuffer(size: Size(width: 1280, height: 800))!
        bench.content.scene = [SceneElement(whole: canvas, at: Rect(x: 0, y: 0, width: 1280, height: 800))]
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 1280, height: 800)))
        bench.loop.settle()
    }

    @Test func theFirstFrameIsThatOfTheFirstWindow() {
        let bench = started()
        bench.content.observer?.contentNeedsFrame()
        bench.loop.settle()
        #expect(bench.display.pending.isEmpty)
        showWindow(on: bench)
        #expect(bench.display.pending == [panel])
        #expect(bench.drain())
        bench.content.scene = []
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 1280, height: 800)))
        bench.loop.settle()
        #expect(bench.display.pending == [panel], "nothing comes back")
    }

    @Test func withoutASplashThereIsBlackAtOnce() {
        #expect(started(withSplash: false).display.pending == [panel])
    }

    @Test func withoutAWindowItGoesInTheEnd() {
        let bench = started()
        bench.loop.advance(microseconds: 19_900_000)
        bench.loop.settle()
        #expect(bench.display.pending.isEmpty)
        bench.loop.advance(microseconds: 200_000)
        bench.loop.settle()
        #expect(bench.display.pending == [panel])
    }

    @Test func theControllerTakesItsPlaceAtOnce() {
        let bench = started(withSplash: true, [Bench.panel(), Bench.external()])
        #expect(bench.drain())
        bench.connect([Bench.panel()])
        #expect(bench.display.pending == [panel])
    }
}
