import Geometry
import Mirroring
import Testing

@testable import Pictures

/// Notices say what to do at their end: none of it may be cut off on a narrow panel.
@Suite struct NoticeTests {
    private let images = NoticeImages()

    private func picture(of text: String, letter: Double = 16, width: Int, height: Int = 400) throws -> any Buffer {
        try #require(images.picture(of: text, letterHeight: letter, in: Size(width: width, height: height)))
    }

    @Test(arguments: [200, 480, 700]) func longTextsAreBrokenIntoLines(width: Int) throws {
        let text = "The screen locker has ended. Log in over SSH and start one with WAYLAND_DISPLAY=kagami-tool"
        let (one, other) = (try picture(of: text + "s", width: width), try picture(of: text + "x", width: width))
        #expect(one.size.width <= width)
        #expect(one.size.height > (try picture(of: "The", width: width)).size.height)
        #expect(one.size == other.size)
        #expect(Pixels(one) != Pixels(other))
    }

    /// With `size = 4` a hint was cut at its end: letters are smaller then.
    @Test(arguments: [(720, 400), (400, 240), (300, 700)]) func lettersShrinkWhereAllOfItWouldNotFit(_ room: (Int, Int))
        throws
    {
        let text = "Two fingers zoom and move the picture; tap to close this hint, which comes back only"
        func drawn(_ text: String) throws -> any Buffer {
            try picture(of: text, letter: 80, width: room.0, height: room.1)
        }
        let (one, other) = (try drawn(text + "s"), try drawn(text + "x"))
        #expect(one.size.width <= room.0 && one.size.height <= room.1)
        #expect(Pixels(one) != Pixels(other))
    }

    @Test func aShortTextStaysOneLine() throws {
        #expect(
            try picture(of: "The screen locker has ended", width: 700).size.height
                == picture(of: "The", width: 700).size.height)
    }
}
