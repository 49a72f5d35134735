import CLinux
import CXKB
import Foundation
import Glibc
import Mirroring
import Testing

@testable import Wayland

@Suite struct KeyboardStateTests {
    private let a = UInt32(KEY_A)
    private let shift = UInt32(KEY_LEFTSHIFT)

    private func state(_ layout: String = "us", options: String = "") throws -> KeyboardState {
        var configuration = KeyboardConfiguration()
        configuration.layout = layout
        configuration.options = options
        return try KeyboardState(keymap: Keymap(configuration))
    }

    @Test func modifiersFollowKeys() throws {
        let state = try state()
        #expect(state.update(key: shift, pressed: true))
        #expect(state.modifiers.depressed == 1)
        #expect(state.isShiftActive && !state.isControlActive)
        #expect(state.update(key: shift, pressed: false))
        #expect(state.modifiers == KeyboardState.Modifiers())
    }

    @Test func capsLockStays() throws {
        let state = try state()
        _ = state.update(key: UInt32(KEY_CAPSLOCK), pressed: true)
        _ = state.update(key: UInt32(KEY_CAPSLOCK), pressed: false)
        #expect(state.modifiers.locked == 2)
        #expect(state.pressed.isEmpty)
    }

    @Test func lightsFollowTheLocks() throws {
        let state = try state()
        #expect(state.leds == [])
        func press(_ key: Int32) {
            for pressed in [true, false] { _ = state.update(key: UInt32(key), pressed: pressed) }
        }
        press(KEY_CAPSLOCK)
        #expect(state.leds == [.capsLock])
        press(KEY_NUMLOCK)
        #expect(state.leds == [.capsLock, .numLock])
        press(KEY_CAPSLOCK)
        #expect(state.leds == [.numLock])
        let scrolling = try self.state(options: "grp:sclk_toggle,grp_led:scroll")
        #expect(scrolling.leds == [])
    }

    @Test func numLockIsOnWhereItIsWanted() throws {
        var configuration = KeyboardConfiguration()
        #expect(try KeyboardState(configuration).leds == [])
        configuration.locksNumbers = true
        for layout in ["us", "de", "us,ru"] {
            configuration.layout = layout
            let state = try KeyboardState(configuration)
            #expect(state.leds == [.numLock])
            #expect(state.pressed.isEmpty && state.modifiers.locked == 16)
        }
    }

    @Test func groupsSwitch() throws {
        let state = try state("us,de", options: "grp:alt_shift_toggle")
        for key in [UInt32(KEY_LEFTALT), shift] { _ = state.update(key: key, pressed: true) }
        for key in [shift, UInt32(KEY_LEFTALT)] { _ = state.update(key: key, pressed: false) }
        #expect(state.modifiers.group == 1)
    }

    @Test func repeatedPressesAndStrayReleasesAreNoChange() throws {
        let state = try state()
        #expect(!state.update(key: a, pressed: false))
        #expect(state.update(key: a, pressed: true))
        #expect(!state.update(key: a, pressed: true))
        #expect(state.pressed == [a])
        #expect(state.update(key: a, pressed: false))
        #expect(state.update(key: .max, pressed: true))
    }

    @Test func unknownNamesFallBack() throws {
        var configuration = KeyboardConfiguration()
        configuration.layout = "no-such-layout"
        let keymap = try Keymap(configuration)
        #expect(!keymap.isAsConfigured)
        #expect(keymap.size > 1000)
    }

    @Test func keymapFileIsWhatClientsExpect() throws {
        let keymap = try Keymap(KeyboardConfiguration())
        for flags in [MAP_SHARED, MAP_PRIVATE] {
            let memory = mmap(nil, keymap.size, PROT_READ, CInt(flags), keymap.descriptor, 0)
            try #require(memory != MAP_FAILED)
            let text = memory.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
            #expect(text.hasPrefix("xkb_keymap {"))
            #expect(text.utf8.count + 1 == keymap.size)
            munmap(memory, keymap.size)
        }
        let writable = mmap(nil, keymap.size, PROT_READ | PROT_WRITE, CInt(MAP_SHARED), keymap.descriptor, 0)
        #expect(writable == MAP_FAILED)
    }

    @Test func aKeysymIsTypedWithTheFewestModifiersOfTheFirstLayout() throws {
        var configuration = KeyboardConfiguration()
        configuration.layout = "us,de"
        let keymap = try Keymap(configuration)
        func stroke(_ keysym: UInt32) -> [UInt32]? {
            keymap.stroke(for: keysym).map { [$0.code, $0.modifiers, $0.layout] }
        }
        #expect(stroke(0x61) == [30, 0, 0])
        #expect(stroke(0x41) == [30, 1, 0], "a capital, with Shift rather than Caps Lock")
        #expect(stroke(0xfc) == [26, 0, 1], "the umlaut of the second layout")
        #expect(stroke(0x100_3042) == nil && stroke(0) == nil && stroke(.max) == nil)
        #expect(Keymap.character(of: 0x100_3042) == "あ")
        #expect(Keymap.character(of: 0xff0d) == nil, "Return is not a character")
        #expect(keymap.mask(ofModifier: "Control") == 4)
        #expect(keymap.mask(ofModifier: "Nonsense") == 0)
    }
}
