import Geometry
import Mirroring
import Testing

@testable import KMS

@Suite struct ScanoutPainterTests {
    /// Every pixel lands where the transform takes it, and none outside the damage is written.
    @Test(arguments: Transform.allCases)
    func turnsEveryPixel(transform: Transform) throws {
        let size = Size<OutputSpace>(width: 7, height: 5)
        let picture = try #require(PixelBuffer(size: size))
        for y in 0..<size.height {
            for x in 0..<size.width { picture.row(y)[x] = UInt32(y << 8 | x) }
        }
        let scanout: Size<ScanoutSpace> = transform.apply(to: size)
        let untouched: UInt32 = 0xdead_beef
        let pitch = 64
        var memory = [UInt32](repeating: untouched, count: pitch / 4 * scanout.height)
        let damage = Rect<OutputSpace>(x: 1, y: 2, width: 4, height: 2)
        let painted = memory.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { base in
                ScanoutPainter(transform: transform).paint(
                    picture, Region(damage), into: ScanoutTarget(pixels: base, pitch: pitch, size: scanout))
            }
        }
        var expected = [UInt32](repeating: untouched, count: memory.count)
        for y in damage.y..<damage.maxY {
            for x in damage.x..<damage.maxX {
                let pixel = Rect<OutputSpace>(x: x, y: y, width: 1, height: 1)
                let place = transform.apply(to: pixel, within: size, in: ScanoutSpace.self)
                expected[place.y * pitch / 4 + place.x] = UInt32(y << 8 | x)
            }
        }
        #expect(memory.map { $0 & 0xffffff } == expected.map { $0 & 0xffffff })
        #expect(painted?.area == damage.size.area)
        #expect(painted?.extents == transform.apply(to: damage, within: size))
    }

    @Test func staysInsideASmallerTarget() throws {
        let picture = try #require(PixelBuffer(size: Size(width: 8, height: 8)))
        for y in 0..<8 { for x in 0..<8 { picture.row(y)[x] = 1 } }
        var memory = [UInt32](repeating: 0, count: 4 * 6)
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            // Two rows of guard memory follow the target.
            let target = ScanoutTarget(pixels: base, pitch: 16, size: Size(width: 4, height: 4))
            let everything = Region(Rect<OutputSpace>(x: -5, y: -5, width: 1000, height: 1000))
            _ = ScanoutPainter(transform: .normal).paint(picture, everything, into: target)
        }
        #expect(memory.prefix(16).allSatisfy { $0 == 1 })
        #expect(memory.suffix(8).allSatisfy { $0 == 0 })
    }
}
