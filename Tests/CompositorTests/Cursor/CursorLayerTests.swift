import Geometry
import Mirroring
import Testing

@testable import Compositor

/// The cursor on a plane of its own. The fake renderer's cursors are single dots.
@Suite struct CursorLayerTests {
    private let external = OutputID("HDMI-A-1")
    private let panel = OutputID("DSI-1")

    /// Mirroring at rest, with a cursor in the middle of the content.
    private func mirroring(_ sides: [OutputID: Int]? = nil) -> Bench {
        let bench = Bench()
        bench.display.cursorSides = sides ?? [external: 64, panel: 64]
        bench.connect([Bench.panel(), Bench.external()])
        point(bench, 1500, 900)
        _ = bench.drain()
        forget(bench)
        return bench
    }

    private func point(_ bench: Bench, _ x: Double, _ y: Double, _ name: String = "default") {
        bench.content.cursor = .named(name, at: Point(x: x, y: y))
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
    }

    private func forget(_ bench: Bench) {
        for id in [external, panel] { _ = bench.display.takeDamage(of: id) }
        bench.renderer.reset()
    }

    private func layers(_ bench: Bench, _ screen: ScreenName) -> [LayerStatus] {
        let status = bench.compositor.status(version: "test")
        return (screen == .panel ? status.screens.panel : status.screens.external)?.layers ?? []
    }

    private func expectUntouchedFrames(_ bench: Bench, _ comment: Comment? = nil) {
        #expect(bench.renderer.composed.isEmpty, comment)
        #expect(bench.renderer.mirrored.isEmpty, comment)
        for id in [external, panel] { #expect(bench.display.takeDamage(of: id).isEmpty, comment) }
    }

    @Test func aMovingPointerComposesNothing() {
        let bench = mirroring()
        let before = bench.compositor.status(version: "test").counters
        let commits = bench.display.layerCommits
        for step in 1...100 {
            point(bench, 1500 + Double(step * 3), 900)
            #expect(bench.drain())
        }
        expectUntouchedFrames(bench)
        #expect(bench.display.cursors[external]?.destination == Rect(x: 1800, y: 900, width: 1, height: 1))
        // A third of the scale, below a bar of 40 pixels.
        #expect(bench.display.cursors[panel]?.destination == Rect(x: 600, y: 340, width: 1, height: 1))
        for id in [external, panel] {
            #expect(bench.display.layerCommits[id, default: 0] - commits[id, default: 0] == 100)
        }
        let after = bench.compositor.status(version: "test").counters
        #expect(after.framesComposed == before.framesComposed)
        #expect(after.external.damagedPixels == before.external.damagedPixels)
        #expect(after.panel.damagedPixels == before.panel.damagedPixels)
        #expect(after.external.cursorMoves - before.external.cursorMoves == 100)
        #expect(after.panel.cursorMoves - before.panel.cursorMoves == 100)
        #expect(layers(bench, .external).last == LayerStatus(kind: .cursor, path: .plane))
        #expect(layers(bench, .panel).last == LayerStatus(kind: .cursor, path: .plane))
        #expect(bench.violations.isEmpty)
    }

    /// The dot is 5 mm high on the panel of seven inches, and stays where it points.
    @Test func aTrackpadsPointerIsMagnifiedOnThePanel() throws {
        let bench = mirroring()
        let small = try #require(bench.display.cursors[panel]?.destination)
        bench.compositor.controller.use(.trackpad)
        bench.loop.settle()
        #expect(bench.drain())
        let frame = try #require(bench.display.cursors[panel]?.destination)
        #expect(Double(frame.height) / bench.compositor.overlays.density >= 4.9)
        #expect((frame.x, frame.y) == (small.x, small.y), "the dot's hotspot is its corner")
        #expect(bench.display.cursors[external]?.destination.height == 1)
        bench.compositor.controller.use(.view)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors[panel]?.destination == small)
    }

