import Control
import Testing

@testable import ConfigurationFiles
@testable import KagamiCommands
@testable import kagami

@Suite struct KeyboardTextTests {
    @Test func shiftIsHeldForCapitalsAndSymbols() throws {
        #expect(try codes("aB!") == ["+30", "-30", "+42", "+48", "-48", "-42", "+42", "+2", "-2", "-42"])
    }

    @Test func escapesAreEnterTabAndTheBackslash() throws {
        #expect(try codes(#"\n\t\\"#) == ["+28", "-28", "+15", "-15", "+43", "-43"])
        #expect(try codes("\\") == ["+43", "-43"])
    }

    @Test func everyPrintableCharacterOfASCIICanBeTyped() throws {
        for value in UInt8(32)..<127 {
            let character = Character(Unicode.Scalar(value))
            let strokes = try KeyboardText.strokes(for: character == "\\" ? "\\\\" : String(character))
            #expect(strokes.filter(\.pressed).count == strokes.count / 2)
            #expect(strokes.count == 2 || strokes.count == 4)
        }
    }

    @Test func otherCharactersAreRefused() {
        for text in ["é", "漢", "\u{7}", "\\x"] {
            #expect(throws: KeyboardText.Untypable.self) { try KeyboardText.strokes(for: text) }
        }
    }

    @Test func keysHaveTheKernelsCodes() {
        let codes: [(String, UInt32)] = [
            ("esc", 1), ("1", 2), ("0", 11), ("q", 16), ("p", 25), ("enter", 28), ("a", 30), ("l", 38), ("z", 44),
            ("m", 50), ("space", 57), ("f1", 59), ("f10", 68), ("f11", 87), ("up", 103), ("delete", 111), ("meta", 125),
            ("767", 767),
        ]
        for (name, code) in codes { #expect(KeyNames.code(of: name) == code, "\(name)") }
        for name in ["", "768", "00", "-1", "enterr", "é"] { #expect(KeyNames.code(of: name) == nil) }
    }

    private func codes(_ text: String) throws -> [String] {
        try KeyboardText.strokes(for: text).map { ($0.pressed ? "+" : "-") + String($0.code) }
    }
}
