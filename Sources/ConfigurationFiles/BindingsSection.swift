import CLinux
import Mirroring
import Runtime

extension BindingConfiguration {
    mutating func read(_ reader: TableReader) {
        for action in BoundAction.allCases {
            let chord = reader.chord(action.rawValue, "a chord such as \"meta+shift+p\", or \"none\"")
            if let chord { chords[action] = chord.chord }
        }
        for key in MachineKey.allCases {
            let command = reader.value(key.rawValue, TableReader.commandExpected + ", or \"none\"") { value in
                value.string == "none" ? [] : TableReader.words(value)
            }
            if let command { machineKeys[key] = command }
        }
        for (index, action) in BoundAction.allCases.enumerated() {
            let others = BoundAction.allCases.prefix(index).filter { chords[$0] != nil && chords[$0] == chords[action] }
            guard let other = others.first, let key = [action, other].first(where: { reader.contains($0.rawValue) })
            else { continue }
            reader.complain(about: key.rawValue, "\(other.rawValue) and \(action.rawValue) have the same chord")
        }
    }

    /// Reads one `[[binding]]`; ignores a table that lacks a key. `own` are the chords of the file's other bindings.
    mutating func readCommand(_ reader: TableReader, _ own: inout Set<BoundKeys>) {
        let chord = reader.chord("keys", "a chord such as \"meta+t\"", isRequired: true)?.chord
        let command = reader.required("command", TableReader.commandExpected, TableReader.words)
        guard let chord, let command else { return }
        if !own.insert(chord).inserted {
            return reader.complain(about: "keys", "another [[binding]] has the same chord")
        }
        if let other = keyName(of: chord) {
            return reader.complain(
                about: "keys",
                "\(other) in [bindings] has the same chord: write \(other) = \"none\" there, or take another")
        }
        guard commands.count < Self.mostCommands else {
            return reader.complain("there are more than \(Self.mostCommands) bindings")
        }
        commands[chord] = command
        reader.list("command", as: ConfigurationListing.path(ofBinding: chord))
    }

    private static let mostCommands = 200

    /// The key of `[bindings]` that has a chord; nil for none.
    private func keyName(of chord: BoundKeys) -> String? {
        BoundAction.allCases.first { chords[$0] == chord }?.rawValue
            ?? MachineKey.allCases.first { $0.chord == chord && machineKeys[$0]?.isEmpty == false }?.rawValue
    }

    /// Binds the machine's keys that are not configured to their usual commands, where those are installed.
    mutating func complete(environment: [String: String]) {
        for key in MachineKey.allCases where machineKeys[key] == nil {
            let isTaken = chords.values.contains(key.chord) || commands[key.chord] != nil
            let program = key.standardCommand[0]
            let isThere = !isTaken && ProgramPath.find(program, in: environment) != nil
            machineKeys[key] = isThere ? key.standardCommand : []
        }
    }

    /// Reads one `[[content_key]]`; ignores a table that lacks a key.
    mutating func readContentKey(_ reader: TableReader) {
        let chord = reader.chord("keys", "a chord such as \"meta+right\", or a key", isRequired: true)?.chord
        let code = reader.key("sends", isRequired: true)
        guard let chord, let code else { return }
        if commands[chord] != nil {
            return reader.complain(about: "keys", "a [[binding]] has the same chord: take another for one of them")
        }
        contentKeys[chord] = code
        reader.list("sends", as: ConfigurationListing.path(ofContentKey: chord))
    }
}

extension TableReader {
    /// Reads a chord. The error for another text suggests the chord that is meant.
    fileprivate func chord(_ key: String, _ expected: String, isRequired: Bool = false) -> BoundChord? {
        let meant = text(of: key).flatMap(BoundChord.meant).map { ": did you mean \"\($0)\"?" } ?? ""
        let read: (String, String, (TOMLValue) -> BoundChord?) -> BoundChord? = isRequired ? required : value
        return read(key, expected + meant) { value in
            value.string.flatMap(BoundChord.init).flatMap { $0.chord == nil && isRequired ? nil : $0 }
        }
    }

