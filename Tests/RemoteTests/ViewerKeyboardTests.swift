import CXKB
import Testing

@testable import kagami_remote

@Suite struct ViewerKeyboardTests {
    private let viewer = PointerButtonsTests.viewer(1)
    private let other = PointerButtonsTests.viewer(2)
    private let keyboard: ViewerKeyboard
    private let shift: UInt32 = 0xffe1

    init() throws {
        keyboard = try #require(ViewerKeyboard())
        // The keymap comes before the first key.
        let first = keyboard.stroke(0x20, isPressed: true, viewer)
        guard case .map = first.first else { throw NoMap() }
        _ = keyboard.stroke(0x20, isPressed: false, viewer)
    }

    private struct NoMap: Error {}

    @Test func `a letter is typed with its key`() {
        #expect(keyboard.stroke(0x61, isPressed: true, viewer) == [.key(30, isPressed: true)])
        #expect(keyboard.stroke(0x61, isPressed: true, viewer) == [], "applications repeat keys by themselves")
        #expect(keyboard.stroke(0x61, isPressed: false, viewer) == [.key(30, isPressed: false)])
        #expect(keyboard.stroke(0x61, isPressed: false, viewer) == [])
    }

    @Test func `a capital is typed with Shift, whether the viewer holds it or not`() {
        let alone = keyboard.stroke(0x41, isPressed: true, viewer)
        #expect(alone == [.modifiers(1), .key(30, isPressed: true), .modifiers(0)])
        _ = keyboard.stroke(0x41, isPressed: false, viewer)
        #expect(keyboard.stroke(shift, isPressed: true, viewer) == [.key(42, isPressed: true), .modifiers(1)])
        #expect(keyboard.stroke(0x41, isPressed: true, viewer) == [.key(30, isPressed: true)])
    }

    @Test func `a character that another layout has behind Shift is typed without`() {
        _ = keyboard.stroke(shift, isPressed: true, viewer)
        // Shift and 7 on a German keyboard.
        let slash = keyboard.stroke(0x2f, isPressed: true, viewer)
        #expect(slash == [.modifiers(0), .key(53, isPressed: true), .modifiers(1)])
    }

    @Test func `Shift counts for keys that are no characters`() {
        _ = keyboard.stroke(shift, isPressed: true, viewer)
        #expect(keyboard.stroke(0xff09, isPressed: true, viewer) == [.key(15, isPressed: true)])
        #expect(keyboard.stroke(0xff0d, isPressed: true, viewer) == [.key(28, isPressed: true)])
    }

    @Test func `shortcuts keep their modifiers`() {
        #expect(keyboard.stroke(0xffe3, isPressed: true, viewer) == [.key(29, isPressed: true), .modifiers(4)])
        #expect(keyboard.stroke(0x63, isPressed: true, viewer) == [.key(46, isPressed: true)])
    }

    @Test func `locks and AltGr are in the characters already`() {
        for keysym: UInt32 in [0xffe5, 0xff7f, 0xfe03] {
            #expect(keyboard.stroke(keysym, isPressed: true, viewer) == [])
        }
    }

    @Test func `a key is released as another character after Shift`() {
        _ = keyboard.stroke(0x61, isPressed: true, viewer)
        #expect(keyboard.stroke(0x41, isPressed: false, viewer) == [.key(30, isPressed: false)])
    }

    @Test(arguments: [UInt32(0xfc), 0x6c6, 0x100_3042, 0x20ac])
    func `a character of no US keyboard gets a key of its own`(_ keysym: UInt32) throws {
        let actions = keyboard.stroke(keysym, isPressed: true, viewer)
        guard case .map(let text) = actions.first, case .key(let code, true) = actions.last else {
            Issue.record("no keymap and key: \(actions)")
            return
        }
        let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
        let keymap = try #require(
            xkb_keymap_new_from_string(context, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS))
        let state = try #require(xkb_state_new(keymap))
        for modifiers: UInt32 in [0, 1, 4, 16] {
            xkb_state_update_mask(state, modifiers, 0, 0, 0, 0, 0)
            #expect(xkb_state_key_get_one_sym(state, code + 8) == keysym)
        }
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
        // It has the key from then on.
        _ = keyboard.stroke(keysym, isPressed: false, viewer)
        #expect(keyboard.stroke(keysym, isPressed: true, viewer) == [.key(code, isPressed: true)])
    }

    @Test func `more characters than unused keys take turns`() {
        for keysym: UInt32 in 0x100_4e00..<0x100_4f00 {
            let actions = keyboard.stroke(keysym, isPressed: true, viewer)
            guard case .key = actions.last else {
                Issue.record("\(keysym) is not typed")
                return
            }
            _ = keyboard.stroke(keysym, isPressed: false, viewer)
        }
    }

    @Test func `a text is typed with one keymap, and Enter at the end of a line`() {
        let actions = keyboard.type("a\u{e4}\u{3042}\u{1f600}\u{e4}B\r\n")
        let maps = actions.filter { if case .map = $0 { true } else { false } }
        #expect(maps.count == 1)
        let pressed = actions.compactMap { if case .key(let code, true) = $0 { code } else { nil } }
        #expect(pressed.count == 7)
        #expect(pressed[0] == 30 && pressed[5] == 48 && pressed[6] == 28)
        #expect(pressed[1] == pressed[4] && Set(pressed).count == 6)
        let released = actions.compactMap { if case .key(let code, false) = $0 { code } else { nil } }
        #expect(released == pressed)
        #expect(keyboard.leave(viewer) == [])
    }

    @Test func `keys that a viewer holds are released as it leaves, unless another holds them`() {
        _ = keyboard.stroke(0xffe3, isPressed: true, viewer)
        _ = keyboard.stroke(0x61, isPressed: true, viewer)
        #expect(keyboard.stroke(0x61, isPressed: true, other) == [])
        #expect(keyboard.leave(viewer) == [.key(29, isPressed: false), .modifiers(0)])
        #expect(keyboard.leave(other) == [.key(30, isPressed: false)])
    }

    @Test func `a keysym of nothing types nothing`() {
        #expect(keyboard.stroke(0, isPressed: true, viewer) == [])
        #expect(keyboard.stroke(0xffff_fff0, isPressed: true, viewer) == [])
    }
}
