import CLinux
import ConfigurationFiles
import Control

/// Converts text to key strokes on a US keyboard.
enum KeyboardText {
    /// A character that the layout cannot type.
    struct Untypable: Error, Hashable {
        let character: Character
    }

    /// The strokes that type `text`; `\n`, `\t` and `\\` are Enter, Tab and a backslash.
    static func strokes(for text: String) throws(Untypable) -> [KeyRequest] {
        var strokes: [KeyRequest] = []
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            strokes += try stroke(isEscaped ? unescaped(character) : character)
            isEscaped = false
        }
        if isEscaped { strokes += try stroke("\\") }
        return strokes
    }

    private static func unescaped(_ character: Character) throws(Untypable) -> Character {
        switch character {
        case "n": "\n"
        case "t": "\t"
        case "\\": "\\"
        default: throw Untypable(character: character)
        }
    }

    private static func stroke(_ character: Character) throws(Untypable) -> [KeyRequest] {
        if let code = plain[character] { return tap(code) }
        if let base = shifted[character], let code = plain[base] { return withShift(tap(code)) }
        if character.isASCII, character.isUppercase, let lower = character.lowercased().first,
            let code = plain[lower]
        {
            return withShift(tap(code))
        }
        throw Untypable(character: character)
    }

    private static func tap(_ code: UInt32) -> [KeyRequest] {
        [KeyRequest(code: code, pressed: true), KeyRequest(code: code, pressed: false)]
    }

    private static func withShift(_ strokes: [KeyRequest]) -> [KeyRequest] {
        let shift = UInt32(KEY_LEFTSHIFT)
        return [KeyRequest(code: shift, pressed: true)] + strokes + [KeyRequest(code: shift, pressed: false)]
    }

    private static let plain: [Character: UInt32] = {
        let symbols: [Character: Int32] = [
            " ": KEY_SPACE, "\n": KEY_ENTER, "\t": KEY_TAB, "-": KEY_MINUS, "=": KEY_EQUAL, "[": KEY_LEFTBRACE,
            "]": KEY_RIGHTBRACE, ";": KEY_SEMICOLON, "'": KEY_APOSTROPHE, "`": KEY_GRAVE, "\\": KEY_BACKSLASH,
            ",": KEY_COMMA, ".": KEY_DOT, "/": KEY_SLASH,
        ]
        return KeyNames.characters.merging(symbols.mapValues(UInt32.init)) { letter, _ in letter }
    }()

    /// The unshifted character of a key, by its shifted one.
    private static let shifted: [Character: Character] = [
        "!": "1", "@": "2", "#": "3", "$": "4", "%": "5", "^": "6", "&": "7", "*": "8", "(": "9", ")": "0",
        "_": "-", "+": "=", "{": "[", "}": "]", ":": ";", "\"": "'", "~": "`", "|": "\\", "<": ",", ">": ".",
        "?": "/",
    ]
}
