import Geometry
import Mirroring
import Rendering
import RenderingSupport
import TestSupport
import Testing

@testable import Compositor

/// Whatever happens to overlays and content, the frame is the one that drawing everything anew would give.
@Suite struct OverlayRandomTests {
    @Test(arguments: TestedRenderer.allCases, Effort.seeds(sample: 16, torture: 1000))
    func incrementalEqualsFullRedraw(kind: TestedRenderer, seed: UInt64) throws {
        var world = try OverlayWorld(kind.make(), seed: seed)
        for step in 0..<60 {
            try world.act()
            let difference = try world.difference()
            #expect(difference.isEmpty, "seed \(seed), step \(step): \(difference)")
            if !difference.isEmpty { return }
        }
    }
}

/// A screen with real pixels: random content below random overlays.
private struct OverlayWorld {
    private var random: SplitMix64
    private let bench: Bench
    private let renderer: any RendererPort
    private let canvas: NoiseSource
    private let size = Size<OutputSpace>(width: 120, height: 80)
    private var overlays: [OverlayID: [SceneElement]] = [:]

    init(_ renderer: any RendererPort, seed: UInt64) throws {
        self.renderer = renderer
        random = SplitMix64(seed: seed)
        bench = Bench(outputs: [Bench.panel(120, 80)], renderer: renderer)
        canvas = NoiseSource(size: Size(width: 120, height: 80), format: .xrgb8888, using: &random)
        bench.content.scene = [canvas.element(at: Rect(x: 0, y: 0, width: 120, height: 80), isOpaque: true)]
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 120, height: 80)))
        bench.loop.settle()
        _ = bench.drain()
    }

    mutating func act() throws {
        let id = OverlayID.allCases.randomElement(using: &random) ?? .pictureInPicture
        switch Int.random(in: 0..<6, using: &random) {
        case 0: set(id, to: [])
        case 1: set(id, to: try overlay())
        case 2: move(id)
        case 3: changePicture(of: id)
        default: changeContent()
        }
        bench.loop.settle()
        _ = bench.drain()
    }

    /// The pixels of the panel's frame that are not as they should be.
    func difference() throws -> [Point<OutputSpace>] {
        let expected = try #require(MemoryBuffer(size: size.reinterpreted()))
        var elements = [.fill(.black)] + bench.content.scene
        for (_, overlay) in overlays.sorted(by: { $0.key < $1.key }) { elements += overlay }
        renderer.submit([RenderPass(target: expected, damage: Region(size.bounds), elements: elements)])
        let frame = try #require(bench.compositor.picture(of: .panel))
        return (0..<size.height).flatMap { y in
            (0..<size.width).filter { frame.row(y)[$0] & 0xFF_FFFF != expected.row(y)[$0] & 0xFF_FFFF }
                .map { Point(x: Double($0), y: Double(y)) }
        }
    }

    private mutating func set(_ id: OverlayID, to overlay: [SceneElement]) {
        overlays[id] = overlay
        bench.compositor.overlays.set(id, to: overlay, on: .panel)
    }

    private mutating func move(_ id: OverlayID) {
        guard var overlay = overlays[id], !overlay.isEmpty else { return }
        overlay[0].destination = frame().reinterpreted()
        if overlay[0].source is MemoryBuffer { overlay[0].opaque = Region(overlay[0].destination) }
        if Bool.random(using: &random) { overlay = [overlay[0]] + decorations() }
        set(id, to: overlay)
    }

    private mutating func overlay() throws -> [SceneElement] {
        let others = decorations() + decorations()
        if Int.random(in: 0..<4, using: &random) == 0 { return others }
        let picture = try #require(MemoryBuffer(size: Size(width: 40, height: 30)))
        picture.fill(picture.size.bounds.reinterpreted(), using: &random)
        return [SceneElement(picture, at: frame(), cornerRadius: .random(in: 0...9, using: &random))] + others
    }

    private mutating func frame() -> Rect<OutputSpace> {
        Rect(
            x: .random(in: -30...110, using: &random), y: .random(in: -30...70, using: &random),
            width: .random(in: 1...90, using: &random), height: .random(in: 1...60, using: &random))
    }

    private mutating func decorations() -> [SceneElement] {
        (0..<Int.random(in: 0...2, using: &random)).map { _ in
            let frame = frame()
            return NoiseSource(size: Size(width: 4, height: 4), format: .argb8888, using: &random)
                .element(at: frame.reinterpreted(), isOpaque: false)
        }
    }

    private mutating func changePicture(of id: OverlayID) {
        guard let picture = overlays[id]?.first?.source as? MemoryBuffer else { return }
        let rect = Rect<OutputSpace>(
            x: .random(in: 0..<40, using: &random), y: .random(in: 0..<30, using: &random), width: 9, height: 7
        ).intersection(picture.size.bounds.reinterpreted())
        picture.fill(rect, using: &random)
        bench.compositor.overlays.damaged(id, on: .panel, Region(rect))
    }

    /// Often the content says that more has changed than has, sometimes that something has where nothing has.
    private mutating func changeContent() {
        let damage = Rect<ContentSpace>(
            x: .random(in: 0..<120, using: &random), y: .random(in: 0..<80, using: &random), width: 30, height: 10)
        if Bool.random(using: &random) {
            canvas.change(
                Rect(x: damage.x + 3, y: damage.y + 2, width: 5, height: 4), using: &random)
        }
        bench.content.observer?.contentDamaged(Region(damage))
    }
}

extension MemoryBuffer {
    fileprivate func fill(_ rect: Rect<OutputSpace>, using random: inout SplitMix64) {
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { row(y)[x] = UInt32(truncatingIfNeeded: random.next()) & 0xFF_FFFF }
        }
    }
}

/// Random pixels, opaque or half clear.
private final class NoiseSource: Buffer {
    let size: Size<BufferSpace>
    let format: PixelFormat
    private var pixels: [UInt32]

    var stride: Int { size.width * 4 }

    init(size: Size<BufferSpace>, format: PixelFormat, using random: inout SplitMix64) {
        self.size = size
        self.format = format
        // Colours of at most half of the range are valid under an alpha of half.
        pixels = (0..<size.area).map { _ in UInt32(truncatingIfNeeded: random.next()) & 0x7F_7F7F | 0x8000_0000 }
    }

    func element(at destination: Rect<ContentSpace>, isOpaque: Bool) -> SceneElement {
        SceneElement(
            source: self,
            crop: SourceBox(x: 0, y: 0, width: Double(size.width), height: Double(size.height)), transform: .normal,
            destination: destination, opaque: isOpaque ? Region(destination) : Region())
    }

    func change(_ rect: Rect<BufferSpace>, using random: inout SplitMix64) {
        let rect = rect.intersection(size.bounds)
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX {
                pixels[y * size.width + x] = UInt32(truncatingIfNeeded: random.next()) & 0x7F_7F7F
            }
        }
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        pixels.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return false }
            body(first)
            return true
        }
    }
}
