import Geometry
import Mirroring
import Testing

@testable import Pictures

/// Notices say what to do at their end: none of it may be cut off on a narrow panel.
@Suite struct NoticeTests {
    private let images = NoticeImages()

    private func picture(of text: String, width: Int) throws -> any Buffer {
        try #require(images.picture(of: text, letterHeight: 16, width: width))
    }

    @Test(arguments: [200, 480, 700]) func longTextsAreBrokenIntoLines(width: Int) throws {
        let text = "The screen locker has ended. Log in over SSH and start one with WAYLAND_DISPLAY=kagami-tool"
        let (one, other) = (try picture(of: text + "s", width: width), try picture(of: text + "x", width: width))
        #expect(one.size.width <= width)
        #expect(one.size.height > (try picture(of: "The", width: width)).size.height)
        #expect(one.size == other.size)
        #expect(Pixels(one) != Pixels(other))
    }

    @Test func aShortTextStaysOneLine() throws {
        #expect(
            try picture(of: "The screen locker has ended", width: 700).size.height
                == picture(of: "The", width: 700).size.height)
    }
}
