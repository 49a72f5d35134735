import Geometry
import Logging
import Mirroring
import Testing
import TestSupport

@testable import Rendering

/// The graphics hardware's renderer beside the processor's, and what becomes of the frame where it fails.
@Suite struct GLESRendererTests {
    private let gles: GLESRenderer
    private let pixman = PixmanRenderer(threads: 1)
    private let bounds = Size<ContentSpace>(width: 160, height: 100).bounds

    init() throws {
        gles = try GLESRenderer(.processor, fallback: PixmanRenderer(threads: 1), logger: Logger(label: "kagami.test"))
    }

    /// Pictures that show what a wrong filter does: lines of text, a photo's slopes, a zone plate's rings.
    enum Picture: CaseIterable {
        case text
        case photo
        case zonePlate

        func pixel(_ x: Int, _ y: Int) -> UInt32 {
            switch self {
            case .text: (x * 7 + y / 9 * 5) % 11 < 4 && y % 9 < 6 ? 0x10_2030 : 0xF0_F0E8
            case .photo: photo(x, y)
            case .zonePlate: (x - 200) * (x - 200) + (y - 150) * (y - 150) & 64 == 0 ? 0xFF_FFFF : 0
            }
        }

        private func photo(_ x: Int, _ y: Int) -> UInt32 {
            let red = x * 255 / 411
            let green = (x + y) * 255 / 700
            let blue = y * y / 300 & 255
            return UInt32(red << 16 | green << 8 | blue)
        }
    }

    @Test(arguments: Picture.allCases, [ScaleFilter.linear, .area, .areaInLinearLight])
    func everyScaleAgrees(picture: Picture, filter: ScaleFilter) throws {
        let source = try MemoryBuffer.filled(411, 289)
        for y in 0..<289 { for x in 0..<411 { source.row(y)[x] = picture.pixel(x, y) } }
        for (width, height) in [
            (137, 96), (205, 144), (411, 289), (160, 100), (52, 37), (500, 100), (97, 400), (640, 450),
        ] {
            var element = SceneElement(whole: source, at: Rect(x: -11, y: -7, width: width, height: height))
            element.filter = filter
            try expectAgreement([.fill(.black), element], "\(width)x\(height)")
        }
    }

    /// How often the texture unit is asked for a pixel, which is what a picture made smaller costs.
    @Test(arguments: [
        (1, 1), (2, 1), (3, 4), (4, 4), (5, 9), (6, 9), (8, 16),
    ])
    func aWholeRatioTakesHalfTheTapsAlongEachAxis(ratio: Int, taps: Int) {
        let source = MemoryImage(size: Size(width: 160 * ratio, height: 100 * ratio), format: .xrgb8888, pixels: [])
        var element = SceneElement(whole: source, at: bounds)
        element.filter = .area
        #expect(GLESRenderer.taps(for: element) == taps)
    }

    @Test func anAwkwardRatioTakesNoMoreTapsThanItsPixelsNeed() throws {
        var random = SplitMix64(seed: 12)
        for _ in 0..<500 {
            let size = Size<BufferSpace>(
                width: .random(in: 1...900, using: &random), height: .random(in: 1...900, using: &random))
            var element = SceneElement(
                whole: MemoryImage(size: size, format: .xrgb8888, pixels: []),
                at: Rect(
                    x: 0, y: 0, width: .random(in: 1...size.width, using: &random),
                    height: .random(in: 1...size.height, using: &random)))
            element.filter = .area
            let place = try #require(ElementPlacement(element))
            let shading = ElementShading(element, place, isReplacing: true)
            let axes: [(SourceSpan, Int, Int)] = [
                (place.across, place.stretched.width, shading.taps.across),
                (place.down, place.stretched.height, shading.taps.down),
            ]
            for (span, scaled, taps) in axes {
                let most = Int(AxisFilter.stretch(span, scaled: scaled, range: 0..<scaled).count.max() ?? 0)
                // One more where rounding may have a pixel touch its neighbour's edge.
                let needed = (most + 1) / 2...(most + 2) / 2
                #expect(needed.contains(taps), "\(span.length) to \(scaled)")
            }
        }
    }

    @Test func everythingAboveAgrees() throws {
        for seed in 0..<40 {
            var scenes = RandomScene(random: SplitMix64(seed: 7000 + UInt64(seed)), screen: bounds.size)
            var scene = scenes.scene(elements: scenes.number(1...5))
            for index in scene.elements.indices where seed % 2 == 0 {
                scene.elements[index].cornerRadius = scenes.number(0...9)
            }
            try expectAgreement(scene.frame, "seed \(seed)")
        }
    }

    /// A client draws in the same memory again: what is damaged is read again, and nothing else.
    @Test func damageAloneIsUploaded() throws {
        let client = try MemoryBuffer.noise(160, 100, seed: 3)
        let frame = try MemoryBuffer.filled(160, 100)
        let scene: [SceneElement] = [SceneElement(whole: client, at: bounds)]
        gles.submit([RenderPass(target: frame, damage: Region(frame.size.bounds.reinterpreted()), elements: scene)])
        #expect(gles.traffic[.uploaded].read == 160 * 100 * 4)
        let damage = Rect<OutputSpace>(x: 30, y: 20, width: 10, height: 5)
        for y in 20..<25 { for x in 30..<40 { client.row(y)[x] = 0x12_3456 } }
        gles.submit([RenderPass(target: frame, damage: Region(damage), elements: scene)])
        #expect(gles.traffic[.uploaded].read == (160 * 100 + 10 * 5) * 4)
        #expect(frame.colors == client.colors)
    }

