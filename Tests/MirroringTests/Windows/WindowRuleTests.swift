import Testing
import TestSupport

@testable import Mirroring

@Suite struct WindowRuleTests {
    @Test(arguments: [
        ("foot", "foot", true), ("foot", "Foot", true), ("FOOT", "foot", true), ("foot", "footclient", false),
        ("foot", "", false), ("foot*", "footclient", true), ("foot*", "foot", true), ("*foot", "barefoot", true),
        ("*", "", true), ("*", "anything", true), ("?", "", false), ("?", "a", true), ("?", "ab", false),
        ("f??t", "foot", true), ("*a*b*c", "xxaxxbxxc", true), ("*a*b*c", "xxaxxbxx", false),
        ("*ab", "aab", true), ("a*a", "a", false), ("**", "x", true), ("org.gnome.*", "org.gnome.Evince", true),
        ("org.gnome.*", "org-gnome-Evince", false), ("*– Präsentation", "Vortrag – PRÄSENTATION", true),
        ("会議*", "会議のメモ", true), ("[a]", "a", false), ("[a]", "[a]", true), ("\\*", "\\x", true),
    ])
    func patternsAreForWholeTexts(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try #require(TextPattern(pattern)).matches(text) == isMatch)
    }

    @Test func patternsHaveALength() {
        #expect(TextPattern("") == nil)
        #expect(TextPattern(String(repeating: "a", count: TextPattern.longest)) != nil)
        #expect(TextPattern(String(repeating: "a", count: TextPattern.longest + 1)) == nil)
    }

    /// Against a plain recursive definition.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func patternsMatchAsDefined(_ seed: UInt64) throws {
        func matches(_ pattern: Substring, _ text: Substring) -> Bool {
            guard let first = pattern.first else { return text.isEmpty }
            if first == "*" {
                return matches(pattern.dropFirst(), text) || (!text.isEmpty && matches(pattern, text.dropFirst()))
            }
            return !text.isEmpty && (first == "?" || first == text.first)
                && matches(pattern.dropFirst(), text.dropFirst())
        }
        var generator = SplitMix64(seed: seed)
        var matched = 0
        for _ in 0..<2000 {
            let pattern = String(
                (0..<Int.random(in: 1...6, using: &generator)).map { _ in "ab*?".randomElement(using: &generator)! })
            let text = String(
                (0..<Int.random(in: 0...7, using: &generator)).map { _ in "ab".randomElement(using: &generator)! })
            let isMatch = try #require(TextPattern(pattern)).matches(text)
            #expect(isMatch == matches(pattern[...], text[...]), "\(pattern) \(text)")
            if isMatch { matched += 1 }
        }
        #expect((200..<1800).contains(matched))
    }

    @Test func aHostileTitleIsDecidedInTime() throws {
        let pattern = try #require(TextPattern(String(repeating: "*a", count: 99) + "b"))
        #expect(!pattern.matches(String(repeating: "a", count: 100_000)))
    }

    private let rules = [
        WindowRule(appID: TextPattern("*"), WindowEffects(isFullscreen: true)),
        WindowRule(appID: TextPattern("mpv"), WindowEffects(isFullscreen: false, isAbove: true)),
        WindowRule(title: TextPattern("notes*"), WindowEffects(fills: false, isAbove: false)),
        WindowRule(appID: TextPattern("mpv"), title: TextPattern("notes 2"), WindowEffects(takesFocus: false)),
    ]

    @Test(arguments: [
        (nil, nil, WindowEffects(isFullscreen: true)),
        ("foot", "x", WindowEffects(isFullscreen: true)),
        ("mpv", nil, WindowEffects(isFullscreen: false, isAbove: true)),
        ("mpv", "Notes 1", WindowEffects(isFullscreen: false, fills: false, isAbove: false)),
        ("mpv", "notes 2", WindowEffects(isFullscreen: false, fills: false, isAbove: false, takesFocus: false)),
        ("foot", "notes 2", WindowEffects(isFullscreen: true, fills: false, isAbove: false)),
    ])
    func theLastRuleThatSetsAValueCounts(_ appID: AppID?, _ title: String?, _ expected: WindowEffects) {
        #expect(rules.effects(appID: appID, title: title) == expected)
    }

    @Test func withoutRulesNothingIsWanted() {
        #expect([WindowRule]().effects(appID: "foot", title: "x") == WindowEffects())
    }
}
