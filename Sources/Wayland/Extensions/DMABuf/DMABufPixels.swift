import Geometry
import Glibc
import Mirroring
import Runtime
import WaylandBinding

/// The pixels of an RGB dmabuf.
///
/// The graphics device draws from them. If the processor can read them, they are mapped as long as the object lives.
final class DMABufPixels: Buffer {
    let size: Size<BufferSpace>
    let format: PixelFormat
    private let planes: [DMABufPlane]
    private let driver: any DMABufDriver
    private let sampler: (any DMABufSampler)?
    /// The mapped rows of a linear buffer; nil if only the graphics device can read the buffer.
    private let mapping: (first: UnsafeMutableRawPointer, length: Int)?
    /// The same rows mapped for writing; nil until the first write.
    private var writing: (first: UnsafeMutableRawPointer, length: Int)?

    var stride: Int { Int(planes[0].stride) }

    /// Stored because it is asked for several times a frame.
    let dmabuf: DMABuf?
    let fence: (any BufferFence)?

    /// Returns nil, with errno set, if neither the processor nor the sampler can read the buffer.
    ///
    /// There must be at least one plane. All planes are dmabufs, and the first plane's rows must lie within the buffer.
    init?(
        _ planes: [DMABufPlane], size: Size<BufferSpace>, format: PixelFormat, driver: any DMABufDriver,
        sampler: (any DMABufSampler)?
    ) {
        let dmabuf = DMABuf(planes, format.code)
        let isSampled = sampler?.samples(dmabuf, size: size) ?? false
        let mapping = planes[0].map(rows: size.height)
        guard isSampled || mapping != nil else { return nil }
        self.mapping = mapping
        self.planes = planes
        self.dmabuf = dmabuf
        fence = driver.drawing(in: planes[0].descriptor.number)
        self.driver = driver
        self.sampler = isSampled ? sampler : nil
        self.size = size
        self.format = format
    }

    deinit {
        for mapping in [mapping, writing].compactMap(\.self) { munmap(mapping.first, mapping.length) }
    }

    var hasPixels: Bool {
        guard let sampler else { return withPixels { _ in } }
        // This checks whether the device can still draw, without a look at each buffer.
        return mapping != nil || !sampler.sampledLayouts.isEmpty
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        guard let mapping, driver.beginReading(planes[0].descriptor.number) else { return false }
        defer { driver.endReading(planes[0].descriptor.number) }
        body(UnsafeRawPointer(mapping.first) + Int(planes[0].offset))
        return true
    }
}

extension DMABufPixels: FillableBuffer {
    /// Fills the buffer through the graphics device that draws from it, or else with the processor.
    func fill(from picture: any Buffer, _ part: Rect<ContentSpace>) -> Bool {
        if let sampler, let dmabuf,
            sampler.fill(dmabuf, size: size, with: picture, from: Point(x: Double(part.x), y: Double(part.y)))
        {
            return true
        }
        if writing == nil { writing = planes[0].map(rows: size.height, PROT_READ | PROT_WRITE) }
        guard let writing, driver.beginWriting(planes[0].descriptor.number) else { return false }
        defer { driver.endWriting(planes[0].descriptor.number) }
        return picture.copy(part, to: writing.first + Int(planes[0].offset), stride: stride)
    }
}

extension DMABuf {
    /// Creates the description of the dmabuf from a client's planes.
    init(_ planes: [DMABufPlane], _ format: UInt32) {
        self.init(
            layout: PixelLayout(format: format, modifier: planes[0].modifier),
            planes: planes.map {
                DMABuf.Plane(descriptor: $0.descriptor.number, offset: Int($0.offset), stride: Int($0.stride))
            })
    }
}

extension DMABufPlane {
    /// Maps the memory up to the end of `rows` rows that lie in order.
    ///
    /// Returns the address and the length; nil, with errno set, if the processor cannot read the memory.
    func map(rows: Int, _ access: CInt = PROT_READ) -> (first: UnsafeMutableRawPointer, length: Int)? {
        guard modifier == PixelLayout.linear else {
            errno = EINVAL
            return nil
        }
        return map(length: Int(offset) + Int(stride) * rows, access)
    }

    /// Maps the first `length` bytes of memory of any layout.
    func map(length: Int, _ access: CInt = PROT_READ) -> (first: UnsafeMutableRawPointer, length: Int)? {
        guard let mapping = mmap(nil, length, access, MAP_SHARED, descriptor.number, 0), mapping != MAP_FAILED
        else { return nil }
        return (mapping, length)
    }
}

/// A dmabuf that cannot be read here: it has a size but no pixels.
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
