import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct PiPWindowTests {
    private let rig = PiPBench(external: true, application: false)
    private let pixels = FakePixels()

    private func open(width: Int = 800, height: Int = 600) {
        rig.bench.windows.picture = WindowImage(
            elements: [
                SceneElement(
                    source: pixels, crop: SourceBox(x: 0, y: 0, width: 8, height: 8), transform: .normal,
                    destination: Rect(x: 0, y: 0, width: width, height: height), opaque: Region())
            ], size: Size(width: width, height: height), place: Rect(x: 1520, y: 780, width: width, height: height),
            isSettled: true)
        rig.bench.windows.windowIDs = ["mpv"]
    }

    @Test func aWindowIsShownAboveTheController() {
        open()
        rig.show(.window("mpv"))
        #expect(rig.base == .controller)
        #expect(rig.bench.windows.watched == "mpv")
        #expect(rig.picture?.size == Size(width: 800, height: 600))
        #expect(rig.status?.renderSize == Size(width: 800, height: 600))
        rig.stop()
        rig.run(milliseconds: 400)
        #expect(rig.bench.windows.watched == nil)
    }

    @Test func aNewSizeIsFollowedAndTold() {
        open()
        rig.show(.window("mpv"))
        _ = rig.takePiPEvents()
        open(width: 600, height: 600)
        rig.bench.compositor.pip.watchedWindowDamaged(Region(Rect(x: 0, y: 0, width: 600, height: 600)))
        rig.run(milliseconds: 500)
        #expect(rig.status?.frame?.size == Size(width: 200, height: 200))
        let told = PiPRenderSize(width: 200, height: 200, renderWidth: 600, renderHeight: 600)
        #expect(rig.takePiPEvents().contains(.sizeChanged(.window("mpv"), told)))
    }

    @Test func aWindowThatGoesEndsIt() {
        open()
        rig.show(.window("mpv"))
        _ = rig.takePiPEvents()
        rig.bench.windows.picture = nil
        rig.bench.windows.windowIDs = []
        #expect(rig.takePiPEvents().contains(.didStop(.window("mpv"), .sourceGone)))
    }

    @Test func pixelsThatAreGoneForAMomentLeaveTheLastPicture() {
        open()
        rig.show(.window("mpv"))
        let picture = rig.picture
        pixels.isThere = false
        let composed = rig.bench.renderer.composed
        rig.bench.compositor.pip.watchedWindowDamaged(Region(Rect(x: 0, y: 0, width: 10, height: 10)))
        rig.run(milliseconds: 300)
        #expect(rig.picture === picture)
        #expect(rig.bench.renderer.composed == composed, "nothing black is drawn over it")
        pixels.isThere = true
        let frames = rig.status?.frames ?? 0
        rig.run(milliseconds: 600)
        #expect((rig.status?.frames ?? 0) > frames, "it is fetched again")
    }

    @Test func aSourceThatTakesItsTimeIsAnnounced() {
        open()
        pixels.isThere = false
        rig.start(.window("mpv"))
        rig.run(milliseconds: 120)
        #expect(rig.overlay.isEmpty)
        rig.run(milliseconds: 80)
        let first = rig.controls.first
        #expect(rig.picture == nil)
        #expect(first != nil)
        rig.run(milliseconds: 120)
        #expect(rig.controls.first?.source !== first?.source, "it moves")
        pixels.isThere = true
        rig.bench.compositor.pip.watchedWindowDamaged(Region(Rect(x: 0, y: 0, width: 10, height: 10)))
        rig.run(milliseconds: 400)
        #expect(rig.picture != nil)
        #expect(rig.controls.isEmpty)
    }

    @Test func theBarsOfAVideoAreLeftOut() throws {
        open(width: 640, height: 480)
        rig.show(.window("mpv"))
        #expect(rig.status?.frame?.size == Size(width: 267, height: 200))
        let whole = try #require(rig.picture as? MemoryBuffer)
        // 640x360 between bars of 60 rows; the fake renderer draws nothing itself.
        for y in 60..<420 {
            for x in 0..<640 { whole.row(y)[x] = 0x80_8080 }
        }
        for _ in 0..<5 {
            rig.bench.compositor.pip.watchedWindowDamaged(Region(Rect(x: 0, y: 60, width: 640, height: 360)))
            rig.run(milliseconds: 320)
        }
        #expect(rig.status?.frame?.size == Size(width: 320, height: 180))
        #expect(rig.picture?.size == Size(width: 640, height: 360))
        #expect(rig.status?.renderSize == Size(width: 640, height: 480))
        rig.restore()
        rig.run(milliseconds: 600)
        #expect(rig.overlay.isEmpty)
    }

    @Test func itIsAskedForThePicturesSizeOnlyWhenThatIsWanted() {
        open()
        rig.show(.window("mpv"))
        #expect(rig.bench.windows.asked.isEmpty)
        let wanting = PiPBench(external: true, application: false) { $0.asksForSize = true }
        wanting.bench.windows.picture = rig.bench.windows.picture
        wanting.bench.windows.windowIDs = ["mpv"]
        wanting.show(.window("mpv"))
        #expect(wanting.bench.windows.asked.last == .some(Size(width: 267, height: 200)))
        wanting.restore()
        #expect(wanting.bench.windows.asked.last == .some(nil))
        #expect(wanting.bench.windows.raised == ["mpv"])
    }

    /// Without an external and another application: a film goes on in the corner while another window is in front.
    @Test(arguments: [false, true]) func aHiddenWindowIsShownAboveTheOneThatHidesIt(hasApplication: Bool) {
        let rig = PiPBench(external: false, application: hasApplication)
        rig.bench.windows.picture = WindowImage(
            elements: [SceneElement(whole: pixels, at: Rect(x: 0, y: 0, width: 800, height: 600))],
            size: Size(width: 800, height: 600), place: Rect(x: 0, y: 0, width: 800, height: 600), isSettled: true)
        rig.bench.windows.windowIDs = ["mpv", "foot"]
        rig.bench.windows.coveredWindowIDs = ["mpv"]
        if hasApplication { _ = rig.bench.compositor.foreground.show(.content) }
        #expect(rig.base == .content)
        rig.show(.window("mpv"))
        #expect(rig.base == .content && rig.status?.source == .window("mpv"), "the panel stays as it is")
        _ = rig.takePiPEvents()
        rig.bench.windows.coveredWindowIDs = ["foot"]
        rig.run(milliseconds: 500)
        #expect(rig.takePiPEvents().contains(.didStop(.window("mpv"), .fullView)))
        #expect(rig.base == .content && rig.status?.source == nil)
    }
}
