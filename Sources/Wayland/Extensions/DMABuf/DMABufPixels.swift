import Geometry
import Glibc
import Mirroring
import Runtime
import WaylandBinding

/// The pixels of a dmabuf, mapped for reading as long as the object lives.
final class DMABufPixels: Buffer {
    let size: Size<BufferSpace>
    let stride: Int
    let format: PixelFormat
    private let descriptor: OwnedDescriptor
    private let driver: any DMABufDriver
    private let mapping: UnsafeMutableRawPointer
    private let length: Int
    private let offset: Int

    var dmabuf: DMABuf? {
        DMABuf(
            layout: PixelLayout(format: format.code, modifier: PixelLayout.linear),
            planes: [DMABuf.Plane(descriptor: descriptor.number, offset: offset, stride: stride)])
    }

    var fence: (any BufferFence)? { self }

    /// Nil, with errno set, when the descriptor is not a dmabuf or the processor cannot read it.
    ///
    /// The rows, `stride` bytes apart starting at `offset`, must lie within the buffer.
    init?(
        _ descriptor: OwnedDescriptor, offset: Int, stride: Int, size: Size<BufferSpace>, format: PixelFormat,
        driver: any DMABufDriver
    ) {
        length = offset + stride * size.height
        guard driver.isDMABuf(descriptor.number) else {
            errno = EINVAL
            return nil
        }
        guard let mapping = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor.number, 0), mapping != MAP_FAILED else {
            return nil
        }
        self.mapping = mapping
        self.descriptor = descriptor
        self.driver = driver
        self.offset = offset
        self.stride = stride
        self.size = size
        self.format = format
    }

    deinit {
        munmap(mapping, length)
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        guard driver.beginReading(descriptor.number) else { return false }
        defer { driver.endReading(descriptor.number) }
        body(UnsafeRawPointer(mapping) + offset)
        return true
    }
}

extension DMABufPixels: BufferFence {
    var isDone: Bool { driver.isDrawn(descriptor.number) }

    func whenDone(_ handler: @escaping () -> Void) -> AnyObject? { driver.whenDrawn(descriptor.number, handler) }
}

/// A dmabuf that cannot be read here: it has a size and no pixels.
final class UnreadablePixels: Buffer {
    let size: Size<BufferSpace>
    let format = PixelFormat.argb8888

    init(width: Int32, height: Int32) {
        size = Size(width: Int(width), height: Int(height))
    }

    var stride: Int { size.width * 4 }
    var hasPixels: Bool { false }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { false }
}
