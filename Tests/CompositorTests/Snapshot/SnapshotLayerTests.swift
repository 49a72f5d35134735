import Geometry
import Mirroring
import Rendering
import Testing
import TestSupport

@testable import Compositor

/// A snapshot that the panel's display shows by itself, from the external's memory.
@Suite struct SnapshotLayerTests {
    private let external = OutputID("HDMI-A-1")
    private let panel = OutputID("DSI-1")
    /// All of the external, between bars of 40 pixels.
    private let place = Rect<OutputSpace>(x: 0, y: 40, width: 1280, height: 720)
    private let size = Size<BufferSpace>(width: 3840, height: 2160)

    private var picture: MemoryImage { MemoryImage(size: size, format: .xrgb8888, pixels: []) }

    private func mirroring(
        _ configuration: Configuration = Configuration(), cursors: [OutputID: Int] = [:]
    ) -> Bench {
        let bench = Bench(configuration: configuration)
        bench.display.snapshotOutputs = [panel]
        bench.display.cursorSides = cursors
        bench.connect([Bench.panel(), Bench.external()])
        show(picture, on: bench)
        _ = bench.drain()
        forget(bench)
        return bench
    }

    private func show(_ picture: any Buffer, on bench: Bench, damage: Region<ContentSpace>? = nil) {
        let bounds = Rect<ContentSpace>(x: 0, y: 0, width: size.width, height: size.height)
        bench.content.scene = [SceneElement(whole: picture, at: bounds)]
        bench.content.observer?.contentDamaged(damage ?? Region(bounds))
        bench.loop.settle()
    }

    private func forget(_ bench: Bench) {
        for id in [external, panel] { _ = bench.display.takeDamage(of: id) }
        bench.renderer.reset()
    }

    private func snapshot(_ bench: Bench) -> LayerStatus? {
        bench.compositor.status(version: "test").screens.panel?.layers.first { $0.kind == .snapshot }
    }

    private func notice(_ frame: Rect<OutputSpace>) -> [SceneElement] {
        MemoryBuffer(size: frame.size.reinterpreted()).map { [SceneElement($0, at: frame)] } ?? []
    }

    @Test func thePanelFollowsWithoutAPixelDrawn() throws {
        let bench = mirroring()
        let before = bench.compositor.status(version: "test").counters.panel
        for step in 0..<10 {
            let change = Rect<ContentSpace>(x: 300 * step, y: 200, width: 100, height: 100)
            bench.content.observer?.contentDamaged(Region(change))
            bench.loop.settle()
            #expect(bench.drain())
        }
        let status = bench.compositor.status(version: "test")
        #expect(status.counters.panel.framesPresented == before.framesPresented + 10)
        #expect(status.counters.panel.damagedPixels == before.damagedPixels)
        #expect(bench.display.takeDamage(of: panel).isEmpty)
        #expect(bench.renderer.mirrored.isEmpty)
        #expect(snapshot(bench) == LayerStatus(kind: .snapshot, path: .plane, plane: FakeDisplay.snapshotPlane))
        #expect(status.view.snapshot.path == .plane)
        let frame = try #require(bench.display.snapshots[panel])
        let layer = try #require(frame.snapshot)
        if case .snapshot(let source, let client) = layer.kind {
            #expect(source == external && client == nil)
        } else {
            Issue.record("the layer is not a snapshot")
        }
        #expect(layer.destination == place)
        #expect(layer.crop == SourceBox(whole: size))
        #expect(frame.ground == .blackPicture)
        #expect(bench.violations.isEmpty)
    }

