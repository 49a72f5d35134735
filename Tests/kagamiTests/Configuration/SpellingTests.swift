import Testing

@testable import ConfigurationFiles
@testable import kagami

@Suite struct SpellingTests {
    @Test func spellingFindsWhatWasMeant() {
        let words = ["panel", "external", "controller", "scale", "repeat_delay_ms"]
        #expect(Spelling.nearest(to: "sclae", among: words) == "scale")
        #expect(Spelling.nearest(to: "externl", among: words) == "external")
        #expect(Spelling.nearest(to: "repeat_delay", among: words) == "repeat_delay_ms")
        #expect(Spelling.nearest(to: "zebra", among: words) == nil)
        #expect(Spelling.nearest(to: "", among: []) == nil)
        #expect(Spelling.edits(from: "", to: "abc") == 3)
        #expect(Spelling.edits(from: "kitten", to: "sitting") == 3)
        #expect(Spelling.edits(from: "ab", to: "ba") == 1)
    }
}
