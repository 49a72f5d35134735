import Geometry
import Mirroring
import Rendering
import Testing

@testable import Compositor

@Suite struct HotplugTests {
    @Test func contentStartsOnThePanelAtItsSize() {
        let bench = Bench()
        #expect(bench.content.screens.last?.size == Size(width: 1280, height: 800))
        #expect(bench.compositor.status(version: "t").screens.state == .panelOnly)
        #expect(bench.violations.isEmpty)
    }

    @Test func pluggingMovesTheContentAndLightsTheController() throws {
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
        #expect(bench.content.screens.last?.size == Size(width: 3840, height: 2160))
        let viewport = try #require(bench.compositor.status(version: "t").view.viewport)
        #expect([viewport.x, viewport.y, viewport.width, viewport.height] == [0, 40, 1280, 720])
        #expect(bench.display.takeDamage(of: OutputID("HDMI-A-1")).area == 3840 * 2160)
        #expect(bench.display.takeDamage(of: OutputID("DSI-1")).area == 1280 * 800)
    }

    @Test func unpluggingBringsTheContentHome() {
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
        bench.connect([Bench.panel()])
        #expect(bench.drain())
        #expect(bench.content.screens.last?.name == "DSI-1")
        #expect(bench.display.enabled.keys.map(\.name) == ["DSI-1"])
        #expect(bench.compositor.status(version: "t").screens.external == nil)
    }

