/// The MIME types of Wayland's selections, and the targets of X's.
///
/// Names with a slash mean the same on both sides. Texts have names of their own in X; the Wayland side gets both names of a text in
/// UTF-8, whichever of X's the owner has.
package enum SelectionTypes {
    /// The types of a text in UTF-8, the most exact first.
    package static let texts = ["text/plain;charset=utf-8", "text/plain"]
    /// X's targets for a text, the best first. The encoding of `STRING` is Latin-1, and the owner chooses that of `TEXT`.
    static let textTargets = ["UTF8_STRING", "STRING", "TEXT"]
    /// How many types of one selection are passed on.
    static let most = 256
    /// The longest name of a type that is passed on, in bytes.
    static let longest = 255

    /// The types to offer to Wayland's readers for the targets of an X owner.
    package static func types(for targets: [String]) -> [String] {
        let hasText = targets.contains(where: textTargets.contains)
        var types = targets.filter(isPassedOn)
        if hasText { types += texts.filter { !types.contains($0) } }
        return Array(types.prefix(most))
    }

    /// The targets to offer to X's requestors for the types of a Wayland source, without those that every owner has.
    package static func targets(for types: [String]) -> [String] {
        let named = types.filter(isPassedOn).prefix(most)
        return named + (text(among: types) == nil ? [] : textTargets)
    }

    /// The target with which an X owner gives a type; nil if it has none.
    static func target(for type: String, among targets: [String]) -> String? {
        if targets.contains(type) { return type }
        return texts.contains(type) ? textTargets.first(where: targets.contains) : nil
    }

    /// The type with which a Wayland source gives a target; nil if it has none.
    static func type(for target: String, among types: [String]) -> String? {
        if isPassedOn(target), types.contains(target) { return target }
        return textTargets.contains(target) ? text(among: types) : nil
    }

    /// The best of a source's types for a text in UTF-8.
    private static func text(among types: [String]) -> String? {
        (texts + ["UTF8_STRING"]).first(where: types.contains)
    }

    private static func isPassedOn(_ name: String) -> Bool { name.contains("/") && name.utf8.count <= longest }
}

/// Turns Latin-1, the encoding of X's `STRING`, into UTF-8.
enum Latin1 {
    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }
}

/// Turns UTF-8, which comes in parts, into Latin-1. A question mark stands for what Latin-1 lacks.
struct Latin1Encoder {
    /// The start of a character whose end comes with the next part.
    private var rest: [UInt8] = []

    mutating func encoded(_ part: [UInt8]) -> [UInt8] {
        var bytes = rest + part
        rest = []
        if let start = bytes.suffix(3).lastIndex(where: { $0 & 0xC0 != 0x80 }),
            bytes.count - start < length(bytes[start])
        {
            rest = Array(bytes[start...])
            bytes.removeSubrange(start...)
        }
        return characters(of: bytes)
    }

    /// The end of a text that breaks off within a character.
    mutating func end() -> [UInt8] {
        defer { rest = [] }
        return characters(of: rest)
    }

    private func characters(of bytes: [UInt8]) -> [UInt8] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    }

    /// The bytes of a character with this first byte.
    private func length(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
