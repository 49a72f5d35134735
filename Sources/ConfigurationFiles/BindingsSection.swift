import CLinux
import Mirroring

extension BindingConfiguration {
    mutating func read(_ reader: TableReader) {
        for action in BoundAction.allCases {
            let expected = "a chord such as \"meta+shift+p\", or \"none\""
            let chord = reader.value(action.rawValue, expected) { value in
                value.string.flatMap(BoundChord.init)
            }
            if let chord { chords[action] = chord.chord }
        }
        for (index, action) in BoundAction.allCases.enumerated() {
            let others = BoundAction.allCases.prefix(index).filter { chords[$0] != nil && chords[$0] == chords[action] }
            guard let other = others.first, let key = [action, other].first(where: { reader.contains($0.rawValue) })
            else { continue }
            reader.complain(about: key.rawValue, "\(other.rawValue) and \(action.rawValue) have the same chord")
        }
    }

    /// Reads one `[[content_key]]`; ignores a table that lacks a key.
    mutating func readContentKey(_ reader: TableReader) {
        let chord = reader.required("keys", "a chord such as \"meta+right\", or a key") { value in
            value.string.flatMap(BoundChord.init)?.chord
        }
        let code = reader.required("sends", "a key such as \"pagedown\"") { value in
            value.string.flatMap(KeyNames.code).flatMap { BoundKeys.Modifier(code: $0) == nil ? $0 : nil }
        }
        guard let chord, let code else { return }
        contentKeys[chord] = code
        reader.list("sends", as: ConfigurationListing.path(ofContentKey: chord))
    }
}

/// The value of a binding: a chord, or none.
private struct BoundChord {
    let chord: BoundKeys?

    /// Nil for any other text.
    init?(_ text: String) {
        if text == "none" {
            chord = nil
            return
        }
        var words = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard let key = words.popLast().flatMap(KeyNames.code), BoundKeys.Modifier(code: key) == nil else { return nil }
        let modifiers = words.compactMap(BoundKeys.Modifier.init(rawValue:))
        guard modifiers.count == words.count, Set(modifiers).count == words.count else { return nil }
        chord = BoundKeys(Set(modifiers), key)
    }
}

/// The kernel's `KEY_` constants by name in lower case (`linux/input-event-codes.h`).
package enum KeyNames {
    /// The code of a key given by name or number; nil for anything else.
    package static func code(of name: String) -> UInt32? {
        if name.count == 1, let character = name.first, let code = characters[character] { return code }
        if let code = codes[name] { return UInt32(code) }
        guard let code = UInt32(name), (1...UInt32(KEY_MAX)).contains(code) else { return nil }
        return code
    }

    /// The name that a word is meant for, as far as can be told; nil for none.
    package static func nearest(to word: String) -> String? {
        // Names that people know from other systems.
        let known = [
            "escape": "esc", "return": "enter", "del": "delete", "ins": "insert", "pgup": "pageup",
            "pgdn": "pagedown", "control": "leftctrl", "ctrl": "leftctrl", "alt": "leftalt", "shift": "leftshift",
            "super": "leftmeta", "win": "leftmeta", "meta": "leftmeta",
        ]
        return known[word] ?? Spelling.nearest(to: word, among: Array(codes.keys))
    }

    /// The alphabetically first name of the code, or the number if there is none.
    package static func name(of code: UInt32) -> String {
        if let character = characters.first(where: { $0.value == code })?.key { return String(character) }
        return codes.filter { UInt32($0.value) == code }.map(\.key).min() ?? "\(code)"
    }

    /// Letters and digits: the rows of the keyboard are numbered in order.
    package static let characters: [Character: UInt32] = {
        let rows: [(first: Int32, keys: String)] = [
            (KEY_1, "1234567890"), (KEY_Q, "qwertyuiop"), (KEY_A, "asdfghjkl"), (KEY_Z, "zxcvbnm"),
        ]
        return rows.reduce(into: [:]) { table, row in
            for (index, key) in row.keys.enumerated() { table[key] = UInt32(row.first) + UInt32(index) }
        }
    }()

    private static let codes: [String: Int32] = [
        "esc": KEY_ESC, "minus": KEY_MINUS, "equal": KEY_EQUAL, "backspace": KEY_BACKSPACE, "tab": KEY_TAB,
        "leftbrace": KEY_LEFTBRACE, "rightbrace": KEY_RIGHTBRACE, "enter": KEY_ENTER, "leftctrl": KEY_LEFTCTRL,
        "ctrl": KEY_LEFTCTRL, "semicolon": KEY_SEMICOLON, "apostrophe": KEY_APOSTROPHE, "grave": KEY_GRAVE,
        "leftshift": KEY_LEFTSHIFT, "shift": KEY_LEFTSHIFT, "backslash": KEY_BACKSLASH, "comma": KEY_COMMA,
        "dot": KEY_DOT, "slash": KEY_SLASH, "rightshift": KEY_RIGHTSHIFT, "leftalt": KEY_LEFTALT, "alt": KEY_LEFTALT,
        "space": KEY_SPACE, "capslock": KEY_CAPSLOCK, "numlock": KEY_NUMLOCK, "scrolllock": KEY_SCROLLLOCK,
        "f1": KEY_F1, "f2": KEY_F2, "f3": KEY_F3, "f4": KEY_F4, "f5": KEY_F5, "f6": KEY_F6, "f7": KEY_F7,
        "f8": KEY_F8, "f9": KEY_F9, "f10": KEY_F10, "f11": KEY_F11, "f12": KEY_F12, "rightctrl": KEY_RIGHTCTRL,
        "rightalt": KEY_RIGHTALT, "leftmeta": KEY_LEFTMETA, "meta": KEY_LEFTMETA, "rightmeta": KEY_RIGHTMETA,
        "compose": KEY_COMPOSE, "home": KEY_HOME, "up": KEY_UP, "pageup": KEY_PAGEUP, "left": KEY_LEFT,
        "right": KEY_RIGHT, "end": KEY_END, "down": KEY_DOWN, "pagedown": KEY_PAGEDOWN, "insert": KEY_INSERT,
        "delete": KEY_DELETE, "sysrq": KEY_SYSRQ, "pause": KEY_PAUSE, "menu": KEY_MENU,
    ]
}