    /// Reads a key that is not a modifier.
    func key(_ key: String, isRequired: Bool = false) -> UInt32? {
        func code(_ name: String) -> UInt32? {
            KeyNames.code(of: name).flatMap { BoundKeys.Modifier(code: $0) == nil ? $0 : nil }
        }
        let near = text(of: key).flatMap(KeyNames.nearest).flatMap { code($0) == nil ? nil : $0 }
        let meant = near.map { ": did you mean \"\($0)\"?" } ?? ""
        let read: (String, String, (TOMLValue) -> UInt32?) -> UInt32? = isRequired ? required : value
        return read(key, "a key such as \"pagedown\"" + meant) { $0.string.flatMap(code) }
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

    /// The correct spelling of the chord that a text means; nil unless the text has exactly one key.
    ///
    /// Other programs name the modifiers differently, and write `Super-P` or `<Control>p`.
    static func meant(by text: String) -> String? {
        let words = text.lowercased().split { "+-<> ".contains($0) }.map(String.init)
        var (modifiers, keys): (Set<BoundKeys.Modifier>, Set<UInt32>) = ([], [])
        for word in words {
            guard let code = KeyNames.code(of: word) ?? KeyNames.nearest(to: word).flatMap(KeyNames.code) else {
                return nil
            }
            if let modifier = BoundKeys.Modifier(code: code) { modifiers.insert(modifier) } else { keys.insert(code) }
        }
        guard keys.count == 1, let key = keys.first else { return nil }
        return ConfigurationListing.text(BoundKeys(modifiers, key))
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

    /// The key's name that a word probably means; nil for none.
    package static func nearest(to word: String) -> String? {
        // Names that people know from other systems.
        let known = [
            "escape": "esc", "return": "enter", "del": "delete", "ins": "insert", "pgup": "pageup",
            "pgdn": "pagedown", "control": "leftctrl", "ctrl": "leftctrl", "alt": "leftalt", "shift": "leftshift",
            "super": "leftmeta", "win": "leftmeta", "logo": "leftmeta", "mod4": "leftmeta", "cmd": "leftmeta",
            "mod1": "leftalt", "print": "sysrq", "printscreen": "sysrq", "xf86audioraisevolume": "volumeup",
            "xf86audiolowervolume": "volumedown", "xf86audiomute": "mute", "xf86audiomicmute": "micmute",
            "xf86audioplay": "playpause", "xf86audionext": "nextsong", "xf86audioprev": "previoussong",
            "xf86audiostop": "stopcd", "xf86monbrightnessup": "brightnessup",
            "xf86monbrightnessdown": "brightnessdown",
        ]
        return known[word] ?? Spelling.nearest(to: word, among: codes.keys.sorted())
    }

    /// The alphabetically first name of the code, or the number if there is none.
    package static func name(of code: UInt32) -> String {
        if let character = characters.first(where: { $0.value == code })?.key { return String(character) }
        return codes.filter { UInt32($0.value) == code }.map(\.key).min() ?? "\(code)"
    }

    /// The codes of letters and digits: each row of the keyboard is numbered in order.
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
        "volumeup": KEY_VOLUMEUP, "volumedown": KEY_VOLUMEDOWN, "mute": KEY_MUTE, "micmute": KEY_MICMUTE,
        "brightnessup": KEY_BRIGHTNESSUP, "brightnessdown": KEY_BRIGHTNESSDOWN, "playpause": KEY_PLAYPAUSE,
        "nextsong": KEY_NEXTSONG, "previoussong": KEY_PREVIOUSSONG, "stopcd": KEY_STOPCD, "f13": KEY_F13,
        "f14": KEY_F14, "f15": KEY_F15, "f16": KEY_F16, "f17": KEY_F17, "f18": KEY_F18, "f19": KEY_F19,
        "f20": KEY_F20, "f21": KEY_F21, "f22": KEY_F22, "f23": KEY_F23, "f24": KEY_F24, "calc": KEY_CALC,
        "mail": KEY_MAIL, "homepage": KEY_HOMEPAGE, "search": KEY_SEARCH, "www": KEY_WWW,
    ]
}
