import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct OverlayStackTests {
    private let panel = OutputID("DSI-1")
    private let place = Rect<OutputSpace>(x: 900, y: 500, width: 320, height: 180)

    private func settled() -> Bench {
        let bench = Bench()
        _ = bench.drain()
        _ = bench.display.takeDamage(of: panel)
        bench.renderer.reset()
        return bench
    }

    private func picture(_ width: Int = 640, _ height: Int = 360) throws -> MemoryBuffer {
        try #require(MemoryBuffer(size: Size(width: width, height: height)))
    }

    /// Turns the loop and shows what it made; returns the pixels handed to the panel.
    private func shown(_ bench: Bench) -> Region<OutputSpace> {
        bench.loop.settle()
        _ = bench.drain()
        return bench.display.takeDamage(of: panel)
    }

    @Test func anOverlayIsDrawnWhereItIsAndTheBaseIsNot() throws {
        let bench = settled()
        bench.compositor.overlays.set(
            .pictureInPicture, to: [SceneElement(try picture(), at: place)], on: .panel)
        #expect(shown(bench) == Region(place))
        #expect(bench.renderer.overlaid == Region(place))
        #expect(bench.renderer.composed.isEmpty)
    }

    @Test func behindRoundedCornersTheBaseIsDrawn() throws {
        let bench = settled()
        let overlay = SceneElement(try picture(), at: place, cornerRadius: 10)
        let corners = overlay.corners.reinterpreted(as: OutputSpace.self)
        bench.compositor.overlays.set(.pictureInPicture, to: [overlay], on: .panel)
        #expect(shown(bench) == Region(place))
        #expect(corners.area == 400)
        #expect(bench.renderer.composed.reinterpreted() == corners)
        bench.renderer.reset()
        let corner = Rect<ContentSpace>(x: 895, y: 495, width: 30, height: 30)
        bench.content.observer?.contentDamaged(Region(corner))
        #expect(shown(bench) == Region(corner.reinterpreted()).subtracting(Region(place).subtracting(corners)))
    }

    @Test func movingRedrawsTheOldPlaceAndTheNew() throws {
        let bench = settled()
        let moved = place.offset(x: -100, y: 0)
        let picture = try picture()
        for frame in [place, moved] {
            bench.compositor.overlays.set(
                .pictureInPicture, to: [SceneElement(picture, at: frame)], on: .panel)
            if frame == place { _ = shown(bench) }
            bench.renderer.reset()
        }
        #expect(shown(bench) == Region([place, moved]))
        #expect(bench.renderer.overlaid == Region(moved))
        #expect(bench.renderer.composed.reinterpreted() == Region(place).subtracting(Region(moved)))
    }

    @Test func takingItAwayUncoversTheBase() throws {
        let bench = settled()
        bench.compositor.overlays.set(
            .pictureInPicture, to: [SceneElement(try picture(), at: place)], on: .panel)
        _ = shown(bench)
        bench.renderer.reset()
        bench.compositor.overlays.set(.pictureInPicture, to: [], on: .panel)
        #expect(shown(bench) == Region(place))
        #expect(bench.renderer.composed.reinterpreted() == Region(place))
        #expect(bench.renderer.overlaid.isEmpty)
    }

    @Test func aChangeUnderAPictureDrawsNothingAndStillAnswersTheClient() throws {
        let bench = settled()
        bench.compositor.overlays.set(
            .pictureInPicture, to: [SceneElement(try picture(), at: place)], on: .panel)
        _ = shown(bench)
        bench.renderer.reset()
        let frames = bench.content.framesEnded
        bench.content.observer?.contentDamaged(Region(Rect(x: 1000, y: 550, width: 9, height: 18)))
        #expect(shown(bench).isEmpty)
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.renderer.overlaid.isEmpty)
        #expect(bench.content.framesEnded == frames + 1)
    }

    @Test func aChangeOfThePictureRedrawsItsPixelsAlone() throws {
        let bench = settled()
        bench.compositor.overlays.set(
            .pictureInPicture, to: [SceneElement(try picture(), at: place)], on: .panel)
        _ = shown(bench)
        bench.renderer.reset()
        bench.compositor.overlays.damaged(
            .pictureInPicture, on: .panel, Region(Rect(x: 100, y: 100, width: 10, height: 20)))
        #expect(shown(bench) == Region(Rect(x: 950, y: 550, width: 5, height: 10)))
    }

    @Test func pixelsThatAnOverlayBlendsWithAlwaysCount() throws {
        let bench = settled()
        let dot = bench.renderer.cursor(named: "default", scale: .one).source
        let tab = SceneElement(
            source: dot, crop: SourceBox(x: 0, y: 0, width: 1, height: 1), transform: .normal,
            destination: Rect(x: 100, y: 100, width: 20, height: 20), opaque: Region())
        bench.compositor.overlays.set(.pictureInPicture, to: [tab], on: .panel)
        _ = shown(bench)
        bench.renderer.reset()
        // The frame already holds what the content would have there, as far as a look at the pixels can tell.
        bench.renderer.reallyChanged = Region()
        bench.content.observer?.contentDamaged(Region(Rect(x: 90, y: 110, width: 20, height: 5)))
        let mixed = Region<OutputSpace>(Rect(x: 100, y: 110, width: 10, height: 5))
        #expect(shown(bench) == mixed)
        #expect(bench.renderer.overlaid == mixed)
    }

    @Test func aHigherPictureHidesALowerOne() throws {
        let bench = settled()
        let picture = try picture()
        bench.compositor.overlays.set(
            .pictureInPicture, to: [SceneElement(picture, at: place)], on: .panel)
        _ = shown(bench)
        bench.renderer.reset()
        let bar = Rect<OutputSpace>(x: 0, y: 600, width: 1280, height: 200)
        bench.compositor.overlays.set(.statusBar, to: [SceneElement(picture, at: bar)], on: .panel)
        #expect(shown(bench) == Region(bar).subtracting(Region(place)))
    }

    @Test func anOverlayOutlivesTheScreenItIsOn() throws {
        let bench = settled()
        bench.compositor.overlays.set(
            .pictureInPicture, to: [SceneElement(try picture(), at: place)], on: .panel)
        bench.connect([])
        bench.renderer.reset()
        bench.connect([Bench.panel()])
        #expect(bench.drain())
        #expect(bench.renderer.overlaid == Region(place))
    }

    @Test func anOverlayOnTheExternalIsSeenInItsSnapshot() throws {
        let bench = settled()
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
        bench.renderer.reset()
        let bar = Rect<OutputSpace>(x: 0, y: 0, width: 3840, height: 90)
        bench.compositor.overlays.set(.statusBar, to: [SceneElement(try picture(), at: bar)], on: .external)
        bench.loop.settle()
        #expect(bench.renderer.overlaid == Region(bar))
        #expect(bench.renderer.mirrored == Region(Rect(x: 0, y: 40, width: 1280, height: 30)))
    }

    @Test func absurdPlacesDrawNothing() throws {
        let bench = settled()
        let picture = try picture(8, 8)
        let frames = [
            Rect<OutputSpace>(x: .min, y: 0, width: 10, height: 10), Rect(x: 0, y: .max, width: 10, height: 10),
            Rect(x: 0, y: 0, width: .max, height: .max), Rect(x: 0, y: 0, width: -5, height: 4), .zero,
        ]
        for frame in frames {
            bench.compositor.overlays.set(.pictureInPicture, to: [SceneElement(picture, at: frame)], on: .panel)
            #expect(shown(bench).isEmpty && bench.compositor.painter.overlay(.pictureInPicture, on: .panel).isEmpty)
        }
    }
}
