import Mirroring
import Testing

@Suite struct PiPSourceTests {
    @Test(arguments: [
        "external", "content", "hud", "window:foot", "window:org.gnome.Totem", "window:a:b", "camera:/dev/video0",
        "camera:/dev/v4l/by-id/usb:1",
    ])
    func namesAreTheirOwnText(text: String) {
        #expect(PiPSource(text)?.description == text)
    }

    @Test(arguments: [
        "", "External", "window", "window:", "window:a\nb", "hud ", "panel", "camera:", "camera:video0",
        "camera:/dev/a\nb",
    ])
    func otherTextsAreNoSources(text: String) {
        #expect(PiPSource(text) == nil)
    }

    @Test func aCamerasWindowIsNamedForItsDevice() {
        #expect(PiPSource("camera:/dev/video0")?.windowID == "kagami-camera-video0")
        #expect(PiPSource("window:foot")?.windowID == "foot")
        #expect(PiPSource("hud")?.windowID == nil)
    }

    @Test func everyPublishedApplicationIDNamesAWindow() throws {
        for text in ["a\nb", String(repeating: "a", count: 300)] {
            let id = try #require(AppID(text))
            #expect(PiPSource("window:\(id)") == .window(id))
            #expect(PiPSource("window:" + text) == nil)
        }
    }
}
