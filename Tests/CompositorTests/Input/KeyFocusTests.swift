import Geometry
import Mirroring
import Testing

@testable import Compositor

/// Keys with two keyboards and two applications: what is typed has a focus, what the service takes has none.
@Suite struct KeyFocusTests {
    private let application = FakeContent()
    /// Tied to the external, so that its keys go to the content.
    private let wall = DeviceID(1)
    private let keyboard = DeviceID(2)
    private static let (ctrl, alt, meta, keyF2, keyP): (UInt32, UInt32, UInt32, UInt32, UInt32) = (29, 56, 125, 60, 25)

    private func running() -> Bench {
        let bench = Bench(outputs: [Bench.panel(), Bench.external()], application: application)
        bench.compositor.foreground.applicationStarted()
        _ = bench.compositor.foreground.show(.application)
        for (id, output) in [(wall, "external"), (keyboard, nil)] {
            bench.compositor.input.inputReceived(
                .deviceAdded(
                    DeviceDescription(id: id, name: "keys", capabilities: [.keyboard], output: output)))
        }
        _ = (bench.content.takeInputs(), application.takeInputs())
        return bench
    }

    private func key(_ bench: Bench, _ code: UInt32, _ pressed: Bool, on device: DeviceID) {
        bench.compositor.input.inputReceived(.key(device, code: code, pressed: pressed, bench.loop.now))
    }

    private func codes(_ content: FakeContent) -> [UInt32] {
        content.takeInputs().compactMap { if case .key(let code, _, _) = $0 { code } else { nil } }
    }

    @Test func controlHeldOnOneFocusAndAFunctionKeyOnAnotherSwitchTheTerminal() {
        let bench = running()
        key(bench, Self.ctrl, true, on: wall)
        key(bench, Self.alt, true, on: keyboard)
        key(bench, Self.keyF2, true, on: keyboard)
        #expect(bench.session.switches == [2])
        key(bench, Self.keyF2, false, on: keyboard)
        #expect(codes(bench.content) == [Self.ctrl])
        #expect(codes(application) == [Self.alt])
    }

    @Test func theSwitchWorksAfterTheFocusHasMoved() {
        let bench = running()
        key(bench, Self.ctrl, true, on: keyboard)
        _ = bench.compositor.foreground.show(.content)
        key(bench, Self.alt, true, on: keyboard)
        key(bench, Self.keyF2, true, on: keyboard)
        #expect(bench.session.switches == [2])
    }

    @Test func aBlankedScreenSwitchesTheTerminal() {
        let bench = running()
        for code in [Self.ctrl, Self.alt] { key(bench, code, true, on: keyboard) }
        bench.compositor.blanking.blank(.all)
        key(bench, Self.keyF2, true, on: keyboard)
        #expect(bench.session.switches == [2])
    }

    @Test func aModifierOnOneFocusCountsForAChordOnAnother() {
        let bench = running()
        key(bench, Self.meta, true, on: wall)
        key(bench, Self.keyP, true, on: keyboard)
        key(bench, Self.keyP, false, on: keyboard)
        #expect(codes(application).isEmpty)
        #expect(codes(bench.content) == [Self.meta])
    }

    @Test func aKeyHeldWhenTheBindingsChangeComesUpWhereItWentDown() {
        let bench = running()
        key(bench, 30, true, on: keyboard)
        var configuration = Configuration()
        configuration.bindings.chords[.pipToggle] = BoundKeys([.ctrl], 30)
        bench.compositor.use(configuration)
        key(bench, 30, false, on: keyboard)
        #expect(codes(application) == [30, 30])
        #expect(codes(bench.content).isEmpty)
    }
}