    @Test func picturesThatNeverChangeAreUploadedOnce() throws {
        var random = SplitMix64(seed: 4)
        let image = MemoryImage.noise(Size(width: 20, height: 20), .argb8888, using: &random)
        let element = SceneElement(whole: image, at: Rect(x: 5, y: 5, width: 20, height: 20))
        for _ in 0..<3 { try expectAgreement([.fill(.black), element], "again") }
        #expect(gles.traffic[.uploaded].read == 20 * 20 * 4)
    }

    /// The controller draws from the frame where the device has it: nothing is read back for that.
    @Test func aMirroredFrameStaysOnTheDevice() throws {
        var random = SplitMix64(seed: 6)
        let external = try Head(Size(width: 640, height: 480), .normal)
        let panel = try Head(Size(width: 400, height: 300), .normal)
        let client = MemoryImage.noise(external.target.size.reinterpreted(), .xrgb8888, using: &random)
        let scene: [SceneElement] = [
            SceneElement(whole: client, at: external.target.size.reinterpreted(as: ContentSpace.self).bounds)
        ]
        let passes = [
            try external.pass(Region(external.target.size.bounds), scene),
            try panel.pass(Region(panel.target.size.bounds), snapshot(of: external, scene, on: panel)),
        ]
        gles.submit(passes)
        #expect(gles.traffic[.uploaded].read == 640 * 480 * 4)
        #expect(gles.traffic[.readBack].read == (640 * 480 + 400 * 300) * 4, "once to each display")
        #expect(external.target.memory == nil && panel.target.memory == nil, "nothing kept")
    }

    /// Memory of a kind that the driver does not know is read by the processor.
    @Test func aRefusedImportIsReadByTheProcessor() throws {
        let client = UnimportableBuffer()
        try expectAgreement([.fill(.black), SceneElement(whole: client, at: bounds)], "refused")
        #expect(gles.name == "gles")
        #expect(gles.traffic[.uploaded].read == 160 * 100 * 4)
    }

    /// What the processor draws anyway, its own renderer draws better.
    @Test func theProcessorIsNoHardware() throws {
        let renderer = try GLESRenderer(
            ifHardware: .processor, fallback: PixmanRenderer(threads: 1), logger: Logger(label: "kagami.test"))
        #expect((renderer == nil) == gles.remark?.hasPrefix("llvmpipe"))
    }

    @Test func theFrameAfterALossIsWhole() throws {
        let external = try Head(Size(width: 320, height: 200), .normal)
        let client = try MemoryBuffer.noise(320, 200, seed: 8)
        let scene: [SceneElement] = [
            SceneElement(whole: client, at: external.target.size.reinterpreted(as: ContentSpace.self).bounds)
        ]
        gles.submit([try external.pass(Region(external.target.size.bounds), scene)])
        external.flip()
        gles.lost(.missing("its context, for this test"))
        #expect(gles.name == "pixman")
        for y in 50..<60 { client.row(y)[100] = 0xAB_CDEF }
        let damage = Region(Rect<OutputSpace>(x: 100, y: 50, width: 1, height: 10))
        gles.submit([try external.pass(damage, scene)])
        external.flip()
        #expect(external.colors == client.colors)
        // Drawing comes back after a while, with the frame as it is by then.
        for turn in 0..<300 {
            client.row(turn % 200)[turn] = 0x01_0203
            let damage = Region(Rect<OutputSpace>(x: turn, y: turn % 200, width: 1, height: 1))
            gles.submit([try external.pass(damage, scene)])
            external.flip()
        }
        #expect(gles.name == "gles")
        #expect(external.colors == client.colors)
    }

    @Test func picturesTooLargeForTheDeviceAreDrawnByTheProcessor() throws {
        let client = try MemoryBuffer.noise(20_000, 2, seed: 9)
        let scene: [SceneElement] = [
            .fill(.black), SceneElement(whole: client, at: Rect(x: 0, y: 0, width: 20_000, height: 2)),
        ]
        try expectAgreement(scene, "large")
        #expect(gles.name == "gles")
        #expect(gles.traffic[.uploaded].read == 0)
        try expectAgreement([.fill(Color(red: 1, green: 2, blue: 3))], "after it")
    }

    private func expectAgreement(
        _ elements: [SceneElement], _ remark: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let pictures = try [gles as any RendererPort, pixman].map { renderer in
            let frame = try MemoryBuffer.filled(bounds.width, bounds.height)
            let damage = Region<OutputSpace>(bounds.reinterpreted())
            renderer.submit([RenderPass(target: frame, damage: damage, elements: elements)])
            return frame.colors
        }
        #expect(largestDifference(pictures[0], pictures[1]) <= 2, remark, sourceLocation: sourceLocation)
        #expect(gles.name == "gles", sourceLocation: sourceLocation)
    }
}

/// Pixels in ordinary memory which claim to be a dmabuf.
private final class UnimportableBuffer: Buffer {
    private let picture: MemoryImage
    let size = Size<BufferSpace>(width: 160, height: 100)

    init() {
        var random = SplitMix64(seed: 5)
        picture = .noise(size, .xrgb8888, using: &random)
    }

    var stride: Int { picture.stride }
    var format: PixelFormat { .xrgb8888 }
    var dmabuf: DMABuf? {
        DMABuf(
            // Asked for one that it knows, Mesa 25 draws from a descriptor that has no memory, and crashes. Clients cannot pass those.
            layout: PixelLayout(format: 0x5A5A_5A5A, modifier: PixelLayout.linear),
            planes: [.init(descriptor: 0, offset: 0, stride: stride)])
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { picture.withPixels(body) }
}
