import Mirroring
import Testing

@Suite struct PiPSourceTests {
    @Test(arguments: ["external", "content", "hud", "window:foot", "window:org.gnome.Totem", "window:a:b"])
    func namesAreTheirOwnText(text: String) {
        #expect(PiPSource(text)?.description == text)
    }

    @Test(arguments: ["", "External", "window", "window:", "window:a\nb", "hud ", "panel"])
    func otherTextsAreNoSources(text: String) {
        #expect(PiPSource(text) == nil)
    }

    @Test func anApplicationIDHasABound() {
        let longest = String(repeating: "a", count: PiPSource.longestAppID)
        #expect(PiPSource("window:" + longest) == .window(longest))
        #expect(PiPSource("window:a" + longest) == nil)
    }
}
