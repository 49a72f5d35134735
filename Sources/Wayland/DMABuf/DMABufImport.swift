import Geometry
import Glibc
import Mirroring

/// Makes a picture of what a client says of its planes.
struct DMABufImport {
    typealias ErrorCode = ZwpLinuxBufferParamsV1.ErrorCode
    typealias Flags = ZwpLinuxBufferParamsV1.Flags

    /// Why there is no picture.
    enum Failure: Error {
        /// The client got it wrong.
        case error(ErrorCode, String)
        /// The client could not know.
        case refused(String)
    }

    let planes: [UInt32: DMABufPlane]
    let width: Int32
    let height: Int32
    let format: UInt32
    let flags: UInt32
    let driver: any DMABufDriver

    /// All formats offered have one plane.
    func run() throws(Failure) -> DMABufPixels {
        guard planes.count == 1, let plane = planes[0] else {
            throw .error(.incomplete, "the format has one plane, the buffer has \(planes.count)")
        }
        guard let format = DMABufFormat.format(format) else {
            throw .error(.invalidFormat, "format 0x\(String(format, radix: 16)) is not offered")
        }
        guard width > 0, height > 0 else {
            throw .error(.invalidDimensions, "no size: \(width) x \(height)")
        }
        try checkBounds(plane)
        guard plane.modifier == DMABufFormat.linear else { throw .refused("a modifier that is not offered") }
        guard flags & ~Flags.yInvert.rawValue == 0 else { throw .refused("interlaced") }
        guard plane.stride % 4 == 0, plane.offset % 4 == 0 else { throw .refused("rows amid pixels") }
        let pixels = DMABufPixels(
            plane.descriptor, offset: Int(plane.offset), stride: Int(plane.stride),
            size: Size(width: Int(width), height: Int(height)), format: format, driver: driver)
        guard let pixels else { throw .refused(String(cString: strerror(errno))) }
        return pixels
    }

    /// The buffer's last row is at its top.
    var isInverted: Bool { flags & Flags.yInvert.rawValue != 0 }

    private func checkBounds(_ plane: DMABufPlane) throws(Failure) {
        let stride = Int(plane.stride)
        guard stride >= Int(width) * 4 else {
            throw .error(.outOfBounds, "stride \(stride) does not fit rows of \(width) pixels")
        }
        let length = lseek(plane.descriptor.raw, 0, SEEK_END)
        guard length >= 0 else { throw .refused("a buffer of no length") }
        // Far below the largest whole number: 32 bits times 31, and 32 more.
        guard Int(plane.offset) + stride * Int(height) <= length else {
            throw .error(.outOfBounds, "\(height) rows of \(stride) bytes from \(plane.offset) in \(length)")
        }
    }
}
