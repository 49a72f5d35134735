import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A client's buffer that the display shows in place of a drawn frame.
@Suite struct ContentLayerTests {
    private let external = OutputID("HDMI-A-1")
    private let panel = OutputID("DSI-1")
    private let size = Size<BufferSpace>(width: 3840, height: 2160)

    /// Mirroring at rest, with a client that fills the external.
    private func mirroring(_ scanout: Set<OutputID>? = nil, cursors: [OutputID: Int]? = nil) -> Bench {
        let bench = Bench()
        bench.display.scanoutOutputs = scanout ?? [external]
        bench.display.cursorSides = cursors ?? [external: 64, panel: 64]
        bench.connect([Bench.panel(), Bench.external()])
        show(SharedBuffer(size: size), on: bench)
        _ = bench.drain()
        forget(bench)
        return bench
    }

    private func show(_ buffer: SharedBuffer, on bench: Bench, damage: Region<ContentSpace>? = nil) {
        let bounds = Rect<ContentSpace>(x: 0, y: 0, width: size.width, height: size.height)
        bench.content.scene = [SceneElement(whole: buffer, at: bounds)]
        bench.content.observer?.contentDamaged(damage ?? Region(bounds))
        bench.loop.settle()
    }

    private func forget(_ bench: Bench) {
        for id in [external, panel] { _ = bench.display.takeDamage(of: id) }
        bench.renderer.reset()
    }

    private func content(_ bench: Bench, _ screen: ScreenName = .external) -> LayerStatus? {
        let status = bench.compositor.status(version: "test")
        return (screen == .panel ? status.screens.panel : status.screens.external)?.layers.first
    }

