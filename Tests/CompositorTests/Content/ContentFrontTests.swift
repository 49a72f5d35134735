import Geometry
import Mirroring
import Testing

@testable import Compositor

/// What lies in front of a client's buffer that the display shows: a picture for another plane, made when it looks different.
@Suite struct ContentFrontTests {
    private let external = OutputID("HDMI-A-1")
    private let panel = OutputID("DSI-1")
    private let bounds = Rect<ContentSpace>(x: 0, y: 0, width: 3840, height: 2160)

    /// Mirroring a film with subtitles in front, at rest.
    private func mirroring(_ place: Rect<ContentSpace>) -> Bench {
        let bench = Bench()
        bench.display.scanoutOutputs = [external]
        bench.display.snapshotOutputs = [panel]
        bench.display.cursorSides = [external: 64, panel: 64]
        bench.display.showsFronts = true
        bench.connect([Bench.panel(), Bench.external()])
        bench.content.scene = [film, subtitles(place)]
        frame(of: bench, bounds)
        return bench
    }

    private var film: SceneElement { SceneElement(whole: FilmBuffer(), at: bounds) }

    private func subtitles(_ place: Rect<ContentSpace>) -> SceneElement {
        SceneElement(
            whole: MemoryImage(size: place.size.reinterpreted(), format: .argb8888, pixels: []), at: place)
    }

    private func frame(of bench: Bench, _ damage: Rect<ContentSpace>, after microseconds: Int64 = 40_000) {
        bench.loop.advance(microseconds: microseconds)
        bench.content.observer?.contentDamaged(Region(damage))
        bench.loop.settle()
        #expect(bench.drain())
    }

    private func content(_ bench: Bench) -> LayerStatus? {
        bench.compositor.status(version: "test").screens.external?.layers.first
    }

    private let text = Rect<ContentSpace>(x: 1000, y: 1900, width: 1800, height: 200)

    @Test func itsPictureIsMadeOnceForManyFramesOfTheFilm() {
        let bench = mirroring(text)
        #expect(content(bench)?.path == .plane)
        let first = bench.display.contents[external]?.front
        #expect(first?.destination == Rect(x: 960, y: 1856, width: 1856, height: 256), "on a grid")
        let (made, composed) = (
            bench.renderer.flattened, bench.compositor.status(version: "test").counters.framesComposed
        )
        for _ in 0..<5 {
            bench.content.scene[0] = film
            frame(of: bench, bounds)
        }
        #expect(bench.renderer.flattened == made)
        #expect(bench.display.contents[external]?.front?.picture === first?.picture)
        bench.content.scene[1].changes.addAll()
        bench.content.scene[0] = film
        frame(of: bench, bounds)
        #expect(bench.renderer.flattened == made + 1, "drawn in the same buffer again")
        #expect(bench.display.contents[external]?.front?.picture !== first?.picture)
        bench.content.scene.removeLast()
        frame(of: bench, text)
        #expect(bench.display.contents[external]?.front == nil && content(bench)?.path == .plane)
        #expect(bench.compositor.status(version: "test").counters.framesComposed == composed, "nothing is drawn")
        #expect(bench.violations.isEmpty)
    }

    @Test func overlaysBelongToIt() throws {
        let bench = mirroring(text)
        let note = try #require(MemoryBuffer(size: Size(width: 200, height: 100)))
        bench.loop.advance(microseconds: FrontPicture.rest)
        bench.compositor.overlays.set(
            .notice, to: [SceneElement(note, at: Rect(x: 1100, y: 1700, width: 200, height: 100))],
            on: .external)
        bench.loop.settle()
        #expect(bench.drain())
        let held = bench.display.contents[external]
        #expect(held?.front?.destination == Rect(x: 960, y: 1664, width: 1856, height: 448))
        let made = bench.renderer.flattened
        bench.content.scene[0] = film
        bench.compositor.overlays.damaged(.notice, on: .external, Region(Rect(x: 0, y: 0, width: 9, height: 9)))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.renderer.flattened == made + 1)
        #expect(bench.violations.isEmpty)
    }

    @Test func aLargeOneThatKeepsChangingIsDrawn() {
        let bench = mirroring(bounds)
        #expect(content(bench)?.path == .plane)
        for number in 0..<3 {
            bench.content.scene = [film, bench.content.scene[1]]
            bench.content.scene[1].changes.addAll()
            frame(of: bench, bounds, after: number == 0 ? FrontPicture.rest : 40_000)
            #expect(content(bench)?.reason == (number == 0 ? nil : "what lies in front keeps changing"))
        }
        #expect(bench.display.contents[external] == nil)
        frame(of: bench, bounds, after: FrontPicture.rest - 100_000)
        #expect(content(bench)?.path == .composed)
        frame(of: bench, bounds, after: 200_000)
        #expect(content(bench)?.path == .plane)
        #expect(bench.violations.isEmpty)
    }

    /// Drawing what has changed costs less than another picture for the plane.
    @Test func aSmallOneThatChangesAboveAStillPictureIsDrawn() {
        let bench = mirroring(text)
        let made = bench.renderer.flattened
        for number in 0..<4 {
            bench.content.scene[1].changes.addAll()
            frame(of: bench, text, after: number == 0 ? FrontPicture.rest : 40_000)
            #expect(content(bench)?.reason == (number == 0 ? nil : "what lies in front keeps changing"))
        }
        #expect(bench.renderer.flattened == made + 1)
        bench.content.scene[0] = film
        bench.content.scene[1].changes.addAll()
        frame(of: bench, bounds)
        #expect(content(bench)?.path == .plane, "above a film")
        frame(of: bench, text)
        #expect(content(bench)?.path == .plane)
        #expect(bench.violations.isEmpty)
    }

    @Test func theSnapshotIsDrawnOfBoth() {
        let bench = mirroring(text)
        let panel = bench.compositor.status(version: "test").screens.panel?.layers.first { $0.kind == .snapshot }
        #expect(panel?.reason == "its picture is on several planes")
        bench.content.scene.removeLast()
        frame(of: bench, text)
        let later = bench.compositor.status(version: "test").screens.panel?.layers
        #expect(later?.first { $0.kind == .snapshot }?.path == .plane)
    }

    @Test func theApplicationIsToldOfTheFilmOnlyIfThatIsShown() {
        let bench = mirroring(text)
        #expect(bench.content.filling === bench.content.scene[0].source)
        bench.display.showsFronts = false
        frame(of: bench, bounds)
        #expect(bench.content.filling == nil)
        #expect(content(bench)?.reason == "something drawn lies in front")
    }
}

/// A client's buffer, without pixels.
private final class FilmBuffer: Buffer {
    let size = Size<BufferSpace>(width: 3840, height: 2160)
    let format = PixelFormat.xrgb8888
    var stride: Int { size.width * 4 }

    var dmabuf: DMABuf? {
        DMABuf(
            layout: PixelLayout(format: format.code, modifier: PixelLayout.linear),
            planes: [DMABuf.Plane(descriptor: -1, offset: 0, stride: stride)])
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { true }
}
