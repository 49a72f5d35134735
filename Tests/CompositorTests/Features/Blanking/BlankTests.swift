import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct BlankTests {
    private let glass = DeviceID(1)
    private let keyboard = DeviceID(2)
    private let time = Timestamp(microseconds: 0)

    private func running(_ configuration: Configuration = Configuration()) -> Bench {
        let bench = Bench(configuration: configuration)
        for (id, capability) in [(glass, DeviceCapability.touch), (keyboard, .keyboard)] {
            bench.compositor.input.inputReceived(
                .deviceAdded(DeviceDescription(id: id, name: "device", capabilities: [capability])))
        }
        _ = bench.drain()
        return bench
    }

    private func black(_ bench: Bench) -> [OutputRole: Rect<OutputSpace>] {
        var frames: [OutputRole: Rect<OutputSpace>] = [:]
        for role in OutputRole.allCases {
            frames[role] = bench.compositor.painter.overlay(.blank, on: role).first?.frame
        }
        return frames
    }

    private func touch(_ bench: Bench) {
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, DevicePosition(x: 0.5, y: 0.5), time))
        bench.compositor.input.inputReceived(.touchFrame(glass, time))
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, time))
        bench.compositor.input.inputReceived(.touchFrame(glass, time))
    }

    private func key(_ bench: Bench, _ code: UInt32, _ pressed: Bool) {
        bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: pressed, time))
    }

    private func keys(_ bench: Bench) -> [UInt32] {
        bench.content.takeInputs().compactMap { if case .key(let code, _, _) = $0 { code } else { nil } }
    }

    @Test func allScreensAreBlackAndStaySoWhenOneComes() {
        let bench = running()
        bench.compositor.blanking.blank(.all)
        #expect(black(bench) == [.panel: Rect(x: 0, y: 0, width: 1280, height: 800)])
        bench.connect([Bench.panel(), Bench.external()])
        #expect(black(bench)[.external] == Rect(x: 0, y: 0, width: 3840, height: 2160))
        #expect(bench.compositor.blanking.extent == .all)
        bench.compositor.blanking.blank(nil)
        #expect(black(bench).isEmpty)
    }

    @Test func theContentGoesOnGettingFrames() {
        let bench = running()
        bench.compositor.blanking.blank(.all)
        _ = bench.drain()
        let before = bench.content.framesEnded
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 50, height: 50)))
        bench.loop.settle()
        _ = bench.drain()
        #expect(bench.content.framesEnded == before + 1)
    }

    @Test func theFingerThatEndsItTouchesNothing() {
        let bench = running()
        bench.compositor.blanking.blank(.all)
        _ = bench.content.takeInputs()
        touch(bench)
        #expect(bench.compositor.blanking.extent == nil)
        #expect(bench.content.takeInputs().isEmpty)
        touch(bench)
        #expect(!bench.content.takeInputs().isEmpty)
    }

    @Test func theKeyThatEndsItIsNotTypedButModifiersCount() {
        let bench = running()
        key(bench, 28, true)
        bench.compositor.blanking.blank(.all)
        key(bench, 28, false)
        #expect(bench.compositor.blanking.extent == .all, "the end of the Return that asked for it")
        #expect(keys(bench) == [28, 28])
        key(bench, 30, true)
        #expect(bench.compositor.blanking.extent == nil)
        key(bench, 30, false)
        #expect(keys(bench).isEmpty)
        bench.compositor.blanking.blank(.all)
        key(bench, 29, true)
        #expect(bench.compositor.blanking.extent == nil)
        key(bench, 29, false)
        #expect(keys(bench) == [29, 29])
    }

    @Test func anExternalThatIsBlackByItselfStaysSo() {
        let bench = running()
        bench.compositor.blanking.blank(.external)
        #expect(black(bench).isEmpty)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(Set(black(bench).keys) == [.external])
        touch(bench)
        key(bench, 30, true)
        #expect(bench.compositor.blanking.extent == .external)
        #expect(!bench.content.takeInputs().isEmpty)
    }

    @Test func whoeverIsIdleSeesBlackAndWhoeverComesBackDoesNot() {
        let unwatched = running()
        #expect(unwatched.idle.seconds.isEmpty)
        var configuration = Configuration()
        configuration.idle.blankAfterSeconds = 60
        let bench = running(configuration)
        #expect(bench.idle.seconds == [60])
        #expect(bench.idle.hintSeconds == 300, "logind hears of it in any case")
        bench.compositor.idle.userBecameIdle(forSeconds: 60)
        #expect(bench.compositor.blanking.extent == .all)
        let actions = bench.idle.actions
        touch(bench)
        #expect(bench.compositor.blanking.extent == nil)
        #expect(bench.idle.actions > actions, "though no application has heard of it")
        bench.compositor.idle.userBecameIdle(forSeconds: 60)
        bench.compositor.idle.userCameBack()
        #expect(bench.compositor.blanking.extent == nil)
    }

    // MARK: Displays that are turned off

    @Test func whatIsBlackIsTurnedOffAndStaysSoWhenADisplayComes() {
        let backlight = FakeBacklight()
        let bench = Bench(backlight: backlight)
        bench.compositor.blanking.blank(.all)
        #expect(bench.display.off == [Bench.panel().id] && !backlight.isOn)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.display.off == [Bench.panel().id, Bench.external().id])
        bench.connect([Bench.panel()])
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.display.off.count == 2, "never by a reconnect")
        bench.compositor.blanking.blank(nil)
        #expect(bench.display.off.isEmpty && backlight.isOn)
        #expect(bench.violations.isEmpty)
    }

    @Test func anExternalThatIsBlackByItselfKeepsItsSignal() {
        let bench = Bench(outputs: [Bench.panel(), Bench.external()])
        bench.compositor.blanking.blank(.external)
        #expect(bench.display.off.isEmpty)
    }

    @Test func aPanelThatNobodyTouchesIsTurnedOffBesideAnExternal() {
        var configuration = Configuration()
        configuration.panel.darkAfterSeconds = 30
        let bench = running(configuration)
        bench.loop.advance(microseconds: 60_000_000)
        #expect(bench.display.off.isEmpty, "it is all there is")
        bench.connect([Bench.panel(), Bench.external()])
        bench.loop.advance(microseconds: 20_000_000)
        touch(bench)
        bench.loop.advance(microseconds: 29_000_000)
        #expect(bench.display.off.isEmpty)
        bench.loop.advance(microseconds: 1_000_000)
        #expect(bench.display.off == [Bench.panel().id])
        _ = bench.content.takeInputs()
        key(bench, 30, true)
        key(bench, 30, false)
        #expect(keys(bench) == [30, 30], "the external is seen")
        #expect(bench.display.off == [Bench.panel().id])
        touch(bench)
        #expect(bench.content.takeInputs().isEmpty)
        #expect(bench.display.off.isEmpty)
        touch(bench)
        #expect(!bench.content.takeInputs().isEmpty)
        bench.loop.advance(microseconds: 30_000_000)
        #expect(bench.display.off == [Bench.panel().id])
        bench.connect([Bench.panel()])
        #expect(bench.display.off.isEmpty)
        #expect(bench.violations.isEmpty)
    }

    @Test func toolsTurnDisplaysOffAndInputTurnsThePanelOn() {
        let bench = running()
        let (panel, external) = (Bench.panel().id, Bench.external().id)
        #expect(!bench.compositor.blanking.setPower(of: external, isOn: false))
        #expect(bench.compositor.blanking.setPower(of: panel, isOn: false))
        #expect(bench.display.off == [panel])
        _ = bench.content.takeInputs()
        key(bench, 30, true)
        key(bench, 30, false)
        #expect(keys(bench).isEmpty && bench.display.off.isEmpty)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.compositor.blanking.setPower(of: external, isOn: false))
        key(bench, 30, true)
        key(bench, 30, false)
        touch(bench)
        #expect(!bench.content.takeInputs().isEmpty, "it is used through the panel")
        #expect(bench.display.off == [external])
        #expect(bench.compositor.outputs.map(\.isOff) == [false, true])
        #expect(bench.compositor.blanking.setPower(of: external, isOn: true))
        #expect(bench.display.off.isEmpty && bench.violations.isEmpty)
    }

    @Test func aDisplayThatCannotBeTurnedOnIsTriedAsAnyOther() {
        let bench = Bench(outputs: [Bench.panel(), Bench.external()])
        bench.compositor.blanking.blank(.all)
        bench.display.failsPower = true
        bench.compositor.blanking.blank(nil)
        bench.loop.settle()
        #expect(bench.violations.isEmpty)
        #expect(bench.display.off.isEmpty, "enabled anew, or not at all")
    }

    /// The panel shows what the audience does not see, and says so.
    @Test func thePanelSaysThatTheExternalIsDark() {
        let bench = running()
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.notices.signs.isEmpty)
        bench.compositor.blanking.blank(.external)
        #expect(bench.notices.signs.last?.text == "External blank")
        #expect(!bench.compositor.painter.overlay(.signs, on: .panel).isEmpty)
        bench.compositor.blanking.blank(nil)
        #expect(bench.compositor.painter.overlay(.signs, on: .panel).isEmpty)
        #expect(bench.compositor.blanking.setPower(of: Bench.external().id, isOn: false))
        #expect(bench.notices.signs.last?.text == "External off")
    }
}
