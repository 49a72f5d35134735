import CPixelKernels
import Geometry
import Mirroring
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering

/// Frames with ten bits of each colour: what has as many keeps them all, and what has eight looks as it does elsewhere.
@Suite struct DeepFrameTests {
    /// All values of a channel, one a pixel, in two rows: rising red, falling green, jumping blue.
    private static let ramp = (0..<1024 * 2).map { index -> UInt32 in
        let value = UInt32(index) & 1023
        return value << 20 | (1023 - value) << 10 | (value &* 7 & 1023)
    }
    private let bounds = Rect<ContentSpace>(x: 0, y: 0, width: 1024, height: 2)

    /// The ramp in a client's buffer.
    private func ramp(_ format: PixelFormat = .xrgb2101010) -> MemoryImage {
        let pixels = Self.ramp.map { word -> UInt32 in
            let order = format.isBlueFirst ? word >> 20 & 1023 | word & 0xf_fc00 | (word & 1023) << 20 : word
            return order | 3 << 30
        }
        return MemoryImage(size: Size(width: 1024, height: 2), format: format, pixels: pixels)
    }

    private func frame(_ size: Size<BufferSpace>) throws -> MemoryBuffer {
        try #require(MemoryBuffer(size: size, format: .xrgb2101010))
    }

    /// What a renderer draws over the whole of a frame of ten bits, or of eight.
    private func drawn(
        _ elements: [SceneElement], _ size: Size<BufferSpace>, by renderer: TestedRenderer, isDeep: Bool = true
    ) throws -> MemoryBuffer {
        let frame = isDeep ? try frame(size) : try #require(MemoryBuffer(size: size))
        let damage = Region(size.reinterpreted(as: OutputSpace.self).bounds)
        try renderer.make().submit([RenderPass(target: frame, damage: damage, elements: elements)])
        return frame
    }

    @Test(arguments: TestedRenderer.allCases, PixelFormat.allCases.filter(\.isDeep))
    func everyValueOfTenBitsIsKept(renderer: TestedRenderer, format: PixelFormat) throws {
        let client = SceneElement(whole: ramp(format), at: bounds, opaque: Region(bounds))
        let frame = try drawn([.fill(.black), client], Size(width: 1024, height: 2), by: renderer)
        #expect(frame.deepColors == Self.ramp)
    }

