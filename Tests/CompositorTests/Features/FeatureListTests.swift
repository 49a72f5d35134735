import Control
import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct FeatureListTests {
    private static let names = bench().compositor.features.all.map(name)

    private static func name(_ feature: any Feature) -> String { "\(type(of: feature))" }

    /// With all that there can be.
    private static func bench(without left: String? = nil) -> Bench {
        Bench(
            application: FakeContent(), screenKeyboard: FakeScreenKeyboard(), sketches: FakeSketches(),
            menu: FakeMenu(),
            hints: FakeHints(), backlight: FakeBacklight(), displayMemory: FakeDisplayMemory(),
            panelLayers: FakePanelLayers(), leavingOut: { name($0) == left })
    }

    @Test func eachIsOfAKindOfItsOwn() {
        #expect(Set(Self.names).count == Self.names.count)
        #expect(Self.names.count > 15)
    }

    @Test(arguments: names) func theServiceStartsPlugsAndUnplugsWithout(_ name: String) {
        let bench = Self.bench(without: name)
        let compositor = bench.compositor
        #expect(compositor.features.all.count == Self.names.count - 1)
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        expect(bench, contentOn: .panel)

        bench.connect([Bench.panel(), Bench.external()])
        expect(bench, contentOn: .external)
        compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: Bench.glass, name: "glass", capabilities: [.touch])))
        for action in BoundAction.allCases { compositor.perform(action) }
        compositor.freezer.thaw()
        compositor.menu.close()
        bench.down(0, 640, 400)
        bench.move(0, 700, 400)
        bench.up(0)
        expect(bench, contentOn: .external)

        compositor.blanking.blank(.all)
        expect(bench, contentOn: .external)
        compositor.idle.wake()
        compositor.displaysPaused()
        compositor.displaysResumed()
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        configuration.controller.mode = .keys
        configuration.kiosk.isEnabled = true
        compositor.use(configuration)
        expect(bench, contentOn: .external)

        bench.connect([Bench.panel()])
        expect(bench, contentOn: .panel)
        compositor.stop()
    }

    /// What is no feature's: the service's own state, programs, files and virtual hardware.
    private static let others: Set<String> = [
        "status", "outputs", "screenshot", "config.reload", "config.show", "launch", "restart", "hud", "input.inject",
        "virtual.plug", "virtual.unplug", "virtual.refuse", "virtual.touch", "virtual.pointer", "virtual.gesture",
        "virtual.pen", "virtual.key",
    ]

    /// Each command has one answer, and goes with its feature.
    @Test func eachCommandIsOneFeatures() {
        let all = ControlCommands.all.filter { !($0 is any StreamCommand.Type) }.map { $0.name }
        let answered = Self.bench().compositor.commands.map(\.commandName)
        #expect(Set(answered).count == answered.count)
        #expect(Set(answered).isDisjoint(with: Self.others))
        #expect(Set(all).subtracting(Self.others) == Set(answered))
        let without = Set(Self.bench(without: "Freezer").compositor.commands.map(\.commandName))
        #expect(Set(answered).subtracting(without) == ["freeze", "freeze.output"])
    }

    private struct Held {
        weak var feature: (any Feature)?
    }

    @Test func noneOutlivesTheCompositor() {
        var bench: Bench? = Self.bench()
        let all = bench?.compositor.features.all.map { Held(feature: $0) } ?? []
        #expect(all.allSatisfy { $0.feature != nil })
        bench = nil
        #expect(all.compactMap { $0.feature.map(Self.name) } == [])
    }

    private func expect(_ bench: Bench, contentOn place: ContentPlace, at location: SourceLocation = #_sourceLocation) {
        bench.loop.advance(microseconds: 1_000_000)
        let isAtRest = bench.drain()
        #expect(isAtRest, sourceLocation: location)
        #expect(bench.violations == [], sourceLocation: location)
        #expect(bench.compositor.contentPlace == place, sourceLocation: location)
    }
}
