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
        /// The client could not have known.
        case refused(String)
    }

    let planes: [UInt32: DMABufPlane]
    let width: Int32
    let height: Int32
    let format: UInt32
    let flags: UInt32
    let driver: any DMABufDriver
    let formats: DMABufFormats
    /// Whether the device may be asked about a buffer that is laid out as its driver likes, though nothing offers that.
    var takesImplicit = false

    /// Imports the buffer. All formats offered have one plane; a modifier may add others.
    func run() throws(Failure) -> DMABufPixels {
        let planes = (0..<UInt32(clamping: planes.count)).compactMap { self.planes[$0] }
        guard let plane = planes.first, planes.count == self.planes.count else {
            throw .error(.incomplete, "planes are missing: the buffer has \(self.planes.keys.sorted())")
        }
        if plane.modifier == PixelLayout.linear, planes.count > 1 {
            throw .error(.incomplete, "the format has one plane, the buffer has \(planes.count)")
        }
        guard let format = formats.format(format) else {
            throw .error(.invalidFormat, "format 0x\(String(format, radix: 16)) is not offered")
        }
        guard width > 0, height > 0 else {
            throw .error(.invalidDimensions, "invalid size \(width)x\(height)")
        }
        try checkBounds(plane)
        let layout = PixelLayout(format: self.format, modifier: plane.modifier)
        let isOffered =
            formats.layouts.contains(layout) || takesImplicit && layout.modifier == PixelLayout.implicit
        guard isOffered, planes.allSatisfy({ $0.modifier == plane.modifier }) else {
            throw .refused("the modifier is not offered")
        }
        guard flags & ~Flags.yInvert.rawValue == 0 else { throw .refused("interlaced") }
        guard plane.stride % 4 == 0, plane.offset % 4 == 0 else {
            throw .refused("the stride or the offset is not a multiple of 4")
        }
        let pixels = DMABufPixels(
            planes, size: Size(width: Int(width), height: Int(height)), format: format, driver: driver,
            sampler: formats.sampler)
        guard let pixels else { throw .refused(String(cString: strerror(errno))) }
        return pixels
    }

    /// True if the first row in memory is the bottom row.
    var isInverted: Bool { flags & Flags.yInvert.rawValue != 0 }

    private func checkBounds(_ plane: DMABufPlane) throws(Failure) {
        let stride = Int(plane.stride)
        guard stride >= Int(width) * 4 else {
            throw .error(.outOfBounds, "stride \(stride) does not fit rows of \(width) pixels")
        }
        let length = lseek(plane.descriptor.number, 0, SEEK_END)
        guard length >= 0 else { throw .refused("the buffer has no length") }
        // Cannot overflow: offset and stride have 32 bits, the height 31.
        guard Int(plane.offset) + stride * Int(height) <= length else {
            throw .error(.outOfBounds, "\(height) rows of \(stride) bytes from \(plane.offset) in \(length)")
        }
    }
}

/// One plane of a dmabuf, as its client describes it.
struct DMABufPlane {
    let descriptor: OwnedDescriptor
    let offset: UInt32
    let stride: UInt32
    let modifier: UInt64
}
