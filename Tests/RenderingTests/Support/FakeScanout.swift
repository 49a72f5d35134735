import Geometry
import Mirroring

@testable import Rendering

/// A display's memory, whose unused byte differs from a picture's.
final class FakeScanout: ScanoutBuffer {
    let size: Size<BufferSpace>
    let stride: Int
    let scanoutFormat: ScanoutFormat
    private let pixels: UnsafeMutablePointer<UInt32>
    private var accesses = 0

    init(size: Size<ScanoutSpace>, format: ScanoutFormat = .xrgb8888) {
        scanoutFormat = format
        self.size = size.reinterpreted()
        stride = (size.width * 4 + 63) & ~63
        pixels = .allocate(capacity: stride / 4 * size.height)
        pixels.initialize(repeating: 0, count: stride / 4 * size.height)
    }

    deinit {
        pixels.deallocate()
    }

    /// Whether every access has ended.
    var isFree: Bool { accesses == 0 }

    func beginAccess() -> UnsafeMutableRawPointer? {
        accesses += 1
        return UnsafeMutableRawPointer(pixels)
    }

    func endAccess() {
        accesses -= 1
    }

    /// The picture as the viewer sees it; nil when out of memory.
    func upright(undoing transform: Transform) -> MemoryBuffer? {
        guard let picture = MemoryBuffer(size: transform.inverse.apply(to: size)) else { return nil }
        DisplayCopy(
            picture: PixelPlane(picture), display: (UnsafeMutableRawPointer(pixels), stride, size.reinterpreted()),
            format: scanoutFormat, transform: transform
        ).readBack(Region(picture.size.bounds.reinterpreted()))
        return picture
    }

    /// The colours as the viewer sees them, row by row, where `transform` takes the viewer's picture to the display.
    func colors(undoing transform: Transform) -> [UInt32] { words(undoing: transform).map { $0 & 0xFF_FFFF } }

    /// The same with the unused bits.
    func words(undoing transform: Transform) -> [UInt32] {
        let upright: Size<OutputSpace> = transform.inverse.apply(to: size)
        return (0..<upright.height).flatMap { y in
            (0..<upright.width).map { x in
                let pixel = Rect<OutputSpace>(x: x, y: y, width: 1, height: 1)
                let place: Rect<ScanoutSpace> = transform.apply(to: pixel, within: upright)
                return pixels[place.y * stride / 4 + place.x]
            }
        }
    }
}

struct FakeAllocator: Allocator {
    let size: Size<ScanoutSpace>
    var format = ScanoutFormat.xrgb8888

    func allocate() throws(Never) -> FakeScanout {
        FakeScanout(size: size, format: format)
    }
}
