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
        bench.compositor.setControllerMode(.trackpad)
        show(nil, on: bench)
        show(projector, on: bench)
        // Nothing was ever set there: the mode in use stays.
        #expect(bench.compositor.controllerMode == .trackpad)
        bench.compositor.setControllerMode(.direct)
        show(nil, on: bench)
        show(television, on: bench)
        #expect(bench.compositor.controllerMode == .trackpad)
        show(nil, on: bench)
        show(projector, on: bench)
        #expect(bench.compositor.controllerMode == .direct)
    }

    @Test func itIsForgottenWithTheRest() {
        let bench = Bench.mirroring(Configuration())
        let television = output("HDMI-A-1", "Television")
        show(television, on: bench)
        bench.compositor.setControllerMode(.trackpad)
        #expect(bench.compositor.forgetSettings(of: nil))
        show(nil, on: bench)
        bench.compositor.setControllerMode(.view)
        show(television, on: bench)
        #expect(bench.compositor.controllerMode == .view)
    }

    @Test func aRuleComesBeforeWhatIsRemembered() {
        var configuration = Configuration()
        configuration.displays = [
            DisplayRule(model: TextPattern("Projector"), settings: DisplaySettings(controllerMode: .view))
        ]
        let bench = Bench.mirroring(configuration)
        show(output("DP-1", "Projector"), on: bench)
        #expect(bench.compositor.controllerMode == .view)
    }

    private func zoom(_ bench: Bench) -> Double? { bench.compositor.shownController?.settledZoom.factor }

    @Test func eachExternalHasItsZoom() {
        let memory = FakeDisplayMemory()
        let bench = Bench(outputs: [Bench.panel()], displayMemory: memory)
        let (television, projector) = (output("HDMI-A-1", "Television"), output("DP-1", "Projector"))
        show(television, on: bench)
        // All of the content is nothing to remember.
        #expect(bench.compositor.zoomController(to: 1, center: nil))
        #expect(bench.compositor.zoomController(to: 3, center: Point(x: 1000, y: 800)))
        #expect(memory.saves == 0)
        let part = bench.compositor.shownController?.settledZoom
        show(nil, on: bench)
        #expect(memory.saves == 1)
        show(projector, on: bench)
        #expect(bench.compositor.zoomController(to: 1, center: nil))
        show(nil, on: bench)
        #expect(memory.saves == 1)
        show(television, on: bench)
        #expect(bench.compositor.shownController?.settledZoom == part)
        #expect(bench.compositor.zoomController(to: 2, center: nil))
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
        #expect(first.compositor.zoomController(to: 3, center: nil))
        first.compositor.stop()
        let bench = Bench(outputs: [Bench.panel()], application: FakeContent(), displayMemory: memory)
        bench.compositor.panelApplicationStarted()
        #expect(bench.compositor.showOnPanel(.application) == .changed)
        show(television, on: bench)
        #expect(zoom(bench) == nil)
        #expect(bench.compositor.showOnPanel(.content) == .changed)
        bench.loop.settle()
        #expect(zoom(bench) == 3)
    }
}
