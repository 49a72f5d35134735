import Mirroring
import Testing

@Suite struct KeyBindingsTests {
    private let keyboard = DeviceID(1)
    private let other = DeviceID(2)
    private static let (meta, shift, keyP, keyA): (UInt32, UInt32, UInt32, UInt32) = (125, 42, 25, 30)

    private func holding(_ codes: UInt32..., in bindings: KeyBindings = KeyBindings()) -> KeyBindings {
        var bindings = bindings
        for code in codes { bindings.note(code, pressed: true, on: keyboard) }
        return bindings
    }

    @Test func aChordActs() {
        var bindings = holding(Self.meta)
        #expect(bindings.outcome(ofPressing: Self.meta) == .pass)
        #expect(bindings.outcome(ofPressing: Self.keyP) == .act(.pipToggle))
        bindings.note(Self.meta, pressed: false, on: keyboard)
        #expect(bindings.outcome(ofPressing: Self.keyP) == .pass)
    }

    @Test func theModifiersMustBeJustThose() {
        var bindings = holding(Self.meta)
        bindings.note(Self.shift, pressed: true, on: other)
        #expect(bindings.outcome(ofPressing: Self.keyP) == .act(.pipRestore))
        #expect(bindings.outcome(ofPressing: Self.keyA) == .pass)
    }

    @Test func anApplicationMayHaveAllKeys() {
        #expect(holding(Self.meta).outcome(ofPressing: Self.keyP, isInhibited: true) == .pass)
        #expect(holding(29, 56).terminal(forPressing: 60) == 2)
    }

    @Test func aKeyForTheContentIsSentThereFromElsewhere() {
        let bindings = holding(Self.meta, in: KeyBindings(contentKeys: [BoundKeys([.meta], Self.keyA): 109]))
        #expect(bindings.outcome(ofPressing: Self.keyA, isForContent: false) == .send(109))
        #expect(bindings.outcome(ofPressing: Self.keyA, isForContent: true) == .pass, "the content has the keyboard")
    }

    @Test func whatIsPointlessIsTheApplicationsKey() {
        var bindings = holding(56)
        #expect(bindings.hasModifiers)
        #expect(bindings.outcome(ofPressing: 15, pointless: [.windowNext]) == .pass)
        #expect(bindings.outcome(ofPressing: 15) == .act(.windowNext))
        bindings.note(56, pressed: false, on: keyboard)
        #expect(!bindings.hasModifiers)
    }

    @Test func aKeyboardThatGoesHoldsNothing() {
        var bindings = holding(Self.meta)
        bindings.remove(keyboard)
        #expect(bindings.outcome(ofPressing: Self.keyP) == .pass)
    }

    @Test func otherBindingsKeepTheModifiersThatAreHeld() {
        let next = KeyBindings([.pipHide: BoundKeys([.meta], Self.keyA)]).holding(holding(Self.meta))
        #expect(next.outcome(ofPressing: Self.keyA) == .act(.pipHide))
        #expect(next.outcome(ofPressing: Self.keyP) == .pass)
    }

    @Test func aCommandIsRunButNotBehindALock() {
        let commands = [
            BoundKeys([.meta], Self.keyA): BoundCommand(["foot"]),
            BoundKeys([.meta], 115): BoundCommand(["louder"], worksWhileLocked: true),
            BoundKeys([.meta], Self.keyP): BoundCommand(["never"], worksWhileLocked: true),
        ]
        let bindings = holding(Self.meta, in: KeyBindings(commands: commands))
        #expect(bindings.outcome(ofPressing: Self.keyA) == .run(BoundCommand(["foot"])))
        #expect(bindings.outcome(ofPressing: Self.keyA, isLocked: true) == .pass)
        #expect(
            bindings.outcome(ofPressing: 115, isLocked: true) == .run(BoundCommand(["louder"], worksWhileLocked: true)))
        #expect(bindings.outcome(ofPressing: Self.keyA, isInhibited: true) == .pass)
        #expect(bindings.outcome(ofPressing: Self.keyP) == .act(.pipToggle), "the service's own come first")
    }
}
