import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Rendering

@Suite struct ChangeSearchTests {
    private let renderer = PixmanRenderer()
    private let screen = Size<ContentSpace>(width: 70, height: 50)
    private let line = Region<ContentSpace>(Rect(x: 0, y: 10, width: 70, height: 8))

    @Test func oneChangedCellIsFoundInItsLine() throws {
        var pixels = [UInt32](repeating: 0x20_2020, count: screen.area)
        let frame = try composed(scene(pixels))
        for y in 12..<16 {
            for x in 30..<35 { pixels[y * 70 + x] = 0xFF_FFFF }
        }
        let changes = renderer.changes(scene(pixels), in: frame, damage: line)
        #expect(changes == Region(Rect(x: 30, y: 12, width: 5, height: 4)))
    }

    @Test func nothingChangedIsNothing() throws {
        let pixels = [UInt32](repeating: 0x20_2020, count: screen.area)
        let frame = try composed(scene(pixels))
        #expect(renderer.changes(scene(pixels), in: frame, damage: line).isEmpty)
    }

    @Test func largeDamageIsTakenAtItsWord() throws {
        let pixels = [UInt32](repeating: 0x20_2020, count: screen.area)
        let frame = try composed(scene(pixels))
        let damage = Region<ContentSpace>(Rect(x: 0, y: 0, width: 70, height: 20))
        #expect(renderer.changes(scene(pixels), in: frame, damage: damage) == damage)
    }

    /// Drawing just the changes must leave the same picture as drawing all of the damage.
    @Test func changesAreNeverMissed() throws {
        for seed in 300..<400 as Range<UInt64> {
            var scenes = RandomScene(random: SplitMix64(seed: seed), screen: screen)
            let next = scenes.scene(elements: scenes.number(1...6))
            var last = next
            last.elements.remove(at: scenes.number(0...last.elements.count - 1))
            let damage = Region<ContentSpace>(
                Rect(x: scenes.number(0...40), y: scenes.number(0...40), width: 30, height: scenes.number(5...25)))
            let narrowed = try composed(last)
            let plain = try composed(last)
            renderer.compose(
                next, into: narrowed, damage: renderer.changes(next, in: narrowed, damage: damage))
            renderer.compose(next, into: plain, damage: damage)
            #expect(narrowed.colors == plain.colors, "seed \(seed)")
        }
    }

    private func scene(_ pixels: [UInt32]) -> ComposedScene {
        let source = MemoryImage(size: Size(width: 70, height: 50), format: .xrgb8888, pixels: pixels)
        return ComposedScene(elements: [
            SceneElement(
                source: source, crop: SourceBox(x: 0, y: 0, width: 70, height: 50), transform: .normal,
                destination: screen.bounds, opaque: Region())
        ])
    }

    private func composed(_ scene: ComposedScene) throws -> MemoryBuffer {
        let frame = try MemoryBuffer.filled(screen.width, screen.height, with: 0)
        renderer.compose(scene, into: frame, damage: Region(screen.bounds))
        return frame
    }
}
