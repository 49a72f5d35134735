import CXKB
import Glibc

/// What the virtual keyboard does.
enum KeyboardAction: Hashable {
    /// Use this XKB keymap from now on.
    case map(String)
    /// These real modifiers are in effect.
    case modifiers(UInt32)
    /// A Linux event code.
    case key(UInt32, isPressed: Bool)
}

/// Types the viewers' keysyms on a virtual keyboard.
///
/// Viewers send characters of their own layouts. Those of a US keyboard are typed with its keys, at the level that has the
/// character, whatever modifiers the viewer holds for it. A character that is not there gets a key that is otherwise unused.
final class ViewerKeyboard {
    /// A key and the modifiers that type a keysym.
    private struct Place {
        let code: xkb_keycode_t
        /// Nil for a key that types the keysym whatever modifiers are in effect.
        let modifiers: xkb_mod_mask_t?
    }

    private let context: OpaquePointer
    private let base: OpaquePointer
    private let baseText: String
    private let places: [UInt32: Place]
    /// Keys without a symbol, by code and name.
    private let spares: [(code: xkb_keycode_t, name: String)]
    /// The keysyms on spare keys, by the index of the spare.
    private var added: [Int: UInt32] = [:]
    private var nextSpare = 0
    /// Whether the service has the present keymap.
    private var isMapped = false
    /// The keys that each viewer holds, by keysym.
    private var held: [ViewerID: [UInt32: xkb_keycode_t]] = [:]

    /// Evdev codes are XKB's less this.
    private static let offset: xkb_keycode_t = 8

    /// What changes which character a key types: Shift, Lock, NumLock (Mod2) and AltGr (Mod5).
    private static let shifting: xkb_mod_mask_t = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 7

    /// Keys whose effect is in the other keysyms already: the locks and the shifts of level and group.
    private static let spent: Set<UInt32> = [0xffe5, 0xffe6, 0xff7f, 0xff7e, 0xfe03, 0xfe04, 0xfe05, 0xfe08, 0xfe11]

    /// The modifier of each modifying keysym: Shift, Control, Mod1 (Alt and Meta) and Mod4 (Super and Hyper).
    private static let modifying: [UInt32: xkb_mod_mask_t] = [
        0xffe1: 1 << 0, 0xffe2: 1 << 0, 0xffe3: 1 << 2, 0xffe4: 1 << 2, 0xffe7: 1 << 3, 0xffe8: 1 << 3,
        0xffe9: 1 << 3, 0xffea: 1 << 3, 0xffeb: 1 << 6, 0xffec: 1 << 6,
    ]

    /// Nil where the machine has no keyboard data (xkb-data).
    init?() {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else { return nil }
        let base = "evdev".withCString { rules in
            "pc105".withCString { model in
                "us".withCString { layout in
                    var names = xkb_rule_names(rules: rules, model: model, layout: layout, variant: nil, options: nil)
                    return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                }
            }
        }
        guard let base, let text = xkb_keymap_get_as_string(base, XKB_KEYMAP_FORMAT_TEXT_V1) else {
            xkb_context_unref(context)
            return nil
        }
        self.context = context
        self.base = base
        baseText = String(cString: text)
        free(text)
        (places, spares) = Self.look(at: base)
    }

    deinit {
        xkb_keymap_unref(base)
        xkb_context_unref(context)
    }

    /// A viewer presses or releases a key.
    func stroke(_ keysym: UInt32, isPressed: Bool, _ viewer: ViewerID) -> [KeyboardAction] {
        guard !Self.spent.contains(keysym) else { return [] }
        return isPressed ? press(keysym, viewer) : release(keysym, viewer)
    }

    /// Types a text in one go, each key of which is released.
    func type(_ text: Substring) -> [KeyboardAction] {
        let keysyms = text.flatMap { character in
            character.isNewline ? [Self.enter] : character.unicodeScalars.map { xkb_utf32_to_keysym($0.value) }
        }
        var actions: [KeyboardAction] = []
        var rest = keysyms[...]
        while !rest.isEmpty {
            // As much as one keymap has keys for.
            var missing: Set<UInt32> = []
            let part = rest.prefix { keysym in
                if places[keysym] == nil { missing.insert(keysym) }
                return missing.count <= max(1, spares.count)
            }
            rest = rest[part.endIndex...]
            add(Set(part.filter { places[$0] == nil }))
            actions += part.flatMap {
                stroke($0, isPressed: true, typist) + stroke($0, isPressed: false, typist)
            }
        }
        return actions
    }

    /// Gives all of these keysyms keys at once.
    private func add(_ keysyms: Set<UInt32>) {
        guard !keysyms.isSubset(of: added.values) else { return }
        added = added.filter { isHeld(spares[$0.key].code) }
        for keysym in keysyms.sorted() { _ = addedPlace(of: keysym) }
    }

    private static let enter: UInt32 = 0xff0d
    /// Who holds the keys of a text: no viewer is at this address.
    private let typist = ViewerID(UnsafeRawPointer(bitPattern: 1)!)

    /// Releases what a viewer holds.
    func leave(_ viewer: ViewerID) -> [KeyboardAction] {
        defer { held[viewer] = nil }
        return (held[viewer] ?? [:]).keys.sorted().flatMap { release($0, viewer) }
    }

