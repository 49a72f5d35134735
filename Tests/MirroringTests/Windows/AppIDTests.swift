import Mirroring
import Testing
import TestSupport

@Suite struct AppIDTests {
    /// Of a text that is no constant.
    private func id(_ text: String) -> AppID? { AppID(text) }

    @Test(arguments: ["foot", "org.gnome.Totem", "a b", "鏡", "\\u{1b}", "a\"b"])
    func usualIDsStayAsTheyAre(text: String) {
        #expect(AppID(text)?.text == text)
    }

    @Test func whatIsNotPrintableIsEscaped() {
        #expect(id("a\u{1b}\n\u{202e}b")?.text == #"a\u{1b}\u{a}\u{202e}b"#)
        #expect(id("") == nil)
    }

    @Test func longIDsAreCutBetweenCharacters() {
        let longest = String(repeating: "a", count: AppID.longest)
        #expect(AppID(longest)?.text == longest)
        #expect(AppID(longest + "b")?.text == longest)
        #expect(AppID(longest.dropLast() + "é")?.text == String(longest.dropLast()))
        #expect(AppID(longest.dropLast(5) + "\u{1b}")?.text == String(longest.dropLast(5)), "no half of an escape")
        #expect(AppID("a" + String(repeating: "\u{301}", count: 3000))?.text.utf8.count == AppID.longest - 1)
    }

    @Test(arguments: Effort.seeds(sample: 400, torture: 200_000))
    func anIDIsPrintableShortAndItsOwnID(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = StrangersText.make(using: &random)
        guard let id = AppID(text) else {
            #expect(text.isEmpty)
            return
        }
        #expect(!id.text.isEmpty)
        #expect(id.text.utf8.count <= AppID.longest)
        #expect(id.text.unicodeScalars.allSatisfy { $0.isPrintable })
        let again = try #require(AppID(id.text))
        #expect(Array(again.text.unicodeScalars) == Array(id.text.unicodeScalars))
        #expect(PiPSource("window:" + id.text) == .window(id))
        #expect(PiPSource(PiPSource.window(id).description) == .window(id))
    }
}
