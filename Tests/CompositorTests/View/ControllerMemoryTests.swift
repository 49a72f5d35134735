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
}
