import Geometry
import Mirroring
import Testing

@testable import Rendering

@Suite struct DisplayCopyTests {
    private let size = Size<OutputSpace>(width: 37, height: 29)

    /// Every pixel lands where the transform takes it, and none outside the damage is written.
    @Test(arguments: Transform.allCases) func turnsEveryPixel(transform: Transform) throws {
        let picture = try MemoryBuffer.noise(size.width, size.height, seed: 4)
        let display = FakeScanout(size: transform.apply(to: size))
        let first = try #require(display.beginAccess())
        let damage = Rect<OutputSpace>(x: 1, y: 2, width: 24, height: 20)
        let copy = DisplayCopy(
            picture: PixelPlane(picture), display: (first, display.stride, display.size.reinterpreted()),
            transform: transform)
        copy.show(Region(damage))
        let colors = display.colors(undoing: transform)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let isDrawn = damage.contains(Rect(x: x, y: y, width: 1, height: 1))
                let expected = isDrawn ? picture.row(y)[x] & 0xFF_FFFF : 0
                #expect(colors[y * size.width + x] == expected, "\(x), \(y)")
            }
        }
    }

    /// What is read back is what was shown.
    @Test(arguments: Transform.allCases) func readsBackWhatWasShown(transform: Transform) throws {
        let picture = try MemoryBuffer.noise(size.width, size.height, seed: 8)
        let again = try MemoryBuffer.filled(size.width, size.height)
        let display = FakeScanout(size: transform.apply(to: size))
        let first = try #require(display.beginAccess())
        func copy(_ picture: MemoryBuffer) -> DisplayCopy {
            DisplayCopy(
                picture: PixelPlane(picture), display: (first, display.stride, display.size.reinterpreted()),
                transform: transform)
        }
        copy(picture).show(Region(size.bounds))
        copy(again).readBack(Region(Rect(x: 3, y: 0, width: 30, height: 29)))
        for y in 0..<size.height {
            #expect(again.colors(ofRow: y)[3..<33] == picture.colors(ofRow: y)[3..<33])
            #expect(again.colors(ofRow: y)[0..<3] == [0, 0, 0])
        }
    }

    @Test func staysInsideThePicture() throws {
        let picture = try MemoryBuffer.filled(8, 8, with: 1)
        let display = FakeScanout(size: Size(width: 8, height: 8))
        let first = try #require(display.beginAccess())
        DisplayCopy(
            picture: PixelPlane(picture), display: (first, display.stride, display.size.reinterpreted()),
            transform: .normal
        )
        .show(Region(Rect(x: -5, y: -5, width: 1000, height: 1000)))
        #expect(display.colors(undoing: .normal).allSatisfy { $0 == 1 })
    }
}
