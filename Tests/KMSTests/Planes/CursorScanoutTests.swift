import Geometry
import Mirroring
import Testing

@testable import KMS

@Suite struct CursorScanoutTests {
    private let screen = Size<OutputSpace>(width: 100, height: 60)
    private let size = Size<BufferSpace>(width: 5, height: 3)

    private var picture: MemoryImage {
        MemoryImage(size: size, format: .argb8888, pixels: (1...15).map { 0xff00_0000 | UInt32($0) })
    }

    /// Every pixel of the cursor is scanned out where the same pixel of the frame would be.
    @Test(arguments: Transform.allCases) func liesWhereTheFrameWouldShowIt(transform: Transform) throws {
        let scanout = CursorScanout(transform: transform, screen: screen)
        let layer = PlaneElement(cursor: picture, x: 40, y: 20, hotspot: (4, 1))
        let place = scanout.place(of: layer)
        #expect(place.size == transform.apply(to: layer.destination.size))
        let buffer = MemoryScanout(Size(width: 8, height: 8), stride: 64, rows: 8, filledWith: 0xdead_beef)
        scanout.write(picture, to: buffer)
        let memory = buffer.pixels
        var expected = [UInt32](repeating: 0xdead_beef, count: 16 * 8)
        for y in 0..<8 { for x in 0..<8 { expected[y * 16 + x] = 0 } }
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = Rect<OutputSpace>(x: 40 + x, y: 20 + y, width: 1, height: 1)
                let shown = transform.apply(to: pixel, within: screen, in: ScanoutSpace.self)
                expected[(shown.y - place.y) * 16 + shown.x - place.x] = 0xff00_0000 | UInt32(y * 5 + x + 1)
            }
        }
        #expect(memory == expected)
        let tip = scanout.hotspot(of: layer)
        #expect(memory[tip.y * 16 + tip.x] & 255 == 10, "the pixel that points, in column 4 of row 1")
    }

    @Test func mayReachPastTheEdges() {
        let scanout = CursorScanout(transform: .rotated90, screen: screen)
        #expect(scanout.place(of: PlaneElement(cursor: picture, x: 98, y: -2, hotspot: (0, 0))).x == -2)
        #expect(scanout.place(of: PlaneElement(cursor: picture, x: 98, y: -2, hotspot: (0, 0))).y == -3)
    }

    @Test func leavesOutWhatDoesNotFit() {
        let buffer = MemoryScanout(Size(width: 4, height: 2), stride: 16, rows: 6, filledWith: 7)
        CursorScanout(transform: .normal, screen: screen).write(picture, to: buffer)
        let memory = buffer.pixels
        #expect(memory.prefix(8).map { $0 & 255 } == [1, 2, 3, 4, 6, 7, 8, 9])
        #expect(memory.suffix(16).allSatisfy { $0 == 7 })
    }

    @Test func readsRowsThatLieApart() throws {
        let picture = try #require(MemoryBuffer(size: size, format: .argb8888))
        for y in 0..<size.height { for x in 0..<size.width { picture.row(y)[x] = UInt32(10 * y + x) } }
        #expect(picture.stride > size.width * 4)
        let buffer = MemoryScanout(Size(width: 5, height: 3), stride: 20, rows: 3, filledWith: 99)
        CursorScanout(transform: .normal, screen: screen).write(picture, to: buffer)
        #expect(buffer.pixels == [0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24])
    }
}

/// A buffer in ordinary memory, with guard rows behind it.
private final class MemoryScanout: ScanoutBuffer {
    let size: Size<BufferSpace>
    let scanoutFormat = ScanoutFormat.argb8888
    let stride: Int
    private let memory: UnsafeMutableBufferPointer<UInt32>

    init(_ size: Size<BufferSpace>, stride: Int, rows: Int, filledWith pixel: UInt32) {
        self.size = size
        self.stride = stride
        memory = .allocate(capacity: stride / 4 * rows)
        memory.initialize(repeating: pixel)
    }

    deinit {
        memory.deallocate()
    }

    var pixels: [UInt32] { Array(memory) }

    func beginAccess() -> UnsafeMutableRawPointer? { memory.baseAddress.map(UnsafeMutableRawPointer.init) }

    func endAccess() {}
}
