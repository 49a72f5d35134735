import Geometry
import Mirroring
import TestSupport
import Testing

@Suite struct MirroredFrameTests {
    private let content = Size<BufferSpace>(width: 3840, height: 2160)
    private let frame = Rect<OutputSpace>(x: 100, y: 50, width: 300, height: 200)

    private func excerpt(_ x: Double, _ y: Double, _ scale: Double = 2) -> SceneElement? {
        SceneElement(
            of: MirroredFrame(size: content), around: Point(x: x, y: y), scale: scale, in: frame, cornerRadius: 9)
    }

    @Test func theSpotIsInTheMiddle() {
        #expect(excerpt(1000, 500)?.destination.reinterpreted() == frame)
        #expect(excerpt(1000, 500)?.crop == SourceBox(x: 925, y: 450, width: 150, height: 100))
        // At the content's corner only a quarter shows content.
        #expect(excerpt(0, 0)?.destination == Rect(x: 250, y: 150, width: 150, height: 100))
        #expect(excerpt(0, 0)?.crop == SourceBox(x: 0, y: 0, width: 75, height: 50))
        #expect(excerpt(3840, 2160)?.crop == SourceBox(x: 3765, y: 2110, width: 75, height: 50))
    }

    @Test func senselessOnesAreNone() {
        #expect(excerpt(.nan, 0) == nil && excerpt(0, 0, 0) == nil && excerpt(1e300, 0) == nil)
    }

    @Test(arguments: Effort.seeds(sample: 60, torture: 3000)) func damageCoversWhatShowsIt(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (x, y) = (Double.random(in: 0..<3840, using: &random), Double.random(in: 0..<2160, using: &random))
        let scale = Double.random(in: 1...4, using: &random)
        let excerpt = try #require(self.excerpt(x, y, scale))
        let crop = excerpt.crop
        #expect(crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= 3840 && crop.y + crop.height <= 2160)
        #expect(frame.contains(excerpt.destination.reinterpreted()))
        let rect = Rect<BufferSpace>(
            x: Int(x) + .random(in: -160..<160, using: &random), y: Int(y) + .random(in: -110..<110, using: &random),
            width: .random(in: 1..<40, using: &random), height: .random(in: 1..<40, using: &random))
        let damage = excerpt.shown(Region(rect))
        for _ in 0..<200 {
            let pixel = (
                x: Int.random(in: excerpt.destination.x..<excerpt.destination.maxX, using: &random),
                y: Int.random(in: excerpt.destination.y..<excerpt.destination.maxY, using: &random)
            )
            // A linear filter looks at the two pixels around the middle of what is shown.
            let middle = (
                x: crop.x + (Double(pixel.x - excerpt.destination.x) + 0.5) / scale - 0.5,
                y: crop.y + (Double(pixel.y - excerpt.destination.y) + 0.5) / scale - 0.5
            )
            let isTouched =
                middle.x > Double(rect.x - 1) && middle.x < Double(rect.maxX) && middle.y > Double(rect.y - 1)
                && middle.y < Double(rect.maxY)
            if isTouched { #expect(damage.contains(Point(x: Double(pixel.x) + 0.5, y: Double(pixel.y) + 0.5))) }
        }
    }
}
