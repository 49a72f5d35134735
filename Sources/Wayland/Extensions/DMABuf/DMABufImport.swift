import Geometry
import Glibc
import Mirroring
import Runtime
import WaylandBinding

/// Imports a dmabuf from the parameters that a client set.
struct DMABufImport {
    typealias ErrorCode = ZwpLinuxBufferParamsV1.ErrorCode
    typealias Flags = ZwpLinuxBufferParamsV1.Flags

    /// Why the import failed.
    enum Failure: Error {
        /// The client broke the protocol.
        case error(ErrorCode, String)
        /// The client could not have known that the import would fail.
        case refused(String)
    }

    let planes: [UInt32: DMABufPlane]
    let width: Int32
    let height: Int32
    let format: UInt32
    let flags: UInt32
    let driver: any DMABufDriver
    let formats: DMABufFormats
    /// Whether a buffer with the driver's implicit layout may be tried, although this layout is not offered.
    var takesImplicit = false

    /// Imports the buffer. A modifier may have planes beyond the format's own.
    func run() throws(Failure) -> any Buffer {
        let planes = (0..<UInt32(clamping: planes.count)).compactMap { self.planes[$0] }
        guard let plane = planes.first, planes.count == self.planes.count else {
            throw .error(.incomplete, "planes are missing: the buffer has \(self.planes.keys.sorted())")
        }
        let (format, planar) = (formats.format(format), formats.planarFormat(format))
        let count = planar?.planes.count ?? 1
        if planes.count < count || plane.modifier == PixelLayout.linear && planes.count > count {
            throw .error(.incomplete, "the format has \(count) planes, the buffer has \(planes.count)")
        }
        guard format != nil || planar != nil else {
            throw .error(.invalidFormat, "format 0x\(String(self.format, radix: 16)) is not offered")
        }
        guard width > 0, height > 0 else {
            throw .error(.invalidDimensions, "invalid size \(width)x\(height)")
        }
        let size = Size<BufferSpace>(width: Int(width), height: Int(height))
        let layout = PixelLayout(format: self.format, modifier: plane.modifier)
        for (plane, kind) in zip(planes, planar?.planes ?? [Self.words]) {
            try checkBounds(plane, kind, size, PixelColumns(layout))
        }
        let isOffered =
            formats.offers(layout) || takesImplicit && layout.modifier == PixelLayout.implicit
        guard isOffered, planes.allSatisfy({ $0.modifier == plane.modifier }) else {
            throw .refused("the modifier is not offered")
        }
        guard flags & ~Flags.yInvert.rawValue == 0 else { throw .refused("interlaced") }
        guard let pixels = pixels(of: planes, size, format, planar) else {
            throw .refused(String(cString: strerror(errno)))
        }
        return pixels
    }

    private func pixels(
        of planes: [DMABufPlane], _ size: Size<BufferSpace>, _ format: PixelFormat?, _ planar: YUVFormat?
    ) -> (any Buffer)? {
        guard planes.allSatisfy({ driver.isDMABuf($0.descriptor.number) }) else {
            errno = EINVAL
            return nil
        }
        if let format {
            return DMABufPixels(planes, size: size, format: format, driver: driver, sampler: formats.sampler)
        }
        return planar.flatMap { ConvertedPixels(planes, size: size, format: $0, driver: driver, formats: formats) }
    }

    /// True if the first row in memory is the bottom row.
    var isInverted: Bool { flags & Flags.yInvert.rawValue != 0 }

    private func checkBounds(
        _ plane: DMABufPlane, _ kind: YUVFormat.Plane, _ size: Size<BufferSpace>, _ columns: PixelColumns?
    ) throws(Failure) {
        let (stride, samples) = (Int(plane.stride), kind.samples(of: size))
        guard stride >= samples.width * kind.bytes else {
            throw .error(.outOfBounds, "stride \(stride) does not fit rows of \(size.width) pixels")
        }
        let length = lseek(plane.descriptor.number, 0, SEEK_END)
        guard length >= 0 else { throw .refused("the buffer has no length") }
        // Cannot overflow: offset and stride have 32 bits, the height 31.
        var end: Int? = Int(plane.offset) + stride * samples.height
        if let columns { end = columns.end(of: kind, size: size, offset: Int(plane.offset)) }
        guard let end, end <= length else {
            throw .error(.outOfBounds, "\(samples.height) rows of \(stride) bytes from \(plane.offset) in \(length)")
        }
        guard stride % kind.bytes == 0, Int(plane.offset) % kind.bytes == 0 else {
            throw .refused("the stride or the offset is not a multiple of \(kind.bytes)")
        }
    }

    /// The only plane of a format whose pixels are words.
    private static let words = YUVFormat.Plane(across: 1, down: 1, bytes: 4)
}

/// One plane of a dmabuf, as its client describes it.
struct DMABufPlane {
    let descriptor: OwnedDescriptor
    let offset: UInt32
    let stride: UInt32
    let modifier: UInt64
}
