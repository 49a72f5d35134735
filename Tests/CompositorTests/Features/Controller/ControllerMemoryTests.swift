import Geometry
import Mirroring
import Testing

@testable import Compositor

/// The controller's mode is remembered for each external.
@Suite struct ControllerMemoryTests {
    private func output(_ name: String, _ model: String) -> OutputDescription {
        var output = Bench.external()
        output.id = OutputID(name)
        output.identity = DisplayIdentity(make: "TST", model: model, serial: nil)
        return output
    }

    private func show(_ external: OutputDescription?, on bench: Bench) {
        bench.connect([Bench.panel()] + [external].compactMap(\.self))
    }

    @Test func eachExternalHasItsOwn() {
        let bench = Bench.mirroring(Configuration())
        let (television, projector) = (output("HDMI-A-1", "Television"), output("DP-1", "Projector"))
        show(television, on: bench)
        bench.compositor.controller.use(.trackpad)
        show(nil, on: bench)
        show(projector, on: bench)
        // Nothing was ever set there: the mode in use stays.
        #expect(bench.compositor.controller.mode == .trackpad)
        bench.compositor.controller.use(.direct)
        show(nil, on: bench)
        show(television, on: bench)
        #expect(bench.compositor.controller.mode == .trackpad)
        show(nil, on: bench)
        show(projector, on: bench)
        #expect(bench.compositor.controller.mode == .direct)
    }

    @Test func itIsForgottenWithTheRest() {
        let bench = Bench.mirroring(Configuration())
        let television = output("HDMI-A-1", "Television")
        show(television, on: bench)
        bench.compositor.controller.use(.trackpad)
        #expect(bench.compositor.displays.forgetSettings(of: nil))
        show(nil, on: bench)
        bench.compositor.controller.use(.view)
        show(television, on: bench)
        #expect(bench.compositor.controller.mode == .view)
    }

    @Test func aRuleComesBeforeWhatIsRemembered() {
        var configuration = Configuration()
        configuration.displays = [
            DisplayRule(model: TextPattern("Projector"), settings: DisplaySettings(controllerMode: .view))
        ]
        let bench = Bench.mirroring(configuration)
        show(output("DP-1", "Projector"), on: bench)
        #expect(bench.compositor.controller.mode == .view)
    }

    private func zoom(_ bench: Bench) -> Double? { bench.compositor.controller.view?.settledZoom.factor }

    @Test func eachExternalHasItsZoom() {
        let memory = FakeDisplayMemory()
        let bench = Bench(outputs: [Bench.panel()], displayMemory: memory)
        let (television, projector) = (output("HDMI-A-1", "Television"), output("DP-1", "Projector"))
        show(television, on: bench)
        // All of the content is nothing to remember.
        #expect(bench.compositor.controller.zoom(to: 1, center: nil))
        #expect(bench.compositor.controller.zoom(to: 3, center: Point(x: 1000, y: 800)))
        #expect(memory.saves == 0)
        let part = bench.compositor.controller.view?.settledZoom
        show(nil, on: bench)
        #expect(memory.saves == 1)
        show(projector, on: bench)
        #expect(bench.compositor.controller.zoom(to: 1, center: nil))
        show(nil, on: bench)
        #expect(memory.saves == 1)
        show(television, on: bench)
        #expect(bench.compositor.controller.view?.settledZoom == part)
        bench.loop.settle()
        #expect(bench.notices.texts.last?.hasPrefix("zoomed in as last time") == true)
        #expect(bench.compositor.feature(NoticeBoard.self)?.isShown == true)
        #expect(bench.compositor.controller.zoom(to: 2, center: nil))
        bench.compositor.stop()
        #expect(memory.saves == 2)
        // The service's next start.
        let next = Bench(outputs: [Bench.panel(), television], displayMemory: memory)
        #expect(zoom(next) == 2)
    }

    @Test func theZoomWaitsForAController() {
        let memory = FakeDisplayMemory()
        let television = output("HDMI-A-1", "Television")
        let first = Bench(outputs: [Bench.panel(), television], displayMemory: memory)
        #expect(first.compositor.controller.zoom(to: 3, center: nil))
        first.compositor.stop()
        let bench = Bench(outputs: [Bench.panel()], application: FakeContent(), displayMemory: memory)
        bench.compositor.foreground.applicationStarted()
        #expect(bench.compositor.foreground.show(.application) == .changed)
        show(television, on: bench)
        #expect(zoom(bench) == nil)
        #expect(bench.compositor.foreground.show(.content) == .changed)
        bench.loop.settle()
        #expect(zoom(bench) == 3)
    }
}