    @Test func aFlipPendingOnAVanishedOutputBlocksNothing() {
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        // No vertical blank ever comes for the external: it is pulled with a frame in flight.
        bench.connect([Bench.panel()])
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 10, height: 10)))
        bench.loop.settle()
        #expect(bench.display.pending.contains(OutputID("HDMI-A-1")))
        #expect(bench.violations.isEmpty)
    }

    @Test func switchingMirroringOffKeepsTheContentHome() {
        let bench = Bench()
        bench.compositor.displays.setMirroring(false)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.compositor.status(version: "t").screens.state == .disabled)
        #expect(bench.display.enabled[OutputID("HDMI-A-1")] == nil)
        bench.compositor.displays.setMirroring(true)
        bench.loop.settle()
        #expect(bench.compositor.status(version: "t").screens.state == .mirroring)
    }

    @Test func withoutAnyDisplayTheContentIsParkedAndComesBack() {
        let bench = Bench()
        bench.connect([])
        #expect(bench.compositor.status(version: "t").screens.state == .noOutput)
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 10, height: 10)))
        bench.loop.settle()
        #expect(bench.display.pending.isEmpty)
        bench.connect([Bench.panel()])
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: OutputID("DSI-1")).area == 1280 * 800)
    }

    @Test func aRefusedModeFallsToTheNext() {
        let bench = Bench()
        var external = Bench.external()
        let smaller = Mode(size: Size(width: 1920, height: 1080), refreshMilliHertz: 60_000)
        bench.display.refusedModes = Set(external.modes)
        external.modes.append(smaller)
        bench.connect([Bench.panel(), external])
        #expect(bench.display.enabled[external.id] == smaller)
        #expect(bench.content.screens.last?.size == Size(width: 1920, height: 1080))
        #expect(bench.compositor.status(version: "t").counters.modeRefusals == 1)
    }

    @Test func aDisplayThatThereWasNoMemoryForIsLitLater() {
        let bench = Bench()
        bench.display.lacksMemory = true
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.display.enabled.count == 1)
        let output = OutputID("HDMI-A-1")
        #expect(
            bench.takeEvents().contains(.outputPostponed(output, reason: "no memory", retryMilliseconds: 500)))
        bench.loop.advance(microseconds: 500_000)
        #expect(bench.display.enabled[output] == nil)
        #expect(
            bench.takeEvents().contains(.outputPostponed(output, reason: "no memory", retryMilliseconds: 1000)))
        bench.display.lacksMemory = false
        bench.loop.advance(microseconds: 999_999)
        #expect(bench.display.enabled[output] == nil)
        bench.loop.advance(microseconds: 1)
        #expect(bench.compositor.status(version: "t").screens.state == .mirroring)
        #expect(bench.drain())
        #expect(bench.violations.isEmpty)
    }

    @Test func anExternalChosenDuringAShortageIsUsedAfterIt() {
        var configuration = Configuration()
        configuration.external.arrangement = .one
        let bench = Bench(configuration: configuration)
        let other = Bench.output("DP-1", .displayPort, 800, 600)
        bench.connect([Bench.panel(), Bench.external(), other])
        bench.display.lacksMemory = true
        #expect(bench.compositor.displays.useExternal(other.id) == .kept)
        bench.display.lacksMemory = false
        bench.loop.advance(microseconds: 500_000)
        #expect(bench.content.screens.last?.name == "DP-1")
    }

    @Test func theFirstFullFrameIsTold() {
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        bench.loop.advance(microseconds: 10_000)
        bench.refresh()
        bench.content.description = ContentDescription(
            appID: "foot", title: nil, size: Size(width: 3840, height: 2160))
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
        bench.loop.advance(microseconds: 10_000)
        bench.refresh()
        #expect(
            bench.takeEvents().contains(
                .firstFrame(on: .external, output: OutputID("HDMI-A-1"), milliseconds: 20, frames: 2)))
    }

    @Test func aFingerThatIsDownIsCancelledWhenTheDisplayGoes() {
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        let place = DevicePosition(x: 0.5, y: 0.5)
        bench.compositor.input.inputReceived(.touchDown(DeviceID(1), slot: 0, place, bench.loop.now))
        _ = bench.content.takeInputs()
        bench.connect([Bench.panel()])
        #expect(bench.content.takeInputs().filter { $0 == .touchCancel }.count == 1)
        #expect(bench.takeEvents().contains(.touchesCancelled(count: 1)))
        // The finger is still on the glass: its lifting means nothing any more.
        bench.compositor.input.inputReceived(.touchUp(DeviceID(1), slot: 0, bench.loop.now))
        #expect(bench.content.takeInputs().isEmpty)
    }

    @Test func theFingersDiscIsDrawnAndTakenAway() {
        let bench = Bench()
        #expect(bench.drain())
        bench.renderer.reset()
        bench.compositor.input.inputReceived(
            .touchDown(DeviceID(1), slot: 0, DevicePosition(x: 0.5, y: 0.5), bench.loop.now))
        bench.loop.settle()
        let drawn = bench.renderer.composed
        #expect(drawn.contains(Point(x: 640, y: 400)))
        #expect(bench.drain())
        bench.renderer.reset()
        bench.compositor.input.inputReceived(.touchUp(DeviceID(1), slot: 0, bench.loop.now))
        bench.loop.settle()
        #expect(bench.renderer.composed == drawn)
    }

    /// Readers get what the content has drawn, at the size that it was laid out for last.
    @Test func withoutADisplayTheContentIsReadInMemory() throws {
        let bench = Bench(renderer: PixmanRenderer(threads: 1))
        let screen = try #require(bench.content.screens.last)
        func read() -> (size: Size<BufferSpace>, pixel: UInt32)? {
            bench.compositor.withParkedContent(on: screen, cursor: true) { picture in
                var pixel: UInt32 = 0
                _ = picture.withPixels { pixel = $0.load(fromByteOffset: 40 * 4, as: UInt32.self) }
                return (picture.size, pixel & 0xFF_FFFF)
            }
        }
        var parked = 0
        bench.compositor.contentParked = { parked += 1 }
        #expect(!bench.compositor.isParked && read() == nil)
        bench.connect([])
        #expect(bench.compositor.isParked && !bench.compositor.hasContentFrame && parked == 1)
        for color: UInt32 in [0x12_3456, 0x65_4321] {
            let picture = MemoryImage(size: Size(width: 1, height: 1), format: .xrgb8888, pixels: [color])
            bench.content.scene = [SceneElement(whole: picture, at: Rect(x: 0, y: 0, width: 64, height: 64))]
            #expect(try #require(read()) == (Size(width: 1280, height: 800), color))
        }
        bench.content.observer?.contentLocked(true)
        bench.loop.settle()
        #expect(!bench.compositor.isParked && read() == nil, "the session is locked")
        bench.content.observer?.contentLocked(false)
        bench.loop.settle()
        #expect(bench.compositor.isParked)
        bench.connect([Bench.panel()])
        #expect(!bench.compositor.isParked && read() == nil)
        #expect(bench.violations.isEmpty)
    }
}
