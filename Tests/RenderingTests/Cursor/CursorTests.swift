import Geometry
import Mirroring
import Testing

@testable import Rendering

@Suite struct CursorTests {
    private let renderer = PixmanRenderer()

    @Test(arguments: CursorShape.allCases, [0.5, 1, 1.5, 3])
    func isDrawnWithinItsBox(shape: CursorShape, scale: Double) throws {
        let picture = CursorPixels(shape, scale: scale)
        let side = Int((24 * scale).rounded(.up))
        #expect(picture.image.size == Size(width: side, height: side))
        #expect(picture.image.size.bounds.contains(picture.hotspot.reinterpreted()))
        let pixels = try words(of: picture.image)
        #expect(pixels.contains { $0 >> 24 == 255 })
        #expect(pixels.contains { $0 == 0 })
        #expect(pixels.allSatisfy { $0 & 255 <= $0 >> 24 })
        let last = (side - 1) * side
        let edge: [UInt32] = (0..<side).flatMap { (place: Int) -> [UInt32] in
            [pixels[place], pixels[place * side], pixels[last + place]]
        }
        #expect(edge.allSatisfy { $0 >> 24 < 255 })
    }

    @Test func theArrowPointsWithItsTip() throws {
        let picture = CursorPixels(.arrow, scale: 2)
        let pixels = try words(of: picture.image)
        let (x, y) = (Int(picture.hotspot.x), Int(picture.hotspot.y))
        #expect(pixels[(y + 4) * 48 + x + 1] >> 24 == 255)
        #expect((0..<48).allSatisfy { pixels[$0] == 0 })
    }

    @Test func picturesAreDrawnOnce() {
        let first = renderer.cursor(named: "default", scale: .one).source
        #expect(renderer.cursor(named: "default", scale: .one).source === first)
        #expect(renderer.cursor(named: "no-such-cursor", scale: .one).source === first)
        #expect(renderer.cursor(named: "default", scale: Scale(in120ths: 240)).source !== first)
        #expect(renderer.cursor(named: "text", scale: .one).source !== first)
    }

    private func words(of image: MemoryImage) throws -> [UInt32] {
        var words: [UInt32] = []
        let isThere = image.withPixels { first in
            words = (0..<image.size.area).map { first.load(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        try #require(isThere)
        return words
    }
}
