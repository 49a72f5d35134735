import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A display in use gets other settings where it is.
@Suite struct DisplaySettingsTests {
    private static let small = Mode(size: Size(width: 1920, height: 1080), refreshMilliHertz: 60_000)
    private let external = OutputID("HDMI-A-1")

    private func bench() -> Bench {
        var display = Bench.external()
        display.modes.append(Self.small)
        let bench = Bench()
        bench.connect([Bench.panel(), display])
        bench.content.mapWindow(appID: "content")
        #expect(bench.drain())
        _ = bench.takeEvents()
        return bench
    }

    private func settle(_ bench: Bench) {
        bench.loop.settle()
        bench.content.drawWindow()
        bench.loop.advance(microseconds: 500_000)
        #expect(bench.drain())
        #expect(bench.violations.isEmpty, "\(bench.violations)")
    }

    @Test func theContentStaysOnTheDisplay() {
        let bench = bench()
        let settings = DisplaySettings(
            mode: ModeRequest(Self.small), scale: Scale(1.5), transform: .rotated90)
        let laidOut = bench.content.screens.count
        #expect(bench.compositor.displays.refusal(of: settings, on: external) == nil)
        #expect(bench.display.enabled[external] != Self.small, "a test changes nothing")
        #expect(bench.compositor.displays.set(settings, on: external) == nil)
        #expect(bench.display.enabled[external] == Self.small)
        #expect(bench.content.screens.dropFirst(laidOut).allSatisfy { $0.name == "HDMI-A-1" })
        let screen = bench.content.screens.last
        #expect(screen?.size == Size(width: 1080, height: 1920) && screen?.scale == Scale(1.5))
        #expect(screen?.display?.mode == Self.small && screen?.display?.transform == .rotated90)
        settle(bench)
        #expect(bench.compositor.status(version: "t").screens.external?.width == 1080)
    }

    @Test func aScaleAloneTouchesNoDisplay() {
        let bench = bench()
        #expect(bench.compositor.displays.set(DisplaySettings(scale: Scale(2)), on: external) == nil)
        #expect(bench.content.screens.last?.scale == Scale(2))
        #expect(bench.takeEvents().isEmpty)
        settle(bench)
    }

    @Test func whatIsRefusedLeavesAllAsItWas() {
        let bench = bench()
        bench.display.refusedModes = [Self.small]
        let settings = DisplaySettings(mode: ModeRequest(Self.small), scale: Scale(2))
        let before = (bench.content.screens.count, bench.display.enabled, bench.compositor.plan)
        #expect(bench.compositor.displays.refusal(of: settings, on: external) != nil)
        #expect(bench.compositor.displays.set(settings, on: external) != nil)
        #expect(bench.compositor.displays.set(settings, on: OutputID("DP-9")) != nil)
        #expect(bench.content.screens.count == before.0 && bench.display.enabled == before.1)
        #expect(bench.compositor.plan == before.2)
        settle(bench)
    }

    @Test func aDisplayThatIsOffStaysOff() {
        let bench = bench()
        #expect(bench.compositor.blanking.setPower(of: external, isOn: false))
        #expect(bench.compositor.displays.set(DisplaySettings(mode: ModeRequest(Self.small)), on: external) == nil)
        #expect(bench.display.off == [external])
        settle(bench)
    }

    @Test func aFrozenDisplayGoesOnShowingItsPicture() {
        let bench = bench()
        #expect(bench.compositor.freezer.freeze() == .done)
        #expect(bench.compositor.displays.set(DisplaySettings(mode: ModeRequest(Self.small)), on: external) == nil)
        #expect(bench.compositor.freezer.isOn)
        settle(bench)
    }

    @Test func whatWasSetIsSavedAndRecalled() {
        let memory = FakeDisplayMemory()
        let bench = Bench(displayMemory: memory)
        let panel = OutputID("DSI-1")
        let settings = DisplaySettings(scale: Scale(2), transform: .rotated270)
        #expect(bench.compositor.displays.set(settings, on: panel) == nil)
        #expect(bench.compositor.displays.set(DisplaySettings(scale: Scale(2)), on: panel) == nil)
        #expect(memory.saves == 1 && memory.memory.entries.map(\.settings) == [settings])
        let next = Bench(displayMemory: memory)
        #expect(next.content.screens.last?.size == Size(width: 800, height: 1280))
        #expect(next.content.screens.last?.scale == Scale(2))
        #expect(next.compositor.displays.forgetSettings(of: panel))
        #expect(next.content.screens.last?.size == Size(width: 1280, height: 800))
        #expect(next.content.screens.last?.scale == .one)
        #expect(memory.memory == DisplayMemory())
        #expect(
            !next.compositor.displays.forgetSettings(of: panel) && !next.compositor.displays.forgetSettings(of: nil))
        settle(next)
    }

    @Test func thePanelAloneIsSetToo() {
        let bench = Bench()
        let panel = OutputID("DSI-1")
        #expect(
            bench.compositor.displays.set(DisplaySettings(scale: Scale(2), transform: .rotated270), on: panel) == nil)
        #expect(bench.content.screens.last?.size == Size(width: 800, height: 1280))
        #expect(bench.content.screens.last?.scale == Scale(2))
        settle(bench)
    }
}
