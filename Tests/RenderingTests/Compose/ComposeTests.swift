import Geometry
import Mirroring
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering

@Suite struct ComposeTests {
    private static let canary: UInt32 = 0x5A_A5A5
    private let renderers: [any RendererPort]
    private let screen = Size<ContentSpace>(width: 70, height: 50)

    init() throws {
        renderers = try TestedRenderer.allCases.map { try $0.make() }
    }

    /// Every transform and format, whole and cropped, at its own size, shrunk, grown and both;
    /// a quarter of these in the sample.
    @Test(arguments: Transform.allCases, PixelFormat.allCases)
    func agreesWithTheDefinition(transform: Transform, format: PixelFormat) throws {
        var random = SplitMix64(seed: 20)
        let size = Size<BufferSpace>(width: 24, height: 15)
        let upright: Size<BufferSpace> = transform.inverse.apply(to: size)
        let source = MemoryImage.noise(size, format, using: &random)
        let whole = SourceBox(x: 0, y: 0, width: Double(upright.width), height: Double(upright.height))
        let crops = [
            whole, SourceBox(x: 3, y: 2, width: 7, height: 9), SourceBox(x: 1.25, y: 0.5, width: 10.5, height: 12.75),
        ]
        let scales = [(1.0, 1.0), (2.0, 2.0), (0.4, 0.4), (3.3, 0.6), (0.7, 1.9)]
        let cases = crops.flatMap { crop in scales.map { (crop, $0) } }
        let offset = Int(transform.rawValue) + (PixelFormat.allCases.firstIndex(of: format) ?? 0)
        for (crop, (across, down)) in Effort.share(of: cases, every: 4, offset: offset) {
            let destination = Rect<ContentSpace>(
                x: 5, y: 3, width: max(1, Int(crop.width * across)), height: max(1, Int(crop.height * down)))
            let element = SceneElement(
                source: source, crop: crop, transform: transform, destination: destination, opaque: Region())
            try expectMatch(ComposedScene(elements: [backdrop(), element]))
        }
    }

    /// Every value of a channel, in pictures wide enough for several steps of the kernel.
    @Test(arguments: PixelFormat.allCases.filter(\.isDeep)) func tenBitsAreRoundedToEight(format: PixelFormat) throws {
        let pixels = (0..<1100 * 2).map { index -> UInt32 in
            let value = UInt32(index) & 1023
            return 3 << 30 | value << 20 | (1023 - value) << 10 | (value &* 7 & 1023)
        }
        let source = MemoryImage(size: Size(width: 1100, height: 2), format: format, pixels: pixels)
        let place = Rect<ContentSpace>(x: 0, y: 0, width: 1100, height: 2)
        let scene = ComposedScene(elements: [SceneElement(whole: source, at: place, opaque: Region(place))])
        let frame = try MemoryBuffer.filled(1100, 2)
        for renderer in renderers {
            renderer.compose(scene, into: frame, damage: Region(place))
            #expect(frame.colors == ComposeReference.colors(of: scene, width: 1100, height: 2), "\(renderer.name)")
        }
    }

