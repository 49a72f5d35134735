import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Rendering

/// Passes that are submitted together leave the same pixels as those submitted one by one.
@Suite struct JointDrawingTests {
    private let renderer = PixmanRenderer()
    private let external = Size<OutputSpace>(width: 1200, height: 900)

    /// Random clients, cursors, overlays and damage on both screens.
    @Test(arguments: Effort.seeds(sample: 12, torture: 240)) func leavesTheSamePixels(seed: UInt64) throws {
        var random = SplitMix64(seed: 500 + seed)
        let format = [PixelFormat.xrgb8888, .xrgb8888, .xrgb2101010, .xbgr2101010][Int(seed / 2 % 4)]
        let client = MemoryImage.noise(external.reinterpreted(), format, using: &random)
        var elements: [SceneElement] = [
            .fill(.black), SceneElement(whole: client, at: origin(seed, &random)),
        ]
        if seed % 3 != 0 {
            let cursor = MemoryImage.noise(Size(width: 24, height: 30), .argb8888, using: &random)
            let place = Rect<ContentSpace>(
                x: .random(in: 0..<1200, using: &random), y: .random(in: 0..<900, using: &random), width: 24, height: 30
            )
            elements.append(SceneElement(whole: cursor, at: place))
        }
        let size = [(400, 320), (427, 320), (600, 450), (1200, 900)][Int(seed % 4)]
        let panel = Size<OutputSpace>(width: size.0, height: size.1)
        let viewport = PanelViewport(panel: panel.reinterpreted(), external: external.reinterpreted())
        let together = try screens(panel), apart = try screens(panel)
        let changed = (damage(external, seed, &random), damage(panel, seed / 2, &random))
        let above = seed % 5 == 1 ? [SceneElement.fill(Color(red: 9, green: 8, blue: 7))] : []
        renderer.submit(passes(together, elements, above, viewport, changed))
        for pass in passes(apart, elements, above, viewport, changed) { renderer.submit([pass]) }
        #expect(together.external.colors == apart.external.colors)
        #expect(together.panel.colors == apart.panel.colors)
    }

    /// The rows are read once: what the client's buffer holds is copied and shown, and nothing is drawn twice.
    @Test(arguments: [PixelFormat.xrgb8888, .xrgb2101010, .xbgr2101010])
    func aFullScreenClientIsDrawnInOnePass(format: PixelFormat) throws {
        var random = SplitMix64(seed: 7)
        let client = MemoryImage.noise(external.reinterpreted(), format, using: &random)
        let panel = Size<OutputSpace>(width: 400, height: 320)
        let viewport = PanelViewport(panel: panel.reinterpreted(), external: external.reinterpreted())
        let both = try screens(panel)
        let whole = (Region(external.bounds), Region(panel.bounds))
        let place = Rect<ContentSpace>(x: 0, y: 0, width: 1200, height: 900)
        var drawings = passes(
            both, [.fill(.black), SceneElement(whole: client, at: place)], [], viewport, whole
        )
        .map { PassDrawing($0, PixelWorkers(count: 1)) }
        let second = drawings.removeLast()
        let joint = try #require(JointDrawing(of: drawings[0], into: second))
        var traffic = MemoryTraffic()
        joint.draw(drawings[0], second, &traffic)
        #expect(traffic.total == (2 * 1200 * 900 + 400 * 300) * 4)
        #expect(drawings[0].parts.allSatisfy { $0.region.isEmpty })
        #expect(second.parts.map(\.region.area) == [400 * 20, 0])
        if !format.isDeep { #expect(both.external.colors == client.colors) }
    }

    /// Whole groups of two, three and four columns of deep pixels are brought to eight bits while they are averaged.
    @Test(arguments: [PixelFormat.xrgb2101010, .xbgr2101010], [2, 3, 4])
    func deepClientsShrinkToTheSamePixels(format: PixelFormat, columns: Int) throws {
        var random = SplitMix64(seed: 11)
        let client = MemoryImage.noise(external.reinterpreted(), format, using: &random)
        let panel = Size<OutputSpace>(width: 1200 / columns, height: 900 / columns)
        let viewport = PanelViewport(panel: panel.reinterpreted(), external: external.reinterpreted())
        let place = Rect<ContentSpace>(x: 0, y: 0, width: 1200, height: 900)
        let elements: [SceneElement] = [SceneElement(whole: client, at: place)]
        let together = try screens(panel), apart = try screens(panel)
        let whole = (Region(external.bounds), Region(panel.bounds))
        renderer.submit(passes(together, elements, [], viewport, whole))
        for pass in passes(apart, elements, [], viewport, whole) { renderer.submit([pass]) }
        #expect(together.external.colors == apart.external.colors)
        #expect(together.panel.colors == apart.panel.colors)
    }

    private func passes(
        _ screens: (external: MemoryBuffer, panel: MemoryBuffer), _ elements: [SceneElement],
        _ above: [SceneElement], _ viewport: PanelViewport, _ damage: (Region<OutputSpace>, Region<OutputSpace>)
    ) -> [RenderPass] {
        let snapshot = SceneElement(screens.external, at: viewport.frame.reinterpreted(), filter: .area)
        return [
            RenderPass(target: screens.external, damage: damage.0, elements: elements),
            RenderPass(
                target: screens.panel, damage: damage.1,
                elements: [.fill(Color(red: 1, green: 2, blue: 3)), snapshot] + above),
        ]
    }

    private func screens(_ panel: Size<OutputSpace>) throws -> (external: MemoryBuffer, panel: MemoryBuffer) {
        (try .noise(external.width, external.height, seed: 1), try .noise(panel.width, panel.height, seed: 2))
    }

    private func origin(_ seed: UInt64, _ random: inout SplitMix64) -> Rect<ContentSpace> {
        let isMoved = seed % 5 == 3
        return Rect(
            x: 0, y: isMoved ? .random(in: -50...50, using: &random) : 0, width: 1200, height: 900)
    }

    /// All of a screen, a band of it, or a rectangle.
    private func damage(_ size: Size<OutputSpace>, _ kind: UInt64, _ random: inout SplitMix64) -> Region<OutputSpace> {
        let top = Int.random(in: 0..<size.height / 4, using: &random)
        switch kind % 3 {
        case 0: return Region(size.bounds)
        case 1: return Region(Rect(x: 0, y: top, width: size.width, height: size.height / 2 + top))
        default: return Region(Rect(x: top, y: top, width: size.width / 2, height: size.height / 2))
        }
    }
}

extension MemoryImage {
    /// The colour of each pixel.
    fileprivate var colors: [UInt32] {
        var found: [UInt32] = []
        _ = withPixels { first in
            found = UnsafeBufferPointer(start: first.assumingMemoryBound(to: UInt32.self), count: size.area)
                .map { $0 & 0xFF_FFFF }
        }
        return found
    }
}