    @Test func aHandleAboveItIsAPictureOfItsOwn() throws {
        let bench = mirroring()
        let place = Rect<OutputSpace>(x: 50, y: 20, width: 20, height: 100)
        bench.compositor.overlays.set(.notice, to: notice(place), on: .panel)
        bench.loop.settle()
        let front = try #require(bench.display.snapshots[panel]?.front)
        #expect(
            front.destination == Rect(x: 50, y: 40, width: 20, height: 80), "what lies above the bar is drawn there")
        #expect(bench.display.snapshots[panel]?.ground == .picture)
        #expect(bench.display.takeDamage(of: panel) == Region(Rect(x: 50, y: 20, width: 20, height: 20)))
        #expect(bench.drain())
        let made = bench.renderer.flattened
        for _ in 0..<5 {
            show(picture, on: bench)
            #expect(bench.drain())
        }
        #expect(bench.renderer.flattened == made, "made once")
        #expect(bench.display.snapshots[panel]?.front?.picture === front.picture)
        bench.compositor.overlays.damaged(.notice, on: .panel, Region(Rect(x: 0, y: 0, width: 1, height: 1)))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.renderer.flattened == made + 1)
        bench.compositor.overlays.set(.notice, to: [], on: .panel)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.snapshots[panel] != nil && bench.display.snapshots[panel]?.front == nil)
        #expect(bench.display.takeDamage(of: panel) == Region(Rect(x: 50, y: 20, width: 20, height: 20)))
        #expect(bench.violations.isEmpty)
    }

    @Test func whatCoversItHasAllOfItDrawnInTheSameFrame() {
        let bench = mirroring()
        bench.compositor.overlays.set(.notice, to: notice(Rect(x: 50, y: 50, width: 900, height: 500)), on: .panel)
        bench.loop.settle()
        #expect(bench.display.snapshots[panel] == nil, "the first frame with the notice has no plane")
        #expect(bench.display.takeDamage(of: panel) == Region(place))
        #expect(snapshot(bench)?.reason == "something drawn lies in front")
        #expect(bench.drain())
        bench.compositor.overlays.set(.notice, to: [], on: .panel)
        bench.loop.settle()
        #expect(bench.display.snapshots[panel] != nil)
        #expect(bench.drain())
        #expect(bench.violations.isEmpty)
    }

    @Test func whatLiesBesideItDoesNotMatter() {
        let bench = mirroring()
        bench.compositor.overlays.set(.notice, to: notice(Rect(x: 50, y: 5, width: 200, height: 35)), on: .panel)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.snapshots[panel] != nil)
        #expect(bench.display.takeDamage(of: panel) == Region(Rect(x: 50, y: 5, width: 200, height: 35)))
    }

    @Test func aCommitThatFailsHasItDrawnInTheNext() {
        let bench = mirroring()
        bench.display.failsSnapshots = true
        show(picture, on: bench)
        bench.loop.advance(microseconds: 50_000)
        #expect(bench.drain())
        #expect(snapshot(bench)?.reason == "the hardware refused it in a test")
        #expect(bench.display.takeDamage(of: panel) == Region(place))
        #expect(bench.violations.isEmpty)
    }

    @Test func aCursorThatIsDrawnOnThePanelHasItDrawnAsWell() {
        let bench = mirroring(cursors: [external: 64])
        bench.content.cursor = .named("default", at: Point(x: 900, y: 900))
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(snapshot(bench)?.reason == "something drawn lies in front")
        let other = mirroring(cursors: [external: 64, panel: 64])
        other.content.cursor = .named("default", at: Point(x: 900, y: 900))
        other.content.observer?.contentCursorChanged(.moved)
        other.loop.settle()
        #expect(other.drain())
        #expect(snapshot(other)?.path == .plane)
        #expect(other.display.cursors[panel] != nil)
    }

    @Test func linearLightIsDrawn() {
        var configuration = Configuration()
        configuration.controller.usesLinearLight = true
        let bench = mirroring(configuration)
        #expect(snapshot(bench)?.reason == "it is averaged in linear light")
    }

    @Test func aFrozenExternalsContentIsOnNoDisplay() {
        let bench = mirroring()
        #expect(bench.compositor.freezer.freeze() == .done)
        bench.loop.settle()
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.drain())
        #expect(snapshot(bench)?.reason == "its picture is on no display")
        #expect(bench.display.snapshots[panel] == nil)
        #expect(bench.violations.isEmpty)
    }

    @Test func unpluggingRemovesItWithTheFirstFrameOfTheContent() {
        let bench = mirroring()
        bench.connect([Bench.panel()])
        #expect(bench.drain())
        #expect(bench.display.snapshots[panel] == nil)
        #expect(snapshot(bench) == nil)
        #expect(bench.display.takeDamage(of: panel) == Region(Rect(x: 0, y: 0, width: 1280, height: 800)))
        #expect(bench.violations.isEmpty)
    }

    @Test func aZoomedViewShowsAPartOfTheExternal() throws {
        let bench = mirroring()
        #expect(bench.compositor.controller.zoom(to: 2, center: nil))
        bench.loop.settle()
        // Until the outline of the content has gone.
        for _ in 0..<20 {
            bench.loop.advance(microseconds: 500_000)
            #expect(bench.drain())
        }
        let layer = try #require(bench.display.snapshots[panel]?.snapshot)
        #expect(layer.destination.height > place.height, "it covers the bars")
        #expect(abs(layer.crop.width / Double(layer.destination.width) - 1.5) < 0.01)
        #expect(abs(layer.crop.height / Double(layer.destination.height) - 1.5) < 0.01)
    }

    /// Whatever happens, the user sees what a panel without planes shows: the frame with the snapshot drawn where the plane is.
    @Test(arguments: Effort.seeds(sample: 6, torture: 200)) func pictureIsAlwaysTheSame(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let size = Size<BufferSpace>(width: 192, height: 108)
        let benches = [Set([panel]), []].map { outputs in
            let bench = Bench(outputs: [Bench.panel(64, 40)], renderer: PixmanRenderer())
            bench.display.snapshotOutputs = outputs
            bench.display.cursorSides = [external: 64, panel: 64]
            bench.connect([Bench.panel(64, 40), Bench.external(192, 108)])
            return bench
        }
        for step in 0..<20 {
            let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
            let colors = (0..<size.area).map { index -> UInt32 in
                let shade = UInt32(index % 192 ^ index / 192) * 0x01_0203
                return color &+ shade | 0xFF00_0000
            }
            let picture = MemoryImage(size: size, format: .xrgb8888, pixels: colors)
            let overlay: [SceneElement]? = [
                nil, [], .some(notice(Rect(x: step, y: 9, width: 40, height: 25))),
                .some(notice(Rect(x: step, y: 1, width: 9, height: 9))),
                .some(notice(Rect(x: step, y: 0, width: 20, height: 2))),
            ].randomElement(using: &random)!
            let fails = Int.random(in: 0..<6, using: &random) == 0
            for bench in benches {
                bench.display.failsSnapshots = fails
                if let overlay { bench.compositor.overlays.set(.notice, to: overlay, on: .panel) }
                bench.content.scene = [SceneElement(whole: picture, at: Rect(x: 0, y: 0, width: 192, height: 108))]
                bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 192, height: 108)))
                bench.loop.settle()
                bench.loop.advance(microseconds: 60_000)
                #expect(bench.drain())
            }
            let shown = benches.map { $0.compositor.withPicture(of: .panel, pixels) }
            #expect(shown[0] != nil && shown[0] == shown[1], "step \(step)")
        }
        #expect(benches[0].violations.isEmpty)
    }

    private func pixels(_ picture: any Buffer) -> [UInt32] {
        var pixels: [UInt32] = []
        _ = picture.withPixels { first in
            for y in 0..<picture.size.height {
                let row = (first + y * picture.stride).assumingMemoryBound(to: UInt32.self)
                pixels += UnsafeBufferPointer(start: row, count: picture.size.width).map { $0 | 0xFF00_0000 }
            }
        }
        return pixels
    }
}