    private func press(_ keysym: UInt32, _ viewer: ViewerID) -> [KeyboardAction] {
        // Applications repeat keys by themselves.
        guard held[viewer]?[keysym] == nil else { return [] }
        guard let place = places[keysym] ?? addedPlace(of: keysym) else { return [] }
        let isDown = isHeld(place.code)
        held[viewer, default: [:]][keysym] = place.code
        let modifiers = self.modifiers
        var actions: [KeyboardAction] = isMapped ? [] : [.map(text), .modifiers(modifiers)]
        isMapped = true
        let code = place.code - Self.offset
        if isDown { return actions }
        if Self.modifying[keysym] != nil { return actions + [.key(code, isPressed: true), .modifiers(modifiers)] }
        let wanted =
            place.modifiers.map { (Self.isCharacter(keysym) ? modifiers & ~Self.shifting : modifiers) | $0 }
            ?? modifiers
        if wanted != modifiers { actions.append(.modifiers(wanted)) }
        actions.append(.key(code, isPressed: true))
        if wanted != modifiers { actions.append(.modifiers(modifiers)) }
        return actions
    }

    private func release(_ keysym: UInt32, _ viewer: ViewerID) -> [KeyboardAction] {
        // A viewer may release another character of the key than it pressed, because Shift has changed meanwhile.
        var released = keysym
        if held[viewer]?[keysym] == nil {
            guard let code = places[keysym]?.code,
                let other = held[viewer]?.first(where: { $0.value == code })?.key
            else { return [] }
            released = other
        }
        guard let code = held[viewer]?.removeValue(forKey: released), !isHeld(code) else { return [] }
        let key = KeyboardAction.key(code - Self.offset, isPressed: false)
        return Self.modifying[released] == nil ? [key] : [key, .modifiers(modifiers)]
    }

    private func isHeld(_ code: xkb_keycode_t) -> Bool { held.values.contains { $0.values.contains(code) } }

    private var modifiers: xkb_mod_mask_t {
        held.values.flatMap(\.keys).reduce(0) { $0 | (Self.modifying[$1] ?? 0) }
    }

    /// Whether a keysym is a character, and no key such as Tab, which means more with Shift.
    private static func isCharacter(_ keysym: UInt32) -> Bool { !(0xfe00...0xffff).contains(keysym) }

    // MARK: The keymap

    /// The keymap with the keysyms on spare keys.
    private var text: String {
        let lines = added.sorted { $0.key < $1.key }.map { index, keysym in
            "\tkey <\(spares[index].name)> { [ \(Self.name(of: keysym)) ] };"
        }
        // The text ends with the symbols' brace and the keymap's.
        var text = baseText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let ends = text.indices.filter { text[$0] == "};" }.suffix(2)
        guard let end = ends.first, ends.count == 2 else { return baseText }
        text.insert(contentsOf: lines, at: end)
        return text.joined(separator: "\n")
    }

    /// A spare key for a keysym: one that has it, or the one that got another the longest time ago and is not held.
    private func addedPlace(of keysym: UInt32) -> Place? {
        if let index = added.first(where: { $0.value == keysym })?.key {
            return Place(code: spares[index].code, modifiers: nil)
        }
        guard !Self.name(of: keysym).isEmpty else { return nil }
        for _ in spares.indices {
            let index = nextSpare
            nextSpare = (nextSpare + 1) % spares.count
            guard !isHeld(spares[index].code) else { continue }
            added[index] = keysym
            isMapped = false
            return Place(code: spares[index].code, modifiers: nil)
        }
        return nil
    }

    /// The name of a keysym that keymaps know; empty for none.
    private static func name(of keysym: UInt32) -> String {
        var name = [CChar](repeating: 0, count: 64)
        guard keysym != 0, xkb_keysym_get_name(keysym, &name, name.count) > 0 else { return "" }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return xkb_keysym_from_name(text, XKB_KEYSYM_NO_FLAGS) == keysym ? text : ""
    }

    private static func look(at keymap: OpaquePointer) -> ([UInt32: Place], [(xkb_keycode_t, String)]) {
        var places: [UInt32: Place] = [:]
        var spares: [(xkb_keycode_t, String)] = []
        // Applications under Xwayland see no codes above 255.
        let codes = xkb_keymap_min_keycode(keymap)...min(255, xkb_keymap_max_keycode(keymap))
        for code in codes {
            guard let name = xkb_keymap_key_get_name(keymap, code) else { continue }
            let levels = xkb_keymap_num_levels_for_key(keymap, code, 0)
            if levels == 0 { spares.append((code, String(cString: name))) }
            for level in 0..<levels {
                var symbols: UnsafePointer<xkb_keysym_t>?
                guard xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols) == 1, let symbols,
                    places[symbols[0]] == nil
                else { continue }
                places[symbols[0]] = Place(
                    code: code, modifiers: levels == 1 ? nil : modifiers(for: level, of: code, in: keymap))
            }
        }
        return (places, spares)
    }

    /// The fewest modifiers with which a key is at a level.
    private static func modifiers(
        for level: xkb_level_index_t, of code: xkb_keycode_t, in keymap: OpaquePointer
    ) -> xkb_mod_mask_t {
        var masks = [xkb_mod_mask_t](repeating: 0, count: 16)
        let count = xkb_keymap_key_get_mods_for_level(keymap, code, 0, level, &masks, masks.count)
        return masks.prefix(count).min { $0.nonzeroBitCount < $1.nonzeroBitCount } ?? 0
    }
}
