import Geometry
import Glibc
import Mirroring
import TestSupport
import Testing

@testable import KMS

/// A framebuffer in ordinary memory.
private final class FakeBuffer: ScanoutBuffer {
    let target: ScanoutTarget
    var frame: UInt64?

    init(size: Size<ScanoutSpace>) {
        let pixels = UnsafeMutableRawPointer.allocate(byteCount: size.area * 4, alignment: 16)
        memset(pixels, 0, size.area * 4)
        target = ScanoutTarget(pixels: pixels, pitch: size.width * 4, size: size)
    }

    deinit {
        target.pixels.deallocate()
    }

    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        (target.pixels + y * target.pitch + x * 4).load(as: UInt32.self) & 0xff_ffff
    }
}

@Suite struct FramebufferChainTests {
    private let size = Size<ScanoutSpace>(width: 24, height: 16)

    /// Whatever is damaged, and whichever flips fail, the screen shows the whole of the last picture.
    @Test(arguments: 0..<24)
    func showsTheWholePicture(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let transform = try #require(Transform.allCases.randomElement(using: &random))
        let chain = try FramebufferChain(size: size, transform: transform) { FakeBuffer(size: size) }
        let picture = try #require(PixelBuffer(size: chain.pictureSize))
        // As the port's contract has it: what has changed since the last picture that was queued.
        var damage = Region(chain.pictureSize.bounds)
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                damage.formUnion(scribble(on: picture, using: &random))
            }
            let (buffer, painted) = try chain.paint(picture, damage: damage)
            #expect(painted.area <= size.area)
            if Int.random(in: 0..<5, using: &random) == 0 { continue }
            chain.flipped()
            damage = Region()
            #expect(buffer === chain.front)
            #expect(shows(picture, chain.front, transform))
        }
    }

    @Test func paintsLittleForLittleDamage() throws {
        let chain = try FramebufferChain(size: size, transform: .normal) { FakeBuffer(size: size) }
        let picture = try #require(PixelBuffer(size: chain.pictureSize))
        let cell = Region(Rect<OutputSpace>(x: 3, y: 4, width: 2, height: 2))
        var areas: [Int] = []
        for _ in 0..<5 {
            areas.append(try chain.paint(picture, damage: cell).painted.area)
            chain.flipped()
        }
        // Each of the two buffers is painted in full once.
        #expect(areas == [384, 384, 4, 4, 4])
    }

    @Test func makesTheSecondBufferWithTheFirstPicture() throws {
        var count = 0
        let chain = try FramebufferChain(size: size, transform: .normal) {
            count += 1
            return FakeBuffer(size: size)
        }
        #expect(count == 1)
        let picture = try #require(PixelBuffer(size: chain.pictureSize))
        for _ in 0..<4 {
            _ = try chain.paint(picture, damage: Region())
            chain.flipped()
        }
        #expect(count == 2)
    }

    private func scribble(
        on picture: PixelBuffer, using random: inout SplitMix64
    ) -> Rect<OutputSpace> {
        let x = Int.random(in: 0..<picture.size.width, using: &random)
        let y = Int.random(in: 0..<picture.size.height, using: &random)
        let rect = Rect<OutputSpace>(
            x: x, y: y, width: Int.random(in: 1...picture.size.width - x, using: &random),
            height: Int.random(in: 1...picture.size.height - y, using: &random))
        let color = UInt32.random(in: 0...0xff_ffff, using: &random)
        for row in rect.y..<rect.maxY {
            for column in rect.x..<rect.maxX { picture.row(row)[column] = color }
        }
        return rect
    }

    private func shows(_ picture: PixelBuffer, _ buffer: FakeBuffer, _ transform: Transform) -> Bool {
        (0..<picture.size.height).allSatisfy { y in
            (0..<picture.size.width).allSatisfy { x in
                let pixel = Rect<OutputSpace>(x: x, y: y, width: 1, height: 1)
                let place = transform.apply(to: pixel, within: picture.size, in: ScanoutSpace.self)
                return buffer.pixel(place.x, place.y) == picture.row(y)[x] & 0xff_ffff
            }
        }
    }
}