    @Test func aFrozenExternalGivesTheBufferBackAndTakesTheNextOneWhenThawed() {
        let bench = mirroring()
        let shown = SharedBuffer(size: size)
        show(shown, on: bench)
        #expect(bench.drain())
        #expect(shown.holds == 1)
        #expect(bench.compositor.freezer.freeze() == .done)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(shown.holds == 0 && bench.display.contents[external] == nil)
        let next = SharedBuffer(size: size)
        show(next, on: bench)
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.drain())
        #expect(bench.display.contents[external] == nil)
        bench.compositor.freezer.thaw()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.contents[external]?.picture === next)
    }

    @Test func nothingIsComposedAndTheSnapshotFollows() {
        let bench = mirroring()
        let before = bench.compositor.status(version: "test").counters
        var old: SharedBuffer?
        for _ in 0..<10 {
            let next = SharedBuffer(size: size)
            show(next, on: bench)
            #expect(bench.drain())
            #expect(bench.display.contents[external]?.picture === next)
            #expect(next.holds == 1)
            #expect(old?.holds ?? 0 == 0, "given back once the next is on screen")
            old = next
        }
        let after = bench.compositor.status(version: "test").counters
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.renderer.mirrored.area > 1280 * 700)
        #expect(after.framesComposed == before.framesComposed)
        #expect(after.external.damagedPixels == before.external.damagedPixels)
        #expect(after.external.clientBuffers - before.external.clientBuffers == 10)
        #expect(after.external.framesPresented - before.external.framesPresented == 10)
        #expect(after.panel.framesPresented > before.panel.framesPresented)
        #expect(content(bench) == LayerStatus(kind: .content, path: .plane))
        #expect(content(bench, .panel) == LayerStatus(kind: .content, path: .composed))
        #expect(bench.violations.isEmpty)
    }

    @Test func theBufferIsOnItsWayBeforeThePanelIsDrawn() {
        let bench = mirroring()
        var isOnItsWay: [Bool] = []
        bench.renderer.submitted = { [display = bench.display, external] in
            isOnItsWay.append(display.pending.contains(external))
        }
        show(SharedBuffer(size: size), on: bench)
        #expect(isOnItsWay == [true])
    }

    /// A client is told which of its buffers could be shown, though the display refuses them as they are.
    @Test func theApplicationIsToldOfABufferThatIsAllOfTheFrame() {
        let bench = mirroring()
        let buffer = SharedBuffer(size: size)
        show(buffer, on: bench)
        #expect(bench.content.filling === buffer)
        #expect(bench.content.scanoutOffer == bench.display.capabilities(of: external).scanoutOffer)
        #expect(bench.drain())
        let half = Rect<ContentSpace>(x: 0, y: 0, width: size.width, height: size.height / 2)
        bench.content.scene = [SceneElement(whole: buffer, at: half)]
        bench.content.observer?.contentDamaged(Region(half))
        bench.loop.settle()
        #expect(bench.content.filling === buffer, "with black below")
        #expect(bench.drain())
        bench.content.scene.insert(SceneElement(whole: SharedBuffer(size: size), at: half), at: 0)
        bench.content.scene[1].destination = Rect(x: 0, y: 0, width: 100, height: 100)
        bench.content.observer?.contentDamaged(Region(half))
        bench.loop.settle()
        #expect(bench.content.filling == nil)
    }

    /// A film between black bars, cropped and scaled by the display; what the panel has of it is drawn from the client's buffer.
    @Test func aBufferOnBlackIsShownWithCropAndPlace() throws {
        let bench = mirroring()
        bench.display.snapshotOutputs = [panel]
        let film = SharedBuffer(size: Size(width: 1280, height: 536))
        var element = SceneElement(whole: film, at: Rect(x: 0, y: 276, width: 3840, height: 1608))
        func show() {
            bench.content.scene = [element]
            bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: size.width, height: size.height)))
            bench.loop.settle()
            #expect(bench.drain())
        }
        show()
        let shown = bench.display.contents[external]?.element
        #expect(shown?.picture === film && shown?.destination == Rect(x: 0, y: 276, width: 3840, height: 1608))
        let mirrored = bench.display.snapshots[panel]?.snapshot
        let seen = try #require(bench.compositor.plan.controller(on: panel)).viewport.visible
        let black = Region<ContentSpace>(seen.reinterpreted())
        #expect(bench.renderer.composed.subtracting(black).isEmpty, "nothing but what is below the panel's plane")
        #expect(mirrored?.picture === film)
        let crop = mirrored?.crop ?? SourceBox(x: 9, y: 9, width: 9, height: 9)
        let off: [Double] = [crop.x, crop.y, crop.width - 1280, crop.height - 536]
        #expect(off.map(abs).reduce(0, +) < 1e-6, "of the client's buffer")
        #expect(
            mirrored.map { $0.destination.height < seen.height && $0.destination.width == seen.width } == true)
        let commits = bench.display.contentCommits[external] ?? 0
        element.crop = SourceBox(x: 320, y: 134, width: 640, height: 268)
        bench.content.scene = [element]
        bench.content.observer?.contentNeedsFrame()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(
            bench.display.contents[external]?.element.crop == element.crop, "another part, though nothing was damaged")
        #expect(bench.display.contentCommits[external] == commits + 1)
        bench.compositor.pictureLost(on: external)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.contentCommits[external] == commits + 2, "shown once more")
        #expect(bench.violations.isEmpty)
    }

    @Test func theBufferOnScreenIsHeldWhileTheNextIsPending() {
        let bench = mirroring()
        let (first, second) = (SharedBuffer(size: size), SharedBuffer(size: size))
        show(first, on: bench)
        _ = bench.drain()
        show(second, on: bench)
        #expect((first.holds, second.holds) == (1, 1))
        bench.refresh()
        #expect((first.holds, second.holds) == (0, 1))
    }

    @Test func anOverlayFallsBackForAsLongAsItIsThere() throws {
        let bench = mirroring()
        let buffer = SharedBuffer(size: size)
        show(buffer, on: bench)
        _ = bench.drain()
        forget(bench)
        let composed = bench.compositor.status(version: "test").counters.framesComposed
        let note = try #require(MemoryBuffer(size: Size(width: 200, height: 100)))
        bench.compositor.overlays.set(
            .notice, to: [SceneElement(note, at: Rect(x: 50, y: 50, width: 200, height: 100))], on: .external)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.compositor.status(version: "test").counters.framesComposed == composed + 1, "within one frame")
        #expect(content(bench)?.reason == "something drawn lies in front")
        #expect(bench.display.contents[external] == nil)
        #expect(buffer.holds == 0)
        // What the drawn frame lacks is all that the client has changed since the last one.
        #expect(bench.display.takeDamage(of: external) == Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
        bench.compositor.overlays.set(.notice, to: [], on: .external)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.contents[external]?.picture === buffer)
        #expect(content(bench)?.path == .plane)
        #expect(bench.violations.isEmpty)
    }

    @Test func aWindowAboveFallsBack() {
        let bench = mirroring()
        let window = SceneElement(
            whole: SharedBuffer(size: Size(width: 300, height: 200)), at: Rect(x: 90, y: 90, width: 300, height: 200))
        bench.content.scene.append(window)
        bench.content.observer?.contentDamaged(Region(window.destination))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(content(bench)?.reason == "something drawn lies in front")
        bench.content.scene.removeLast()
        bench.content.observer?.contentDamaged(Region(window.destination))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(content(bench)?.path == .plane)
        #expect(bench.violations.isEmpty)
    }

    @Test func aCursorOnItsPlaneLeavesTheBufferWhereItIs() {
        let bench = mirroring()
        let commits = bench.display.contentCommits[external]
        for step in 0..<5 {
            bench.content.cursor = .named("default", at: Point(x: Double(300 + step), y: 300))
            bench.content.observer?.contentCursorChanged(.moved)
            bench.loop.settle()
            #expect(bench.drain())
        }
        #expect(bench.display.contentCommits[external] == commits)
        #expect(bench.display.contents[external] != nil && bench.display.cursors[external] != nil)
        #expect(bench.renderer.composed.isEmpty)
        #expect(bench.violations.isEmpty)
    }

    @Test func aCursorThatIsDrawnIsDrawnAboveTheContent() {
        let bench = mirroring(cursors: [:])
        bench.content.cursor = .named("default", at: Point(x: 300, y: 300))
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.contents[external] == nil)
        #expect(content(bench)?.reason == "something drawn lies in front")
        bench.content.cursor = .hidden
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.contents[external] != nil)
    }

    @Test func aRefusedCommitIsDrawnInstead() {
        let bench = mirroring()
        bench.display.failsContents = true
        show(SharedBuffer(size: size), on: bench)
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.drain())
        #expect(bench.display.contents[external] == nil)
        #expect(bench.renderer.composed.area == 3840 * 2160)
        #expect(content(bench)?.reason == LayerRefusal.hardware.description)
        #expect(bench.violations.isEmpty)
    }

    @Test func anotherBufferIsShownEvenIfNothingHasChanged() {
        let bench = mirroring()
        let (first, second) = (SharedBuffer(size: size), SharedBuffer(size: size))
        show(first, on: bench)
        _ = bench.drain()
        forget(bench)
        let bounds = Rect<ContentSpace>(x: 0, y: 0, width: size.width, height: size.height)
        bench.content.scene = [SceneElement(whole: second, at: bounds)]
        bench.content.observer?.contentNeedsFrame()
        bench.loop.settle()
        #expect(bench.drain())
        #expect((first.holds, second.holds) == (0, 1), "its client waits for the other")
        #expect(bench.renderer.composed.isEmpty && bench.renderer.mirrored.isEmpty)
    }

    @Test func memoryOfTheProcessorsIsDrawn() {
        let bench = mirroring()
        let bounds = Rect<ContentSpace>(x: 0, y: 0, width: size.width, height: size.height)
        bench.content.scene = [SceneElement(whole: MemoryImage(size: size, format: .xrgb8888, pixels: []), at: bounds)]
        bench.content.observer?.contentDamaged(Region(bounds))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(content(bench)?.reason == "its pixels are in ordinary memory")
    }

    @Test func unplugPauseAndClientsEndGiveTheBufferBack() {
        for end in 0..<3 {
            let bench = mirroring()
            weak var weakBuffer: SharedBuffer?
            do {
                let buffer = SharedBuffer(size: size)
                weakBuffer = buffer
                show(buffer, on: bench)
                _ = bench.drain()
                switch end {
                case 0: bench.connect([Bench.panel()])
                case 1: bench.display.pause()
                default:
                    bench.content.scene = []
                    bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
                }
                bench.loop.settle()
                _ = bench.drain()
                bench.loop.advance(microseconds: 300_000)
                _ = bench.drain()
                if end != 0 || bench.display.contents.isEmpty { #expect(buffer.holds == 0, "\(end)") }
                bench.content.scene = []
                bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
                bench.loop.settle()
                _ = bench.drain()
            }
            #expect(weakBuffer == nil, "\(end): nobody keeps it")
        }
    }

    @Test func thePanelThatBecomesAControllerIsDrawn() {
        let bench = Bench()
        bench.display.scanoutOutputs = [panel]
        let home = SharedBuffer(size: Size(width: 1280, height: 800))
        let bounds = Rect<ContentSpace>(x: 0, y: 0, width: 1280, height: 800)
        bench.content.scene = [SceneElement(whole: home, at: bounds)]
        bench.content.observer?.contentDamaged(Region(bounds))
        bench.loop.settle()
        #expect(bench.drain())
        #expect(content(bench, .panel)?.path == .plane)
        bench.connect([Bench.panel(), Bench.external()])
        bench.loop.advance(microseconds: 300_000)
        #expect(bench.drain())
        #expect(content(bench, .panel) == LayerStatus(kind: .content, path: .composed))
        #expect(bench.display.contents.isEmpty && home.holds == 0)
        #expect(bench.violations.isEmpty)
    }
}
