import CPixelKernels
import Geometry
package import Mirroring

/// A decoded picture with its mip levels, so that drawing it small is cheap.
///
/// The pixels are premultiplied ARGB words. The first size determines the others.
package struct ImageLevels {
    /// The picture and its smaller levels, the largest first; never empty.
    package let levels: [MemoryBuffer]

    /// The sizes of all levels for a picture of this size.
    /// Each is half the one before, rounded down, until a level has the size of an icon.
    static func sizes(of size: Size<BufferSpace>) -> [Size<BufferSpace>] {
        var sizes = [size]
        var next = size
        while max(next.width, next.height) > smallestSide {
            next = Size(width: max(1, next.width / 2), height: max(1, next.height / 2))
            sizes.append(next)
        }
        return sizes
    }

    /// Makes the smaller levels; throws if memory is lacking.
    init(of picture: MemoryBuffer) throws(ImageFault) {
        var levels = [picture]
        for size in Self.sizes(of: picture.size).dropFirst() {
            guard let last = levels.last, let level = MemoryBuffer(size: size, format: .argb8888),
                Self.average(last, into: level)
            else {
                throw ImageFault(reason: "out of memory")
            }
            levels.append(level)
        }
        self.levels = levels
    }

    /// Allocates all levels of a picture of this size; nil if memory is lacking.
    init?(emptyOf size: Size<BufferSpace>) {
        let sizes = Self.sizes(of: size)
        levels = sizes.compactMap { MemoryBuffer(size: $0, format: .argb8888) }
        guard levels.count == sizes.count else { return nil }
    }

    private static let smallestSide = 64

    private static func average(_ source: MemoryBuffer, into target: MemoryBuffer) -> Bool {
        var job = kagami_area_job()
        job.source = UnsafeRawPointer(source.bytes)
        job.source_stride = source.stride
        // A side of one pixel cannot be halved.
        job.source_width = Int32(clamping: min(source.size.width, target.size.width * 2))
        job.source_height = Int32(clamping: min(source.size.height, target.size.height * 2))
        job.scaled_width = Int32(clamping: target.size.width)
        job.scaled_height = Int32(clamping: target.size.height)
        job.width = job.scaled_width
        job.height = job.scaled_height
        job.target = target.bytes
        job.target_stride = target.stride
        return kagami_area_average(&job)
    }
}