    /// Pictures of several squares of the turning kernel, and what is left beside them.
    @Test(arguments: Transform.allCases) func turnsOpaquePictures(transform: Transform) throws {
        var random = SplitMix64(seed: 23)
        for _ in 0..<6 {
            let size = Size<BufferSpace>(
                width: Int.random(in: 15...70, using: &random), height: Int.random(in: 15...70, using: &random))
            let upright: Size<ContentSpace> = transform.inverse.apply(to: size)
            let element = SceneElement(
                source: MemoryImage.noise(size, .xrgb8888, using: &random),
                crop: SourceBox(x: 0, y: 0, width: Double(upright.width), height: Double(upright.height)),
                transform: transform, destination: Rect(x: -3, y: 5, width: upright.width, height: upright.height),
                opaque: Region())
            let scene = ComposedScene(elements: [element])
            let expected = ComposeReference.colors(of: scene, width: screen.width, height: screen.height)
            for renderer in renderers { #expect(try compose(scene, by: renderer).colors == expected) }
        }
    }

    @Test func randomScenesAgreeWithTheDefinition() throws {
        for seed in Effort.seeds(from: 100, sample: 60, torture: 3000) {
            var scenes = RandomScene(random: SplitMix64(seed: seed), screen: screen)
            try expectMatch(scenes.scene(elements: scenes.number(0...6)))
        }
    }

    @Test func damageRedrawsJustThatAndTheSame() throws {
        for seed in Effort.seeds(from: 200, sample: 60, torture: 3000) {
            var scenes = RandomScene(random: SplitMix64(seed: seed), screen: screen)
            let scene = scenes.scene(elements: scenes.number(1...6))
            let damage = Region<ContentSpace>(
                (0..<scenes.number(1...4)).map { _ in
                    Rect(
                        x: scenes.number(-10...70), y: scenes.number(-10...50), width: scenes.number(1...40),
                        height: scenes.number(1...30))
                })
            for renderer in renderers {
                let whole = try compose(scene, by: renderer)
                let frame = try MemoryBuffer.filled(screen.width, screen.height, with: Self.canary)
                renderer.compose(scene, into: frame, damage: damage)
                let expected = (0..<screen.height).flatMap { y in
                    (0..<frame.stride / 4).map { x in
                        let isDrawn = x < screen.width && damage.contains(Point(x: Double(x), y: Double(y)))
                        return isDrawn ? whole.row(y)[x] & 0xFF_FFFF : Self.canary
                    }
                }
                let drawn = UnsafeBufferPointer(start: frame.row(0), count: expected.count).map { $0 & 0xFF_FFFF }
                #expect(drawn == expected, "seed \(seed), \(renderer.name)")
            }
        }
    }

    @Test func whatNothingCoversIsBlack() throws {
        for renderer in renderers {
            let frame = try MemoryBuffer.filled(70, 50, with: 0xFFFFFF)
            renderer.compose(ComposedScene(elements: []), into: frame, damage: Region(screen.bounds))
            #expect(frame.colors.allSatisfy { $0 == 0 })
        }
    }

    @Test func vanishedPixelsShowWhatIsBelow() throws {
        let gone = SceneElement(
            source: VanishedSource(), crop: SourceBox(x: 0, y: 0, width: 64, height: 64), transform: .normal,
            destination: Rect(x: 0, y: 0, width: 64, height: 50), opaque: Region(screen.bounds))
        let below = backdrop()
        for renderer in renderers {
            let expected = try compose(ComposedScene(elements: [below]), by: renderer)
            #expect(try compose(ComposedScene(elements: [below, gone]), by: renderer).colors == expected.colors)
        }
    }

    @Test func absurdElementsDrawNothing() throws {
        var random = SplitMix64(seed: 21)
        let source = MemoryImage.noise(Size(width: 8, height: 8), .argb8888, using: &random)
        let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1]
        for number in numbers {
            let crops = [
                SourceBox(x: number, y: 0, width: number, height: 8),
                SourceBox(x: 0, y: number, width: 8, height: number),
            ]
            for (crop, transform) in zip(crops, [Transform.normal, .flipped90]) {
                let element = SceneElement(
                    source: source, crop: crop, transform: transform,
                    destination: Rect(x: 0, y: 0, width: 16, height: 16), opaque: Region())
                try expectAll(0, of: element)
            }
        }
    }

    @Test func hugeDestinationsAreCut() throws {
        let source = MemoryImage(size: Size(width: 1, height: 1), format: .xrgb8888, pixels: [0x0A_0B0C])
        for destination in [
            Rect<ContentSpace>(x: -1_000_000, y: -1_000_000, width: 2_000_000, height: 2_000_000),
            Rect(x: .min / 2, y: .min / 2, width: .max, height: .max),
        ] {
            let element = SceneElement(
                source: source, crop: SourceBox(x: 0, y: 0, width: 1, height: 1), transform: .rotated90,
                destination: destination, opaque: Region())
            try expectAll(0x0A_0B0C, of: element)
        }
    }

    /// Something to see through what is drawn over it.
    private func backdrop() -> SceneElement {
        var random = SplitMix64(seed: 22)
        let source = MemoryImage.noise(Size(width: 70, height: 50), .xrgb8888, using: &random)
        return SceneElement(
            source: source, crop: SourceBox(x: 0, y: 0, width: 70, height: 50), transform: .normal,
            destination: screen.bounds, opaque: Region())
    }

    private func expectAll(
        _ color: UInt32, of element: SceneElement, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for renderer in renderers {
            let colors = try compose(ComposedScene(elements: [element]), by: renderer).colors
            #expect(colors.allSatisfy { $0 == color }, "\(renderer.name)", sourceLocation: sourceLocation)
        }
    }

    private func compose(_ scene: ComposedScene, by renderer: any RendererPort) throws -> MemoryBuffer {
        let frame = try MemoryBuffer.filled(screen.width, screen.height, with: 0)
        renderer.compose(scene, into: frame, damage: Region(screen.bounds))
        return frame
    }

    /// One step for the rounding of the stretched pixels, and one for each time that one is blended over.
    private func expectMatch(_ scene: ComposedScene, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let expected = ComposeReference.colors(of: scene, width: screen.width, height: screen.height)
        for renderer in renderers {
            let difference = largestDifference(try compose(scene, by: renderer).colors, expected)
            #expect(difference <= 2, "\(renderer.name) is off by \(difference)", sourceLocation: sourceLocation)
        }
    }
}
