import Geometry
import Mirroring
import RenderingSupport
import Testing
import TestSupport

@testable import Rendering

@Suite struct OverlayTests {
    private static let background: UInt32 = 0x12_3456

    /// Pictures that shrink, grow, keep their size or do each along one axis, on places inside and over every edge.
    static let frames = [
        Rect<OutputSpace>(x: 5, y: 4, width: 16, height: 9), Rect(x: -7, y: -3, width: 20, height: 12),
        Rect(x: 60, y: 40, width: 20, height: 20), Rect(x: -10, y: -10, width: 90, height: 70),
        Rect(x: 3, y: 2, width: 32, height: 18), Rect(x: -31, y: 10, width: 32, height: 18),
        Rect(x: 10, y: 30, width: 50, height: 7), Rect(x: 20, y: -60, width: 9, height: 100),
        Rect(x: 69, y: 49, width: 1, height: 1), Rect(x: 80, y: 10, width: 10, height: 10),
    ]

    @Test(arguments: TestedRenderer.allCases, frames)
    func agreesWithDoublePrecision(kind: TestedRenderer, frame: Rect<OutputSpace>) throws {
        let renderer = try kind.make()
        let picture = try MemoryBuffer.noise(32, 18, seed: 1)
        let target = try MemoryBuffer.filled(70, 50, with: Self.background)
        draw([SceneElement(picture, at: frame)], on: target, by: renderer)
        #expect(largestDifference(target.colors, reference(picture, frame)) <= kind.rounding)
    }

    @Test(arguments: TestedRenderer.allCases)
    func decorationsBlendOverPictureAndFrame(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        let picture = try MemoryBuffer.filled(10, 10, with: 0xFF0000)
        let veil = MemoryImage(size: Size(width: 1, height: 1), format: .argb8888, pixels: [0x8000_0080])
        let button = SceneElement(
            source: veil, crop: SourceBox(x: 0, y: 0, width: 1, height: 1), transform: .normal,
            destination: Rect(x: 15, y: 15, width: 10, height: 10), opaque: Region())
        let target = try MemoryBuffer.filled(40, 40, with: 0x00FF00)
        let frame = Rect<OutputSpace>(x: 10, y: 10, width: 10, height: 10)
        draw([SceneElement(picture, at: frame), button], on: target, by: renderer)
        #expect(target.row(12)[12] & 0xFF_FFFF == 0xFF0000)
        #expect(channelDifference(target.row(17)[17], 0x7F_0080) <= 1)
        #expect(channelDifference(target.row(22)[22], 0x00_7F80) <= 1)
        #expect(target.row(30)[30] & 0xFF_FFFF == 0x00FF00)
    }

    /// What the element says to show of a change is all that has to be drawn again, and drawing it touches nothing else.
    @Test(arguments: TestedRenderer.allCases)
    func damageOfThePictureRepairsTheScreen(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        var random = SplitMix64(seed: 5)
        for frame in Self.frames + (0..<30).map({ _ in Self.randomFrame(&random) }) {
            let picture = try MemoryBuffer.noise(32, 18, seed: random.next())
            let element = SceneElement(picture, at: frame)
            let target = try MemoryBuffer.filled(70, 50, with: Self.background)
            draw([element], on: target, by: renderer)
            for _ in 0..<8 {
                let changed = change(picture, using: &random)
                let damage = element.shown(Region(changed.reinterpreted())).reinterpreted(as: OutputSpace.self)
                let before = target.colors
                renderer.draw([element], into: target, damage: damage)
                let whole = try MemoryBuffer.filled(70, 50, with: Self.background)
                draw([element], on: whole, by: renderer)
                #expect(target.colors == whole.colors, "\(frame)")
                let after = target.colors
                for index in after.indices where after[index] != before[index] {
                    #expect(damage.contains(Point(x: Double(index % 70), y: Double(index / 70))))
                }
            }
        }
    }

    private func draw(_ elements: [SceneElement], on target: MemoryBuffer, by renderer: any RendererPort) {
        renderer.draw(elements, into: target, damage: Region(target.size.bounds.reinterpreted()))
    }

    /// The overlay as an element of a scene, composed by the definitions.
    private func reference(_ picture: MemoryBuffer, _ frame: Rect<OutputSpace>) -> [UInt32] {
        let backdrop = MemoryImage(
            size: Size(width: 70, height: 50), format: .xrgb8888,
            pixels: [UInt32](repeating: Self.background, count: 70 * 50))
        let image = MemoryImage(
            size: picture.size.reinterpreted(), format: .xrgb8888, pixels: picture.colors)
        let elements = [(backdrop, Rect(x: 0, y: 0, width: 70, height: 50)), (image, frame)].map { image, place in
            SceneElement(
                source: image,
                crop: SourceBox(x: 0, y: 0, width: Double(image.size.width), height: Double(image.size.height)),
                transform: .normal, destination: place.reinterpreted(), opaque: Region(place.reinterpreted()))
        }
        return ComposeReference.colors(of: ComposedScene(elements: elements), width: 70, height: 50)
    }

    private static func randomFrame(_ random: inout SplitMix64) -> Rect<OutputSpace> {
        Rect(
            x: .random(in: -40...75, using: &random), y: .random(in: -40...55, using: &random),
            width: .random(in: 1...100, using: &random), height: .random(in: 1...70, using: &random))
    }

    private func change(_ picture: MemoryBuffer, using random: inout SplitMix64) -> Rect<OutputSpace> {
        let (x, y) = (
            Int.random(in: 0..<picture.size.width, using: &random),
            Int.random(in: 0..<picture.size.height, using: &random)
        )
        let rect = Rect<OutputSpace>(
            left: x, top: y, right: .random(in: x + 1...picture.size.width, using: &random),
            bottom: .random(in: y + 1...picture.size.height, using: &random))
        for row in rect.y..<rect.maxY {
            for column in rect.x..<rect.maxX {
                picture.row(row)[column] = UInt32(truncatingIfNeeded: random.next()) & 0xFF_FFFF
            }
        }
        return rect
    }
}
