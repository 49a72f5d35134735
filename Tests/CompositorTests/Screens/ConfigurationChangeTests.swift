import Geometry
import Mirroring
import Testing

@testable import Compositor

/// Another configuration while everything runs.
@Suite struct ConfigurationChangeTests {
    private func bench() -> Bench {
        let bench = Bench()
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.drain())
        _ = bench.takeEvents()
        return bench
    }

    @Test func whatIsTheSameIsNotDisturbed() {
        let bench = bench()
        let before = (bench.content.screens.count, bench.display.enabled)
        bench.compositor.input.inputReceived(
            .touchDown(DeviceID(1), slot: 0, DevicePosition(x: 0.5, y: 0.5), bench.loop.now))
        bench.compositor.use(Configuration())
        var next = Configuration()
        next.pip.maximumRate = 10
        next.bindings.chords[.pipHide] = nil
        next.controller.showsTouchDiscs = false
        next.hud.height = 60
        bench.compositor.use(next)
        #expect(bench.content.screens.count == before.0)
        #expect(bench.display.enabled == before.1)
        #expect(bench.takeEvents().isEmpty)
        #expect(bench.compositor.pip.configuration.maximumRate == 10)
    }

    @Test func scalesAreTakenUpInPlace() {
        let bench = bench()
        var next = Configuration()
        next.external.scale = Scale(2).map(ExternalScale.fixed)
        bench.compositor.use(next)
        #expect(bench.content.screens.last?.scale == Scale(2))
        #expect(bench.takeEvents().isEmpty)
        #expect(bench.compositor.status(version: "t").screens.external?.scale == 2)
        bench.compositor.use(Configuration())
        #expect(bench.content.screens.last?.scale == .one)
        #expect(bench.drain())
        #expect(bench.violations.isEmpty)
    }

    @Test func theExternalIsSwitchedOffAndOnByTheFileAlone() {
        let bench = bench()
        var next = Configuration()
        next.external.isMirroringEnabled = false
        bench.compositor.use(next)
        bench.loop.settle()
        #expect(bench.compositor.status(version: "t").screens.state == .disabled)
        // What was asked for by hand holds while the file says the same as before.
        bench.compositor.displays.setMirroring(true)
        bench.loop.settle()
        next.panel.scale = Scale(1.5)
        bench.compositor.use(next)
        bench.loop.settle()
        #expect(bench.compositor.status(version: "t").screens.state == .mirroring)
        #expect(bench.violations.isEmpty)
    }

    @Test func aTurnedPanelIsLitAnew() {
        let bench = Bench()
        _ = bench.takeEvents()
        var next = Configuration()
        next.panel.transform = .rotated90
        bench.compositor.use(next)
        bench.loop.settle()
        #expect(bench.content.screens.last?.size == Size(width: 800, height: 1280))
        #expect(bench.drain())
        #expect(bench.violations.isEmpty)
    }

    @Test func devicesBelongToWhatTheNewRulesSay() {
        let bench = bench()
        let device = DeviceDescription(id: DeviceID(5), name: "Pad", capabilities: [.touch])
        bench.compositor.input.inputReceived(.deviceAdded(device))
        _ = bench.content.takeInputs()
        func place() -> Point<ContentSpace>? {
            bench.compositor.input.inputReceived(
                .touchDown(device.id, slot: 0, DevicePosition(x: 0.25, y: 0.25), bench.loop.now))
            bench.compositor.input.inputReceived(.touchUp(device.id, slot: 0, bench.loop.now))
            for case .touchDown(_, let point, _) in bench.content.takeInputs() { return point }
            return nil
        }
        let onPanel = place()
        var next = Configuration()
        next.devices = [DeviceRule(name: "Pad", output: "external")]
        bench.compositor.use(next)
        _ = bench.content.takeInputs()
        // A quarter of the external, not of the panel with its bars.
        #expect(place() == Point(x: 960, y: 540))
        #expect(onPanel != Point(x: 960, y: 540))
    }

    @Test func pointingDevicesHearOfTheirSettingsAtTheStartAndOfChanges() {
        let bench = bench()
        #expect(bench.input.rules == [PointingRules()])
        var next = Configuration()
        next.touchpad.scrollsNaturally = true
        bench.compositor.use(next)
        #expect(bench.input.rules.count == 2 && bench.input.rules.last?.touchpads.scrollsNaturally == true)
        next.idle.dimPercent = 5
        bench.compositor.use(next)
        #expect(bench.input.rules.count == 2, "only changes are sent")
    }
}
