import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A television is offered a larger scale once.
@Suite struct LargerTextTests {
    private static let offer = "for reading from across the room: Larger text, in the menu"

    private func television(_ model: String = "Television", inches: Double = 46) -> OutputDescription {
        var output = Bench.external()
        output.identity = DisplayIdentity(make: "TST", model: model, serial: nil)
        output.physicalSize = PhysicalSize(width: Int(22.14 * inches), height: Int(12.45 * inches))
        return output
    }

    private func bench(
        _ external: OutputDescription?, _ configuration: Configuration = Configuration(),
        memory: FakeDisplayMemory? = nil
    ) -> Bench {
        let bench = Bench(
            configuration: configuration, outputs: [Bench.panel()], menu: FakeMenu(), displayMemory: memory)
        bench.content.mapWindow(appID: "content")
        show(external, on: bench)
        return bench
    }

    private func show(_ external: OutputDescription?, on bench: Bench) {
        bench.connect([Bench.panel()] + [external].compactMap(\.self))
        bench.loop.settle()
    }

    private func offers(_ bench: Bench) -> Int { bench.notices.texts.filter { $0 == Self.offer }.count }

    private func isOn(_ bench: Bench) -> Bool? {
        bench.compositor.menuEntries.first { $0.item == .largerText }.map { $0.value == .isOn(true) }
    }

    private func scale(_ bench: Bench) -> Double? { bench.content.screens.last?.scale.factor }

    @Test func theMenuMakesTextLargerAndSmaller() {
        let bench = bench(television())
        #expect(offers(bench) == 1 && isOn(bench) == false && scale(bench) == 1)
        bench.compositor.choose(.largerText)
        #expect(isOn(bench) == true && scale(bench) == 2)
        show(nil, on: bench)
        #expect(isOn(bench) == nil)
        show(television(), on: bench)
        #expect(isOn(bench) == true && scale(bench) == 2)
        bench.compositor.choose(.largerText)
        show(nil, on: bench)
        show(television(), on: bench)
        #expect(isOn(bench) == false && scale(bench) == 1)
        #expect(offers(bench) == 1)
    }

    @Test func whatIsIgnoredIsNotSaidAgain() {
        let memory = FakeDisplayMemory()
        let first = bench(television(), memory: memory)
        show(nil, on: first)
        show(television(), on: first)
        #expect(offers(first) == 1 && isOn(first) == false)
        #expect(memory.saves == 1)
        // Nor after the service's next start, but for another television.
        let second = bench(television(), memory: memory)
        #expect(offers(second) == 0 && isOn(second) == false)
        show(nil, on: second)
        show(television("Other"), on: second)
        #expect(offers(second) == 1)
    }

    @Test func aMonitorIsReadFromNearBy() {
        let bench = bench(television(inches: 32))
        #expect(offers(bench) == 0 && isOn(bench) == nil)
    }

    @Test func aScaleOfTheConfigurationIsEnough() {
        var external = Configuration()
        external.external.scale = Scale(1.5).map { .fixed($0) }
        var fingers = Configuration()
        fingers.external.scale = .controller
        var rule = Configuration()
        rule.displays = [
            DisplayRule(model: TextPattern("Television"), settings: DisplaySettings(scale: Scale(1.5)))
        ]
        for configuration in [external, fingers, rule] {
            let bench = bench(television(), configuration)
            #expect(offers(bench) == 0 && isOn(bench) == nil)
        }
    }

    @Test func aScaleSetByHandIsEnough() {
        var configuration = Configuration()
        configuration.external.isMirroringEnabled = false
        let bench = bench(television(), configuration)
        #expect(offers(bench) == 0)
        bench.compositor.displays.setMirroring(true)
        bench.loop.settle()
        #expect(offers(bench) == 1)
        let other = television("Other")
        bench.compositor.use(Configuration())
        show(nil, on: bench)
        show(other, on: bench)
        #expect(offers(bench) == 2)
        #expect(bench.compositor.displays.set(DisplaySettings(scale: Scale(1.25)), on: other.id) == nil)
        #expect(isOn(bench) == false && scale(bench) == 1.25)
    }

    @Test func whereNothingMayBeExplainedNothingIs() {
        var hints = Configuration()
        hints.interface.showsHints = false
        var kiosk = Configuration()
        kiosk.kiosk.isEnabled = true
        var memory = Configuration()
        memory.external.remembersSettings = false
        for configuration in [hints, kiosk, memory] {
            #expect(offers(bench(television(), configuration)) == 0)
        }
        #expect(isOn(bench(television(), hints)) == false, "the menu has it all the same")
    }

    /// It is said when the controller comes to be seen.
    @Test func itWaitsForTheController() {
        let application = FakeContent()
        let bench = Bench(outputs: [Bench.panel()], application: application, menu: FakeMenu())
        bench.content.mapWindow(appID: "content")
        bench.compositor.foreground.applicationStarted()
        _ = bench.compositor.foreground.show(.application)
        show(television(), on: bench)
        #expect(offers(bench) == 0)
        _ = bench.compositor.foreground.show(.content)
        bench.loop.settle()
        #expect(offers(bench) == 1)
    }
}
