import Geometry
import Mirroring
import Testing

@testable import ConfigurationFiles

@Suite struct ModeTextTests {
    private let modeline = "148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync"

    @Test func readsEveryForm() throws {
        let plain = try #require(ModeText.request("1024x600@59.94"))
        #expect(plain == ModeRequest(size: Size(width: 1024, height: 600), refreshMilliHertz: 59_940))
        let reduced = try #require(ModeText.request("3840x2160R"))
        #expect(reduced.forcedTiming?.kiloHertz == 533_000)
        let exact = try #require(ModeText.request(modeline))
        #expect(exact.size == Size(width: 1920, height: 1080))
        #expect(exact.refreshMilliHertz == 60_000)
        #expect(exact.forcedTiming?.vertical.syncEnd == 1089)
        #expect(exact.forcedTiming?.vertical.isSyncPositive == true)
        let signless = try #require(ModeText.request("23.75 640 664 720 800 480 483 487 500"))
        #expect(signless.forcedTiming?.horizontal.isSyncPositive == false)
    }

    @Test func bothDisplaysHaveModes() throws {
        let text = "[panel]\nmode = \"1024x600@60\"\n[external]\nmode = \"\(modeline)\""
        let configuration = try ConfigurationParser.parse(text, file: "f")
        #expect(configuration.panel.mode == ModeText.request("1024x600@60"))
        #expect(configuration.external.mode?.forcedTiming?.kiloHertz == 148_500)
    }

    @Test(arguments: ["1920x1080", "1024x600@60.0", "3840x2160R@60.0", "1280x800R"])
    func writesWhatWasRead(_ text: String) throws {
        #expect(ModeText.text(try #require(ModeText.request(text))) == text)
    }

    @Test func writesModelines() throws {
        #expect(ModeText.text(try #require(ModeText.request(modeline))) == modeline)
    }

    @Test(
        arguments: [
            "", "R", "R@60", "1920x1080RR", "1920x1080R@", "0x0R", "1920x1080R@1e9", "16384x16384R@1000",
            // Too few, too many, out of order, too large, no numbers, polarities at the wrong place.
            "148.5 1920 2008 2052 2200 1080 1084 1089", "148.5 1920 2008 2052 2200 1080 1084 1089 1125 1",
            "148.5 1920 1900 2052 2200 1080 1084 1089 1125", "148.5 1920 2008 2052 220000 1080 1084 1089 1125",
            "nan 1920 2008 2052 2200 1080 1084 1089 1125", "-1 1920 2008 2052 2200 1080 1084 1089 1125",
            "148.5 1920 2008 2052 x 1080 1084 1089 1125", "+hsync 148.5 1920 2008 2052 2200 1080 1084 1089 1125",
        ])
    func refuses(_ text: String) {
        #expect(ModeText.request(text) == nil)
    }
}
