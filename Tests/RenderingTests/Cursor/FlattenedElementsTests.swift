import Geometry
import Mirroring
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering

@Suite struct FlattenedElementsTests {
    /// A colour of any opacity, its channels multiplied by that.
    private func pixels(_ count: Int, using random: inout SplitMix64) -> [UInt32] {
        var result: [UInt32] = []
        for _ in 0..<count {
            let alpha = UInt32.random(in: 0...255, using: &random)
            var pixel = alpha << 24
            for shift: UInt32 in [0, 8, 16] { pixel |= UInt32.random(in: 0...alpha, using: &random) << shift }
            result.append(pixel)
        }
        return result
    }

    private func channels(_ pixel: UInt32) -> [Int] {
        let shifts: [UInt32] = [0, 8, 16, 24]
        return shifts.map { Int(pixel >> $0 & 255) }
    }

    private func distance(_ one: UInt32, _ other: UInt32) -> Int {
        zip(channels(one), channels(other)).map { abs($0 - $1) }.max() ?? 0
    }

    @Test(arguments: TestedRenderer.allCases, 0..<20) func oneElementComesBackAsItWas(kind: TestedRenderer, seed: Int)
        throws
    {
        let renderer = try kind.make()
        var random = SplitMix64(seed: UInt64(seed))
        let size = Size<BufferSpace>(width: 9, height: 7)
        let image = MemoryImage(size: size, format: .argb8888, pixels: pixels(size.area, using: &random))
        let place = Rect<ContentSpace>(x: -30, y: 50, width: 9, height: 7)
        let flat = try #require(renderer.flatten([SceneElement(whole: image, at: place)], in: place))
        #expect(flat.size == size && flat.format == .argb8888)
        for (one, other) in zip(words(of: flat), words(of: image)) { #expect(distance(one, other) <= kind.rounding) }
        #expect(words(of: flat).map(channels).allSatisfy { ($0.max() ?? 0) == $0[3] })
    }

    /// Above any ground, the flat picture looks like the elements.
    @Test(arguments: TestedRenderer.allCases, 0..<20) func looksTheSameAboveAnything(kind: TestedRenderer, seed: Int)
        throws
    {
        let renderer = try kind.make()
        var random = SplitMix64(seed: UInt64(seed) + 100)
        let elements = (0..<3).map { index in
            let size = Size<BufferSpace>(width: 8 + index * 5, height: 11)
            return SceneElement(
                whole: MemoryImage(size: size, format: .argb8888, pixels: pixels(size.area, using: &random)),
                at: Rect(
                    x: .random(in: 0..<8, using: &random), y: .random(in: 0..<8, using: &random),
                    width: .random(in: 3..<20, using: &random), height: .random(in: 3..<20, using: &random)))
        }
        let frame = elements.reduce(Rect<ContentSpace>.zero) { $0.union($1.destination) }
        let flat = try #require(renderer.flatten(elements, in: frame))
        let ground = MemoryImage(
            size: Size(width: 40, height: 40), format: .xrgb8888, pixels: pixels(1600, using: &random))
        let whole = Rect<ContentSpace>(x: 0, y: 0, width: 40, height: 40)
        let drawn = try #require(composed([SceneElement(whole: ground, at: whole)] + elements, by: renderer))
        let shown = try #require(
            composed([SceneElement(whole: ground, at: whole), SceneElement(whole: flat, at: frame)], by: renderer))
        for y in 0..<40 {
            for x in 0..<40 {
                #expect(
                    distance(drawn.row(y)[x] & 0xff_ffff, shown.row(y)[x] & 0xff_ffff) <= 2 + kind.rounding,
                    "\(x), \(y)")
            }
        }
    }

    private func composed(_ elements: [SceneElement], by renderer: any RendererPort) -> MemoryBuffer? {
        guard let target = MemoryBuffer(size: Size(width: 40, height: 40)) else { return nil }
        renderer.submit([
            RenderPass(
                target: target, damage: Region(target.size.bounds.reinterpreted()),
                elements: [.fill(.black)] + elements)
        ])
        return target
    }

    private func words(of image: any Buffer) -> [UInt32] {
        var words: [UInt32] = []
        _ = image.withPixels { first in
            words = (0..<image.size.area).map { first.load(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        return words
    }
}
