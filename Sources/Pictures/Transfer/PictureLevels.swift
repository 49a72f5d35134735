import CPixelKernels
import Geometry
import Mirroring

/// A decoded picture and its halves, quarters and so on, so that drawing it small costs no more than what is drawn.
///
/// The pixels are ARGB words, multiplied by alpha. The sizes follow from the first one.
package struct PictureLevels {
    /// The largest first; never empty.
    package let levels: [PixelBuffer]

    /// The sizes of the levels of a picture of this size: each half of the one before, down to that of an icon; of
    /// an odd length the last pixel is left out.
    static func sizes(of size: Size<OutputSpace>) -> [Size<OutputSpace>] {
        var sizes = [size]
        var next = size
        while max(next.width, next.height) > smallestSide {
            next = Size(width: max(1, next.width / 2), height: max(1, next.height / 2))
            sizes.append(next)
        }
        return sizes
    }

    /// Makes the smaller levels; throws where there is no memory.
    init(of picture: PixelBuffer) throws(PictureFault) {
        var levels = [picture]
        for size in Self.sizes(of: picture.size).dropFirst() {
            guard let last = levels.last, let level = PixelBuffer(size: size), Self.average(last, into: level) else {
                throw PictureFault(reason: "there is no memory for it")
            }
            levels.append(level)
        }
        self.levels = levels
    }

    /// Memory for all levels of a picture of this size; nil where there is none.
    init?(emptyOf size: Size<OutputSpace>) {
        let sizes = Self.sizes(of: size)
        levels = sizes.compactMap { PixelBuffer(size: $0) }
        guard levels.count == sizes.count else { return nil }
    }

    private static let smallestSide = 64

    private static func average(_ source: PixelBuffer, into target: PixelBuffer) -> Bool {
        var job = kagami_area_job()
        job.source = UnsafeRawPointer(source.bytes)
        job.source_stride = source.stride
        // A side of one pixel stays as it is.
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
