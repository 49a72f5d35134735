import Mirroring
import Testing

@testable import Compositor

@Suite struct IdleKeeperTests {
    private let panel = Bench.panel().id
    private let external = Bench.external().id
    private let backlight = FakeBacklight()
    private let menu = FakeMenu()

    private func running(_ change: (inout IdleConfiguration) -> Void) -> Bench {
        var configuration = Configuration()
        change(&configuration.idle)
        let bench = Bench(
            configuration: configuration, outputs: [Bench.panel(), Bench.external()], menu: menu, backlight: backlight)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: DeviceID(2), name: "keys", capabilities: [.keyboard])))
        return bench
    }

    private func type(_ bench: Bench) {
        for pressed in [true, false] {
            bench.compositor.input.inputReceived(.key(DeviceID(2), code: 30, pressed: pressed, bench.loop.now))
        }
    }

    private func keys(_ bench: Bench) -> Int {
        bench.content.takeInputs().filter { if case .key = $0 { true } else { false } }.count
    }

    @Test func displaysGoOffOneAfterTheOtherAndInputWakesAll() {
        let bench = running { ($0.panelOffAfterSeconds, $0.externalOffAfterSeconds) = (10, 20) }
        #expect(bench.idle.seconds == [10, 20])
        bench.compositor.idle.userBecameIdle(forSeconds: 10)
        #expect(bench.display.off == [panel] && !backlight.isOn)
        bench.compositor.idle.userBecameIdle(forSeconds: 20)
        #expect(bench.display.off == [panel, external])
        #expect(bench.compositor.status(version: "t").session.idle == [.panelOff, .externalOff])
        bench.connect([Bench.panel()])
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.display.off == [panel, external], "a display that comes wakes nobody")
        _ = bench.content.takeInputs()
        type(bench)
        #expect(bench.display.off.isEmpty && backlight.isOn)
        #expect(keys(bench) == 0, "nobody has seen where it would go")
        type(bench)
        #expect(keys(bench) == 2)
        #expect(bench.compositor.status(version: "t").session.idle.isEmpty)
        #expect(bench.violations.isEmpty)
    }

    @Test func theBacklightIsDimmedAndAsBrightAsBefore() {
        let bench = running { ($0.dimAfterSeconds, $0.dimPercent) = (5, 50) }
        bench.compositor.idle.userBecameIdle(forSeconds: 5)
        #expect(backlight.brightness == Brightness(percent: 30))
        bench.compositor.idle.userCameBack()
        #expect(backlight.brightness == Brightness(percent: 60))
        bench.compositor.idle.userBecameIdle(forSeconds: 5)
        bench.compositor.idle.set(Brightness(percent: 80)) { _ in }
        bench.compositor.idle.userCameBack()
        #expect(backlight.brightness == Brightness(percent: 80), "what was set by hand stays")
        bench.compositor.idle.userBecameIdle(forSeconds: 5)
        bench.compositor.stop()
        #expect(backlight.brightness == Brightness(percent: 80), "nothing outlasts the service")
    }

    @Test func aBacklightThatIsOffIsNotLitByDimming() {
        let bench = running { ($0.dimAfterSeconds, $0.blankAfterSeconds) = (10, 5) }
        bench.compositor.idle.userBecameIdle(forSeconds: 5)
        bench.compositor.idle.userBecameIdle(forSeconds: 10)
        #expect(backlight.brightness == Brightness(percent: 60) && !backlight.isOn)
    }

    @Test func theCommandRunsOnceAndEventsTellOfAll() {
        let bench = running {
            ($0.dimAfterSeconds, $0.commandAfterSeconds, $0.command) = (5, 9, ["lock", "now"])
        }
        _ = bench.takeEvents()
        bench.compositor.idle.userBecameIdle(forSeconds: 5)
        bench.compositor.idle.userBecameIdle(forSeconds: 9)
        bench.compositor.idle.wake()
        bench.compositor.idle.userBecameIdle(forSeconds: 9)
        bench.compositor.idle.userCameBack()
        #expect(menu.commands == [["lock", "now"]])
        let wanted: [ServiceEvent.Occurrence] = [
            .userIdle(.dim), .userIdle(.command), .userIdle(.dim), .userActive,
        ]
        #expect(bench.takeEvents().filter(wanted.contains) == wanted)
    }

    @Test func otherStagesTakeEffectAtOnce() {
        let bench = running { $0.panelOffAfterSeconds = 10 }
        bench.compositor.idle.userBecameIdle(forSeconds: 10)
        var next = Configuration()
        next.idle.externalOffAfterSeconds = 7
        bench.compositor.use(next)
        #expect(bench.idle.seconds == [7])
        #expect(bench.display.off.isEmpty)
        bench.compositor.idle.userBecameIdle(forSeconds: 7)
        #expect(bench.display.off == [external])
    }

    @Test func aGamePadLightsScreensAsInputDoes() {
        let bench = running { $0.panelOffAfterSeconds = 10 }
        bench.compositor.idle.userBecameIdle(forSeconds: 10)
        let actions = bench.idle.actions
        bench.compositor.idle.userActed()
        #expect(bench.idle.actions == actions + 1, "idleness counts anew")
        bench.compositor.idle.userCameBack()
        #expect(bench.display.off.isEmpty)
        bench.compositor.blanking.blank(.all)
        bench.compositor.idle.userActed()
        #expect(bench.compositor.blanking.extent == nil)
        _ = bench.content.takeInputs()
        type(bench)
        #expect(keys(bench) == 2, "the next key is the application's")
    }

    @Test func whatInhibitsIdlenessIsInTheStatus() {
        let bench = running { _ in }
        #expect(bench.compositor.status(version: "t").session.idleInhibitors == [])
        bench.idle.idlenessInhibitors = [IdlenessInhibitor(.screenSaver, program: "vlc", reason: "Playing")]
        #expect(bench.compositor.status(version: "t").session.idleInhibitors?.map(\.program) == ["vlc"])
    }

    @Test func darkScreensAreTold() {
        let bench = running { _ in }
        #expect(!bench.idle.areScreensDark)
        bench.compositor.blanking.blank(.all)
        #expect(bench.idle.areScreensDark)
        bench.compositor.blanking.blank(.external)
        #expect(!bench.idle.areScreensDark, "the panel is seen")
    }

    @Test func otherStagesLeaveWhatIsBlackByCommand() {
        let bench = running { $0.panelOffAfterSeconds = 10 }
        bench.compositor.blanking.blank(.all)
        bench.compositor.use(Configuration())
        #expect(bench.idle.seconds.isEmpty)
        #expect(bench.compositor.blanking.extent == .all)
    }
}
