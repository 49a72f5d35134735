import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct LetterboxTests {
    private let size = Size<OutputSpace>(width: 320, height: 180)
    private let wide = Rect<OutputSpace>(x: 0, y: 22, width: 320, height: 136)
    private let narrow = Rect<OutputSpace>(x: 40, y: 0, width: 240, height: 180)

    /// A picture that is black but for `video`.
    private func picture(_ video: Rect<OutputSpace>, _ pixel: UInt32 = 0x40_80c0) throws -> MemoryBuffer {
        let picture = try #require(MemoryBuffer(size: size.reinterpreted()))
        fill(picture, video, pixel)
        return picture
    }

    private func fill(_ picture: MemoryBuffer, _ rect: Rect<OutputSpace>, _ pixel: UInt32) {
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { picture.row(y)[x] = pixel }
        }
    }

    /// Looks at pictures `interval` apart.
    private func look(
        _ letterbox: inout Letterbox, _ picture: MemoryBuffer, times: Int, from start: inout Int64,
        interval: Int64 = 300_000
    ) {
        for _ in 0..<times {
            start += interval
            letterbox.look(at: picture, damage: Region(size.bounds), at: Timestamp(microseconds: start))
        }
    }

    @Test func barsAreLeftOutOnceTheyAreSure() throws {
        for video in [wide, narrow] {
            var (letterbox, time) = (Letterbox(), Int64(0))
            let picture = try picture(video)
            look(&letterbox, picture, times: 3, from: &time)
            #expect(letterbox.part(of: size) == size.bounds, "three looks are too few")
            look(&letterbox, picture, times: 1, from: &time)
            #expect(letterbox.part(of: size) == video)
            #expect(letterbox.part(of: Size(width: 100, height: 100)) == Rect(x: 0, y: 0, width: 100, height: 100))
        }
    }

    @Test func framesInQuickSuccessionAreOneLook() throws {
        var (letterbox, time) = (Letterbox(), Int64(0))
        look(&letterbox, try picture(wide), times: 20, from: &time, interval: 30_000)
        #expect(letterbox.part(of: size) == size.bounds)
    }

    @Test func whatIsDrawnInABarBringsThemBackAtOnce() throws {
        var (letterbox, time) = (Letterbox(), Int64(0))
        let picture = try picture(wide)
        look(&letterbox, picture, times: 4, from: &time)
        fill(picture, Rect(x: 100, y: 165, width: 60, height: 8), 0xff_ffff)
        let title = Region(Rect<OutputSpace>(x: 100, y: 165, width: 60, height: 8))
        letterbox.look(at: picture, damage: title, at: Timestamp(microseconds: time + 1000))
        #expect(letterbox.part(of: size) == size.bounds)
    }

    @Test func aDarkSceneChangesNothing() throws {
        var (letterbox, time) = (Letterbox(), Int64(0))
        look(&letterbox, try picture(wide), times: 4, from: &time)
        look(&letterbox, try picture(wide, 0x04_0404), times: 8, from: &time)
        #expect(letterbox.part(of: size) == wide)
    }

    @Test func anotherSizeBeginsAnew() throws {
        var (letterbox, time) = (Letterbox(), Int64(0))
        look(&letterbox, try picture(wide), times: 4, from: &time)
        let other = try #require(MemoryBuffer(size: Size(width: 64, height: 64)))
        letterbox.look(at: other, damage: Region(), at: Timestamp(microseconds: time + 1_000_000))
        #expect(letterbox.part(of: size) == size.bounds)
    }

    /// What is black around something else than a video.
    @Test func whatIsNotPlainStays() throws {
        let text = try #require(MemoryBuffer(size: size.reinterpreted()))
        for line in 0..<6 { fill(text, Rect(x: 8, y: 30 + 20 * line, width: 40, height: 10), 0xc0_c0c0) }
        let uneven = try picture(Rect(x: 0, y: 10, width: 320, height: 120))
        let boxed = try picture(Rect(x: 60, y: 40, width: 200, height: 100))
        let thin = try picture(Rect(x: 0, y: 2, width: 320, height: 176))
        let strip = try picture(Rect(x: 0, y: 80, width: 320, height: 20))
        let full = try picture(size.bounds)
        let black = try picture(.zero)
        for picture in [text, uneven, boxed, thin, strip, full, black] {
            var (letterbox, time) = (Letterbox(), Int64(0))
            look(&letterbox, picture, times: 8, from: &time)
            #expect(letterbox.part(of: size) == size.bounds)
        }
    }

    @Test func aPartOfAPictureSharesItsPixels() throws {
        let whole = try picture(wide)
        let part = try #require(BufferPart(wide.reinterpreted(), of: whole))
        #expect(part.size == wide.size.reinterpreted())
        fill(whole, Rect(x: 5, y: 22, width: 1, height: 1), 0x12_3456)
        var pixel: UInt32?
        #expect(part.withPixels { pixel = $0.load(fromByteOffset: 5 * 4, as: UInt32.self) })
        #expect(pixel == 0x12_3456)
        #expect(BufferPart(Rect(x: 1, y: 0, width: 320, height: 10), of: whole) == nil)
    }
}
