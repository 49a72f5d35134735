import Mirroring
import TestSupport
import Testing

@Suite struct RouterKeyTests {
    private let keyboard = DeviceID(1)
    private let second = DeviceID(2)
    private let now = Timestamp(microseconds: 5)
    private static let (meta, shift, keyP, keyA): (UInt32, UInt32, UInt32, UInt32) = (125, 42, 25, 30)

    private func rig(_ base: ScreenBase? = .controller, bindings: KeyBindings = KeyBindings()) -> RouterRig {
        RouterRig(base, devices: [keyboard, second], bindings: bindings)
    }

    private func key(_ code: UInt32, _ pressed: Bool, on device: DeviceID? = nil) -> InputEvent {
        .key(device ?? keyboard, code: code, pressed: pressed, now)
    }

    private func sent(_ code: UInt32, _ pressed: Bool) -> [InputAction] {
        [.deliver(.key(code, pressed: pressed, now), to: .content)]
    }

    @Test func twoKeyboardsHoldOneKeyTogether() {
        var rig = rig()
        #expect(rig.route(key(30, true)) == sent(30, true))
        #expect(rig.route(key(30, true, on: second)).isEmpty)
        #expect(rig.route(key(30, false)).isEmpty)
        #expect(rig.route(key(30, false, on: second)) == sent(30, false))
        #expect(rig.route(key(30, false)).isEmpty)
    }

    @Test func aKeyForTheContentLeavesTheKeyboardWhereItIs() {
        var rig = rig(.application)
        #expect(rig.route(key(30, true)) == [.deliver(.key(30, pressed: true, now), to: .application)])
        #expect(rig.router.typeOnContent(109, at: now) == sent(109, true) + sent(109, false))
        #expect(rig.route(key(30, false)) == [.deliver(.key(30, pressed: false, now), to: .application)])
        #expect(rig.router.focus == .application)
        var parked = self.rig(nil)
        #expect(parked.router.typeOnContent(109, at: now).isEmpty)
        var held = self.rig()
        held.route(key(109, true))
        #expect(held.router.typeOnContent(109, at: now).isEmpty, "it is down already")
    }

    @Test func aKeyboardThatGoesReleasesItsKeys() {
        var rig = rig()
        for code in [UInt32(42), 30] { rig.route(key(code, true)) }
        rig.route(key(31, true, on: second))
        #expect(
            rig.content(.deviceRemoved(keyboard)).prefix(2).map { [.deliver($0, to: .content)] }
                == [sent(30, false), sent(42, false)])
        #expect(rig.route(key(31, false, on: second)) == sent(31, false))
    }

    @Test(arguments: [(UInt32(59), 1), (68, 10), (87, 11), (88, 12)])
    func controlAltAndAFunctionKeySwitchTheTerminal(code: UInt32, terminal: Int) {
        var rig = rig()
        #expect(rig.route(key(code, true)) == sent(code, true))
        #expect(rig.route(key(code, false)) == sent(code, false))
        rig.route(key(97, true))
        #expect(rig.route(key(code, true)) == sent(code, true))
        rig.route(key(code, false))
        rig.route(key(56, true, on: second))
        #expect(rig.route(key(code, true)) == [.switchTerminal(terminal)])
        #expect(rig.route(key(code, false)).isEmpty)
    }

    @Test func theTerminalSwitchWorksWithNoScreenAndAfterACancel() {
        var rig = rig()
        rig.route(key(29, true))
        _ = rig.router.cancelAll(at: now)
        rig.show(nil)
        #expect(rig.route(key(56, true)).isEmpty)
        #expect(rig.route(key(60, true)) == [.switchTerminal(2)])
    }

    @Test func aKeyboardThatGoesHoldsNoModifiersForTheSwitch() {
        var rig = rig()
        for code in [UInt32(29), 56] { rig.route(key(code, true)) }
        rig.route(.deviceRemoved(keyboard))
        #expect(rig.route(key(60, true, on: second)) == sent(60, true))
    }

    /// A press that repeats without a release must not take the application's release away.
    @Test func aKeyThatTheApplicationHoldsComesUpThereThoughItSwitchesTheTerminal() {
        var rig = rig()
        rig.route(key(60, true))
        for code in [UInt32(29), 56] { rig.route(key(code, true)) }
        #expect(rig.route(key(60, true)) == [.switchTerminal(2)])
        #expect(rig.route(key(60, false)) == sent(60, false))
    }

    @Test func cancelAllEndsEverythingThatIsHeld() {
        var rig = rig()
        rig.route(key(30, true))
        #expect(rig.router.cancelAll(at: now).to(.content) == [.releaseAll(now)])
        #expect(rig.route(key(30, false)).isEmpty)
    }

    @Test func aBoundKeyIsNotTypedButTheModifiersAroundItAre() {
        var rig = rig()
        #expect(rig.route(key(Self.meta, true)) == sent(Self.meta, true))
        #expect(rig.route(key(Self.keyP, true)) == [.act(.pipToggle)])
        #expect(rig.route(key(Self.keyP, false)).isEmpty)
        #expect(rig.route(key(Self.meta, false)) == sent(Self.meta, false))
        #expect(rig.route(key(Self.keyP, true)) == sent(Self.keyP, true))
    }

    @Test func aKeyForTheContentGoesThereFromDownToUp() {
        var rig = rig(.application, bindings: KeyBindings(contentKeys: [BoundKeys([.meta], Self.keyA): 109]))
        #expect(rig.router.focus == .application)
        rig.route(key(Self.meta, true))
        #expect(rig.route(key(Self.keyA, true)) == sent(109, true))
        // The key that is sent in its place may be held itself.
        #expect(rig.route(key(109, true)).to(.application) == [.key(109, pressed: true, now)])
        rig.route(key(Self.meta, false))
        #expect(rig.route(key(Self.keyA, false)) == sent(109, false))
        #expect(rig.route(key(109, false)).to(.application) == [.key(109, pressed: false, now)])
    }

    /// Whatever is pressed, an application that saw a key go down sees it come up, and no other.
    @Test(arguments: UInt64(0)..<40)
    func pressesAndReleasesStayPairs(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = rig()
        var held: Set<UInt32> = []
        var seen: Set<UInt32> = []
        for _ in 0..<300 {
            let code = [Self.meta, Self.shift, Self.keyP, Self.keyA, 57][Int.random(in: 0..<5, using: &random)]
            let isPress = held.insert(code).inserted
            if !isPress { held.remove(code) }
            var context = InputContext()
            context.inhibitsShortcuts = random.chance(20)
            var targets = rig.router.targets
            targets.isDark = random.chance(5)
            rig.update(targets)
            let actions = rig.router.route(key(code, isPress), context)
            if isPress {
                if actions == sent(code, true) { seen.insert(code) }
            } else {
                #expect(actions == (seen.remove(code) == nil ? [] : sent(code, false)))
            }
        }
    }

    @Test func aKeyboardsOwnLayoutComesBeforeItsKeys() {
        var german = KeymapNames()
        german.layout = "de"
        var rig = rig()
        rig.router.use([DeviceRule(name: "device 2", keymap: german)])
        let chosen: (KeymapNames) -> InputAction = { .deliver(.keyboard($0), to: .content) }
        #expect(rig.route(key(30, true)) == sent(30, true))
        #expect(rig.route(key(31, true, on: second)) == [chosen(german)] + sent(31, true))
        #expect(rig.route(key(32, true, on: second)) == sent(32, true))
        #expect(rig.route(key(30, false)) == sent(30, false))
        #expect(rig.route(key(30, true)) == [chosen(KeymapNames())] + sent(30, true))
    }
}
