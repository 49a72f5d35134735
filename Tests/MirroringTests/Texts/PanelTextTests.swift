import Mirroring
import Testing

@Suite struct PanelTextTests {
    @Test(arguments: Language.allCases)
    func everyTextIsThere(language: Language) {
        for text in PanelText.allCases { #expect(!text.text(in: language).isEmpty) }
    }

    @Test func noTextIsLeftInEnglish() {
        for text in PanelText.allCases { #expect(text.text(in: .japanese) != text.text(in: .english), "\(text)") }
    }

    @Test func noReasonIsLeftInEnglish() {
        var notices: [PanelNotice] = [.noPanelApplication, .externalRefused(OutputID("DP-1"), nil)]
        notices += [true, false].map { .anotherDisplay("A", isCopy: $0) }
        notices += PiPObstacle.allCases.map { .pipFailed(.impossible($0)) }
        notices += [PiPFailure.timedOut, .replaced, .stopped, .sourceGone].map { .pipFailed($0) }
        notices += [PlaybackFailure.noTimeline, .notActive, .timedOut, .sourceGone].map { .playbackFailed($0) }
        notices += ExternalObstacle.allCases.map { .externalRefused(OutputID("DP-1"), $0) }
        let failures = [ProgramFailure.tooMany(32), .exited(1), .signaled(9)]
        notices += failures.map { .commandFailed(name: "A", $0) } + failures.map { .screenshotFailed(path: nil, $0) }
        for notice in notices {
            let (english, japanese) = (notice.text(in: .english), notice.text(in: .japanese))
            #expect(!english.isEmpty && english.allSatisfy(\.isASCII))
            #expect(!japanese.contains { $0.isLowercase }, "\(japanese)")
        }
        #expect(PanelNotice.verbatim("the player's words").text(in: .japanese) == "the player's words")
    }

    @Test(arguments: [
        ([:], Language.english), (["LANG": "ja_JP.UTF-8"], .japanese), (["LANG": "ja"], .japanese),
        (["LANG": "ja_JP.UTF-8", "LC_MESSAGES": "en_GB"], .english), (["LANG": "de_DE", "LC_ALL": "ja_JP"], .japanese),
        (["LANG": "ja_JP", "LC_ALL": ""], .japanese), (["LANG": "C.UTF-8"], .english), (["LANG": "jam"], .english),
    ])
    func theSessionChoosesTheLanguage(environment: [String: String], language: Language) {
        #expect(Language(environment: environment) == language)
    }

    @Test func entriesSayTheirState() {
        let commands = [MenuCommand(name: "Lights", command: ["lights"])]
        #expect(MenuEntry(.command(0)).name(in: .japanese, commands: commands) == "Lights")
        #expect(MenuEntry(.command(1)).name(in: .english, commands: commands).isEmpty)
        #expect(MenuEntry(.zoom, .zoom(1)).valueText(in: .english) == "Fit")
        #expect(MenuEntry(.zoom, .zoom(2.96)).valueText(in: .english) == "3.0\u{D7}")
        #expect(MenuEntry(.mode, .mode(.trackpad)).valueText(in: .english) == "Trackpad")
        #expect(MenuEntry(.mirroring, .isOn(true)).valueText(in: .english) == "On")
        #expect(MenuEntry(.screenshot).valueText(in: .english).isEmpty)
    }
}
