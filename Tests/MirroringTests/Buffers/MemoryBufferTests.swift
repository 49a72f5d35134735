import Geometry
import Mirroring
import Testing

@Suite struct MemoryBufferTests {
    /// A buffer whose pixels say where they are.
    private func numbered(_ width: Int, _ height: Int, _ format: PixelFormat = .xrgb8888) throws -> MemoryBuffer {
        let buffer = try #require(MemoryBuffer(size: Size(width: width, height: height), format: format))
        for y in 0..<height { for x in 0..<width { buffer.row(y)[x] = UInt32(y * 100 + x) } }
        return buffer
    }

    private func pixel(_ buffer: any Buffer, _ x: Int, _ y: Int) -> UInt32? {
        var pixel: UInt32?
        _ = buffer.withPixels { pixel = $0.load(fromByteOffset: y * buffer.stride + x * 4, as: UInt32.self) }
        return pixel
    }

    @Test func itIsClearAndItsRowsAreAligned() throws {
        let buffer = try #require(MemoryBuffer(size: Size(width: 17, height: 3), format: .argb8888))
        #expect(buffer.stride == 128)
        #expect((0..<3).allSatisfy { y in (0..<17).allSatisfy { pixel(buffer, $0, y) == 0 } })
        #expect(buffer.dmabuf == nil && buffer.fence == nil && buffer.modifier == PixelLayout.linear)
    }

    @Test(arguments: [(0, 4), (4, 0), (-1, 4), (MemoryBuffer.maximumSide + 1, 1), (1, MemoryBuffer.maximumSide + 1)])
    func noOtherSizeIsTaken(width: Int, height: Int) {
        #expect(MemoryBuffer(size: Size(width: width, height: height)) == nil)
    }

    /// Whatever the rows' distance in the original, a copy has its pixels, and keeps them.
    @Test func aCopyIsOnItsOwn() throws {
        let whole = try numbered(40, 30, .argb8888)
        let part = try #require(BufferPart(Rect(x: 5, y: 7, width: 9, height: 4), of: whole))
        let image = MemoryImage(size: Size(width: 3, height: 2), format: .abgr8888, pixels: [1, 2, 3, 4, 5, 6])
        for (source, expected) in [(part as any Buffer, UInt32(806)), (image, 5)] {
            let copy = try #require(MemoryBuffer(copying: source))
            #expect(copy.size == source.size && copy.format == source.format)
            whole.row(8)[6] = 0
            #expect(pixel(copy, 1, 1) == expected)
        }
    }

    @Test func nothingIsCopiedOfPixelsThatAreGone() {
        #expect(MemoryBuffer(copying: GonePixels()) == nil)
    }

    @Test func aPartHoldsTheWhole() throws {
        let whole = GonePixels()
        let part = try #require(BufferPart(Rect(x: 0, y: 0, width: 2, height: 2), of: whole))
        var hold: BufferHold? = BufferHold(part)
        #expect(whole.holds == 1)
        hold = nil
        #expect(hold == nil && whole.holds == 0)
        #expect(!part.hasPixels)
    }
}

private final class GonePixels: Buffer {
    let size = Size<BufferSpace>(width: 4, height: 4)
    let stride = 16
    let format = PixelFormat.xrgb8888
    private(set) var holds = 0

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { false }

    func holdBegan() { holds += 1 }

    func holdEnded() { holds -= 1 }
}