    @Test(arguments: TestedRenderer.allCases, [ScanoutFormat.xrgb2101010, .xbgr2101010])
    func everyValueReachesTheDisplay(renderer: TestedRenderer, format: ScanoutFormat) throws {
        for transform in Transform.allCases {
            let display: Size<ScanoutSpace> = transform.apply(to: Size<OutputSpace>(width: 1024, height: 2))
            let scanout = FakeScanout(size: display, format: format)
            let target = try #require(
                RenderTarget(
                    size: Size(width: 1024, height: 2), .scanout(scanout, transform: transform, age: 0)))
            #expect(target.isDeep)
            let damage = Region(target.size.bounds)
            target.begin(damage)
            let client = SceneElement(whole: ramp(), at: bounds)
            try renderer.make().submit([RenderPass(target: target, damage: damage, elements: [client])])
            var words = scanout.words(undoing: transform).map { $0 & 0x3fff_ffff }
            if format == .xbgr2101010 {
                words = words.map { $0 >> 20 | $0 & 0xf_fc00 | ($0 & 1023) << 20 }
            }
            #expect(words == Self.ramp, "\(transform)")
        }
    }

    @Test(arguments: TestedRenderer.allCases)
    func whatHasEightBitsIsTheSameWithTen(renderer: TestedRenderer) throws {
        var random = SplitMix64(seed: 5)
        let size = Size<BufferSpace>(width: 300, height: 200)
        func element(_ format: PixelFormat, _ place: Rect<ContentSpace>, _ transform: Transform, corners: Int)
            -> SceneElement
        {
            let source = MemoryImage.noise(Size(width: 120, height: 90), format, using: &random)
            let upright: Size<BufferSpace> = transform.inverse.apply(to: source.size)
            var element = SceneElement(
                source: source, crop: SourceBox(whole: upright), transform: transform, destination: place,
                opaque: Region())
            element.cornerRadius = corners
            return element
        }
        for transform in Transform.allCases {
            let shown: Size<ContentSpace> = transform.inverse.apply(to: Size<ContentSpace>(width: 120, height: 90))
            for format in [PixelFormat.xrgb8888, .argb8888, .xbgr8888, .abgr8888] {
                for (width, height) in [(shown.width, shown.height), (75, 60), (240, 190)] {
                    let place = Rect<ContentSpace>(x: -9, y: 5, width: width, height: height)
                    let elements: [SceneElement] = [
                        .fill(Color(red: 20, green: 90, blue: 250)),
                        element(.xrgb8888, Rect(x: 0, y: 0, width: 300, height: 200), .normal, corners: 0),
                        element(format, place, transform, corners: 0),
                        element(format, place.offset(x: 140, y: 20), transform, corners: 12),
                    ]
                    let deep = try drawn(elements, size, by: renderer)
                    let usual = try drawn(elements, size, by: renderer, isDeep: false)
                    #expect(
                        largestDifference(deep.narrowedColors, usual.colors) <= 1 + renderer.tolerance,
                        "\(format) \(transform) \(width)x\(height)")
                }
            }
        }
    }

    @Test(arguments: TestedRenderer.allCases)
    func aWindowAndACursorAboveLeaveTheRestAsItIs(renderer: TestedRenderer) throws {
        let window = MemoryImage(
            size: Size(width: 64, height: 1), format: .xrgb8888, pixels: (0..<64).map { UInt32($0 * 4) << 16 | 0xff00 })
        let cursor = MemoryImage(
            size: Size(width: 4, height: 1), format: .argb8888, pixels: [0, 0xffff_ffff, 0x8040_2000, 0x8000_0000])
        let frame = try drawn(
            [
                SceneElement(whole: ramp(), at: bounds),
                SceneElement(whole: window, at: Rect(x: 100, y: 0, width: 64, height: 1)),
                SceneElement(whole: cursor, at: Rect(x: 500, y: 1, width: 4, height: 1)),
            ], Size(width: 1024, height: 2), by: renderer)
        var expected = Self.ramp
        for x in 0..<64 { expected[100 + x] = DeepPixel.widened(UInt32(x * 4) << 16 | 0xff00) }
        expected[1024 + 501] = 0x3fff_ffff
        #expect(frame.deepColors[..<1524] == expected[..<1524])
        #expect(frame.deepColors[1525] == expected[1525])
        #expect(frame.deepColors[1528...] == expected[1528...])
        // Half of what is below, and 64 and 32 of 255 above that.
        for (x, above) in [(502, [64.0, 32, 0]), (503, [0, 0, 0])] {
            for (channel, shift) in [20, 10, 0].enumerated() {
                let below = Double(Self.ramp[1024 + x] >> shift & 1023)
                let mixed = above[channel] * 1023 / 255 + below * (255 - 128) / 255
                #expect(abs(Double(frame.deepColors[1024 + x] >> shift & 1023) - mixed) <= 1.5)
            }
        }
    }

    @Test(arguments: TestedRenderer.allCases, [(2, 1), (1, 1)])
    func whatIsScaledKeepsItsBits(renderer: TestedRenderer, ratio: (across: Int, down: Int)) throws {
        // Each pixel twice, beside each other or beside and below.
        let wide = (0..<2 * ratio.down * 2).flatMap { row -> [UInt32] in
            let begin = row / (2 * ratio.down) * 1024
            return (0..<2048).map { Self.ramp[begin + $0 / 2] }
        }
        let source = MemoryImage(size: Size(width: 2048, height: 4 * ratio.down), format: .xrgb2101010, pixels: wide)
        for filter in [ScaleFilter.linear, .area] {
            var client = SceneElement(whole: source, at: bounds)
            client.filter = filter
            let frame = try drawn([.fill(.black), client], Size(width: 1024, height: 2), by: renderer)
            let most = zip(frame.deepColors, Self.ramp).map(deepDifference).max()
            #expect(most ?? 1023 <= 1, "\(filter)")
        }
    }

    @Test(arguments: TestedRenderer.allCases)
    func theSnapshotOfADeepFrameIsThatOfItsPicture(renderer: TestedRenderer) throws {
        var random = SplitMix64(seed: 9)
        let size = Size<BufferSpace>(width: 640, height: 400)
        let client = MemoryImage.noise(size, .xrgb2101010, using: &random)
        let scene: [SceneElement] = [
            SceneElement(whole: client, at: size.reinterpreted(as: ContentSpace.self).bounds),

            SceneElement(
                whole: MemoryImage.noise(Size(width: 90, height: 70), .argb8888, using: &random),
                at: Rect(x: 200, y: 100, width: 90, height: 70)),
        ]
        for panelSize in [
            Size<OutputSpace>(width: 320, height: 200), Size(width: 231, height: 157), Size(width: 700, height: 437),
        ] {
            for filter in [ScaleFilter.area, .areaInLinearLight, .linear] {
                let pictures = try [true, false].map { isDeep -> (panel: MemoryBuffer, read: [UInt32]) in
                    let tested = try renderer.make()
                    let scanout = FakeScanout(
                        size: size.reinterpreted(), format: isDeep ? .xrgb2101010 : .xrgb8888)
                    let external = try #require(
                        RenderTarget(size: size.reinterpreted(), .scanout(scanout, transform: .normal, age: 0)))
                    let panel = try #require(MemoryBuffer(size: panelSize.reinterpreted()))
                    external.begin(Region(external.size.bounds))
                    var snapshot = SceneElement(
                        FrameSource(external, elements: scene),
                        at: Rect(x: 0, y: 0, width: panelSize.width, height: panelSize.height))
                    snapshot.filter = filter
                    tested.submit([
                        RenderPass(target: external, damage: Region(external.size.bounds), elements: scene),
                        RenderPass(target: panel, damage: Region(panelSize.bounds), elements: [snapshot]),
                    ])
                    let read = try #require(tested.read(external) as? MemoryBuffer)
                    return (panel, isDeep ? read.narrowedColors : read.colors)
                }
                let tolerance = 1 + renderer.tolerance
                #expect(
                    largestDifference(pictures[0].panel.colors, pictures[1].panel.colors) <= tolerance
                        + (filter == .areaInLinearLight ? 1 : 0),
                    "\(panelSize) \(filter)")
                #expect(largestDifference(pictures[0].read, pictures[1].read) <= tolerance)
            }
        }
    }

    @Test func allEightBitsComeBack() throws {
        let pixels = (0..<256).map { index -> UInt32 in
            let value = UInt32(index)
            return value << 16 | (255 - value) << 8 | value ^ 0x5a
        }
        let words = pixels.map(DeepPixel.widened)
        #expect(words[0] >> 20 == 0 && words[255] >> 20 == 1023)
        let usual = MemoryImage(size: Size(width: 256, height: 1), format: .xrgb8888, pixels: pixels)
        let place = Rect<ContentSpace>(x: 0, y: 0, width: 256, height: 1)
        let deep = try drawn([SceneElement(whole: usual, at: place)], usual.size, by: .pixman)
        #expect(deep.deepColors == words)
        let back = try drawn([SceneElement(whole: deep, at: place)], usual.size, by: .pixman, isDeep: false)
        #expect(back.colors == pixels)
    }

    /// A display that is enabled anew with another depth, without another size.
    @Test func anotherDepthBeginsAnew() throws {
        let size = Size<OutputSpace>(width: 64, height: 8)
        let displays = [ScanoutFormat.xrgb2101010, .xrgb8888].map {
            FakeScanout(size: size.reinterpreted(), format: $0)
        }
        let renderer = PixmanRenderer(threads: 1)
        let target = try #require(RenderTarget(size: size, .scanout(displays[0], transform: .normal, age: 0)))
        let red = Color(red: 255, green: 0, blue: 0)
        for (display, word) in zip(displays, [0x3ff0_0000 as UInt32, 0xff_0000]) {
            #expect(target.use(.scanout(display, transform: .normal, age: 0)))
            target.begin(Region(size.bounds))
            renderer.submit([RenderPass(target: target, damage: Region(size.bounds), elements: [.fill(red)])])
            #expect(display.words(undoing: .normal).allSatisfy { $0 == word })
            let read = try #require(renderer.read(target))
            #expect(read.format.isDeep == display.scanoutFormat.isDeep)
            _ = read.withPixels { #expect($0.loadUnaligned(as: UInt32.self) == word) }
        }
    }
}

/// The largest difference of any one channel.
private func deepDifference(_ left: UInt32, _ right: UInt32) -> Int {
    [0, 10, 20].map { abs(Int(left >> $0 & 1023) - Int(right >> $0 & 1023)) }.max() ?? 0
}

extension MemoryBuffer {
    /// The colours of a frame with ten bits of each.
    fileprivate var deepColors: [UInt32] {
        (0..<size.height).flatMap { y in
            UnsafeBufferPointer(start: row(y), count: size.width).map { $0 & 0x3fff_ffff }
        }
    }

    /// The same, each rounded to eight bits.
    fileprivate var narrowedColors: [UInt32] {
        deepColors.map { word in
            [20, 10, 0].reduce(0) { (pixel: UInt32, shift: UInt32) -> UInt32 in
                let value = word >> shift & 1023
                return pixel << 8 | (value * 255 + 511) / 1023
            }
        }
    }
}