    @Test func theNewestPlaceWaitsForAPendingFlip() {
        let bench = mirroring()
        let before = bench.display.layerCommits[external] ?? 0
        for step in 1...10 { point(bench, 1500 + Double(step), 900) }
        #expect(bench.display.cursors[external]?.destination.x == 1501)
        bench.display.verticalBlank(external, at: bench.loop.now)
        bench.loop.settle()
        #expect(bench.display.cursors[external]?.destination.x == 1510)
        #expect(bench.drain())
        #expect(bench.display.layerCommits[external] == before + 2, "no queue")
    }

    @Test func smallMovesLeaveThePanelAlone() {
        let bench = mirroring()
        let before = bench.display.layerCommits[panel]
        point(bench, 1501, 900)
        #expect(bench.drain())
        #expect(bench.display.layerCommits[panel] == before)
    }

    @Test func aHiddenCursorLeavesThePlanes() {
        let bench = mirroring()
        bench.content.cursor = .hidden
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors.isEmpty)
        expectUntouchedFrames(bench)
        #expect(layers(bench, .external).map(\.kind) == [.content])
    }

    @Test func withoutAPlaneTheCursorIsDrawnOnce() {
        let bench = mirroring([:])
        point(bench, 1600, 900)
        #expect(bench.drain())
        #expect(bench.display.cursors.isEmpty)
        let places = Region<ContentSpace>([
            Rect(x: 1500, y: 900, width: 1, height: 1), Rect(x: 1600, y: 900, width: 1, height: 1),
        ])
        #expect(bench.renderer.composed == places)
        #expect(
            layers(bench, .external).last
                == LayerStatus(kind: .cursor, path: .composed, reason: "no plane for it"))
        #expect(
            layers(bench, .panel).last
                == LayerStatus(kind: .cursor, path: .composed, reason: "it is drawn into the external's picture"))
    }

    @Test func whereOnlyThePanelLacksAPlaneTheCursorIsDrawnThereAlone() {
        let bench = mirroring([external: 64])
        point(bench, 1800, 900)
        #expect(bench.drain())
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.display.takeDamage(of: external).isEmpty)
        #expect(
            bench.display.takeDamage(of: panel)
                == Region([Rect(x: 500, y: 340, width: 1, height: 1), Rect(x: 600, y: 340, width: 1, height: 1)]))
        #expect(layers(bench, .external).last?.path == .plane)
        #expect(layers(bench, .panel).last?.reason == "no plane for it")
    }

    @Test func aRefusedCommitFallsBackToComposing() {
        let bench = mirroring()
        bench.display.failsCursors = true
        point(bench, 1800, 900)
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.drain())
        #expect(bench.display.cursors[external] == nil)
        #expect(bench.renderer.composed == Region(Rect(x: 1800, y: 900, width: 1, height: 1)))
        #expect(layers(bench, .external).last?.reason == LayerRefusal.hardware.description)
        #expect(bench.violations.isEmpty)
    }

    @Test func aCursorLargerThanThePlaneIsDrawn() {
        let bench = mirroring()
        let image = MemoryImage(size: Size(width: 80, height: 20), format: .argb8888, pixels: [])
        let element = SceneElement(
            source: image, crop: SourceBox(x: 0, y: 0, width: 80, height: 20), transform: .normal,
            destination: Rect(x: 10, y: 20, width: 80, height: 20), opaque: Region())
        bench.content.cursor = .elements([element], at: Point(x: 12, y: 25))
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.renderer.composed == Region(Rect(x: 10, y: 20, width: 80, height: 20)))
        #expect(layers(bench, .external).last?.reason == "the plane shows 64x64 alone")
    }

    @Test func aCursorThatItsClientDrawsAnewIsMadeAnew() {
        let bench = mirroring()
        let elements = [(0, 0), (8, 8)].map { x, y in
            SceneElement(
                source: FakePixels(), crop: SourceBox(x: 0, y: 0, width: 8, height: 8), transform: .normal,
                destination: Rect(x: 300 + x, y: 300 + y, width: 8, height: 8), opaque: Region())
        }
        bench.content.cursor = .elements(elements, at: Point(x: 304, y: 310))
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.drain())
        let first = bench.display.cursors[external]
        #expect(first?.destination == Rect(x: 300, y: 300, width: 16, height: 16))
        #expect(first?.hotspot.x == 4 && first?.hotspot.y == 10)
        let flattened = bench.renderer.flattened
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.display.pending.isEmpty, "nothing has changed")
        bench.content.observer?.contentCursorChanged(.redrawn)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors[external]?.picture !== first?.picture)
        #expect(bench.renderer.flattened == flattened + 2, "once for each screen")
        expectUntouchedFrames(bench)
    }

    @Test func aScaledCursorIsMadeOnce() {
        let bench = mirroring()
        let element = SceneElement(
            source: FakePixels(), crop: SourceBox(x: 0, y: 0, width: 8, height: 8), transform: .normal,
            destination: Rect(x: 300, y: 300, width: 24, height: 24), opaque: Region())
        for step in 0..<5 {
            var moved = element
            moved.destination = element.destination.offset(x: step * 30, y: 0)
            bench.content.cursor = .elements([moved], at: Point(x: 300, y: 300))
            bench.content.observer?.contentCursorChanged(.moved)
            bench.loop.settle()
            #expect(bench.drain())
        }
        #expect(bench.renderer.flattened == 2, "for the external, and smaller for the panel")
        // Eight pixels by the snapshot's scale would be lost on the panel: it has two millimetres.
        let height = Int((2 * bench.compositor.overlays.density).rounded())
        #expect(bench.display.cursors[panel]?.destination.size == Size(width: height, height: height))
    }

    @Test func belowAnOverlayTheCursorIsDrawn() throws {
        let bench = mirroring()
        let place = Rect<OutputSpace>(x: 400, y: 300, width: 200, height: 100)
        let picture = try #require(MemoryBuffer(size: place.size.reinterpreted()))
        bench.compositor.overlays.set(.statusBar, to: [SceneElement(picture, at: place)], on: .panel)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors[panel] == nil)
        #expect(bench.display.cursors[external] != nil, "the external has no overlay")
        #expect(layers(bench, .panel).last?.reason == LayerRefusal.behindPicture.description)
        bench.compositor.overlays.set(.statusBar, to: [], on: .panel)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors[panel] != nil)
    }

    @Test func blackScreensShowNoCursor() {
        let bench = mirroring()
        bench.compositor.blanking.blank(.all)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors.isEmpty)
        bench.compositor.blanking.blank(nil)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(Set(bench.display.cursors.keys) == [external, panel])
    }

    @Test func aPictureThatIsReadHasTheCursorInIt() {
        let bench = mirroring()
        bench.compositor.painter.readContent(true)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors.isEmpty)
        #expect(bench.renderer.composed == Region(Rect(x: 1500, y: 900, width: 1, height: 1)))
        #expect(layers(bench, .external).last?.reason == LayerRefusal.read.description)
        bench.compositor.painter.readContent(false)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(Set(bench.display.cursors.keys) == [external, panel])
    }

    @Test func movesAreReportedToThoseWhoCopyTheScreen() {
        let bench = mirroring()
        var damage = Region<ContentSpace>()
        bench.compositor.contentComposed = { damage.formUnion($0) }
        let presented = bench.content.framesEnded
        point(bench, 1600, 900)
        #expect(bench.drain())
        #expect(
            damage
                == Region([Rect(x: 1500, y: 900, width: 1, height: 1), Rect(x: 1600, y: 900, width: 1, height: 1)]))
        #expect(bench.content.framesEnded == presented + 1)
    }

    @Test func frameCallbacksAreAnsweredWithoutDrawing() {
        let bench = mirroring()
        let before = (bench.content.framesEnded, bench.compositor.painter.framesComposed)
        bench.content.observer?.contentNeedsFrame()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.content.framesEnded == before.0 + 1)
        #expect(bench.compositor.painter.framesComposed == before.1)
        expectUntouchedFrames(bench)
    }

    @Test func theCursorMovesHomeWithTheContent() {
        let bench = mirroring()
        bench.connect([Bench.panel()])
        point(bench, 100, 200)
        #expect(bench.drain())
        #expect(bench.display.cursors.keys.map(\.self) == [panel])
        #expect(bench.display.cursors[panel]?.destination == Rect(x: 100, y: 200, width: 1, height: 1))
    }
}
