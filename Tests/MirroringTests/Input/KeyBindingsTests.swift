import Mirroring
import TestSupport
import Testing

@Suite struct KeyBindingsTests {
    private let keyboard = DeviceID(1)
    private let other = DeviceID(2)
    private static let (meta, shift, keyP, keyA): (UInt32, UInt32, UInt32, UInt32) = (125, 42, 25, 30)

    @Test func aChordActsAndIsNotTyped() {
        var bindings = KeyBindings()
        #expect(bindings.key(Self.meta, pressed: true, on: keyboard, isInhibited: false) == .pass)
        #expect(bindings.key(Self.keyP, pressed: true, on: keyboard, isInhibited: false) == .act(.pipToggle))
        #expect(bindings.key(Self.keyP, pressed: false, on: keyboard, isInhibited: false) == .swallow)
        #expect(bindings.key(Self.meta, pressed: false, on: keyboard, isInhibited: false) == .pass)
        #expect(bindings.key(Self.keyP, pressed: true, on: keyboard, isInhibited: false) == .pass)
        #expect(bindings.key(Self.keyP, pressed: false, on: keyboard, isInhibited: false) == .pass)
    }

    @Test func theModifiersMustBeJustThose() {
        var bindings = KeyBindings()
        _ = bindings.key(Self.meta, pressed: true, on: keyboard, isInhibited: false)
        _ = bindings.key(Self.shift, pressed: true, on: other, isInhibited: false)
        #expect(bindings.key(Self.keyP, pressed: true, on: keyboard, isInhibited: false) == .act(.pipRestore))
        #expect(bindings.key(Self.keyA, pressed: true, on: keyboard, isInhibited: false) == .pass)
    }

    @Test func anApplicationMayHaveAllKeys() {
        var bindings = KeyBindings()
        _ = bindings.key(Self.meta, pressed: true, on: keyboard, isInhibited: true)
        #expect(bindings.key(Self.keyP, pressed: true, on: keyboard, isInhibited: true) == .pass)
        #expect(bindings.key(Self.keyP, pressed: false, on: keyboard, isInhibited: true) == .pass)
        // The release of a press that was taken is taken, whatever has come to be wanted since.
        #expect(bindings.key(Self.keyP, pressed: true, on: keyboard, isInhibited: false) == .act(.pipToggle))
        #expect(bindings.key(Self.keyP, pressed: false, on: keyboard, isInhibited: true) == .swallow)
    }

    @Test func aKeyForTheContentGoesThereFromDownToUp() {
        var bindings = KeyBindings(contentKeys: [BoundKeys([.meta], Self.keyA): 109])
        func key(_ code: UInt32, _ pressed: Bool, isForContent: Bool) -> KeyBindings.Outcome {
            bindings.key(code, pressed: pressed, on: keyboard, isInhibited: false, isForContent: isForContent)
        }
        _ = key(Self.meta, true, isForContent: false)
        #expect(key(Self.keyA, true, isForContent: false) == .send(109, pressed: true))
        _ = key(Self.meta, false, isForContent: true)
        #expect(
            key(Self.keyA, false, isForContent: true) == .send(109, pressed: false), "whoever has the keyboard by now")
        _ = key(Self.meta, true, isForContent: true)
        #expect(key(Self.keyA, true, isForContent: true) == .pass, "the content has the keyboard itself")
        #expect(key(Self.keyA, false, isForContent: true) == .pass)
    }

    @Test func whatIsPointlessIsTheApplicationsKey() {
        var bindings = KeyBindings()
        _ = bindings.key(56, pressed: true, on: keyboard, isInhibited: false)
        #expect(bindings.hasModifiers)
        #expect(
            bindings.key(15, pressed: true, on: keyboard, isInhibited: false, pointless: [.windowNext]) == .pass)
        #expect(bindings.key(15, pressed: false, on: keyboard, isInhibited: false) == .pass)
        #expect(bindings.key(15, pressed: true, on: keyboard, isInhibited: false) == .act(.windowNext))
        _ = bindings.key(56, pressed: false, on: keyboard, isInhibited: false)
        #expect(!bindings.hasModifiers)
    }

    @Test func aKeyboardThatGoesHoldsNothing() {
        var bindings = KeyBindings()
        _ = bindings.key(Self.meta, pressed: true, on: keyboard, isInhibited: false)
        bindings.remove(keyboard)
        #expect(bindings.key(Self.keyP, pressed: true, on: other, isInhibited: false) == .pass)
    }

    /// Whatever is pressed, an application that saw a key go down sees it come up, and no other.
    @Test(arguments: UInt64(0)..<40)
    func pressesAndReleasesStayPairs(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var bindings = KeyBindings()
        var held: Set<UInt32> = []
        var seen: Set<UInt32> = []
        for _ in 0..<300 {
            let code = [Self.meta, Self.shift, Self.keyP, Self.keyA, 57][Int.random(in: 0..<5, using: &random)]
            let isPress = held.insert(code).inserted
            if !isPress { held.remove(code) }
            let outcome = bindings.key(code, pressed: isPress, on: keyboard, isInhibited: random.chance(20))
            if isPress {
                if outcome == .pass { seen.insert(code) }
            } else {
                #expect((outcome == .pass) == (seen.remove(code) != nil))
            }
        }
    }
}
