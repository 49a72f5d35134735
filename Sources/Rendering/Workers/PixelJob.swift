import CPixelKernels
import Mirroring

/// A kernel's work on rows of pixels, which can be cut into bands of rows: together they write what the whole would.
///
/// It may be carried to another thread: it points to pixels that stay where they are until it is done.
struct PixelJob: @unchecked Sendable {
    enum Kernel {
        case average(kagami_area_job)
        /// Also a plain copy, past the caches.
        case turn(kagami_turn_job)
        case narrow(kagami_narrow_job)
    }

    var kernel: Kernel
    /// Whose pixels are read: each thread that reads a client's memory has to say so.
    let source: any Buffer

    /// The rows that are written.
    var rows: Int {
        switch kernel {
        case .average(let job): Int(job.height)
        case .turn(let job): Int(job.height)
        case .narrow(let job): Int(job.height)
        }
    }

    /// The number of pixels read.
    var area: Int {
        switch kernel {
        case .average(let job):
            rows * Int(job.source_height) / max(1, Int(job.scaled_height)) * Int(job.source_width)
        case .turn(let job): rows * Int(job.width)
        case .narrow(let job): rows * Int(job.width)
        }
    }

    /// Does the work; false when out of memory, or when the pixels are gone.
    func run() -> Bool {
        var isDone = false
        let isThere = source.withPixels { _ in isDone = runKernel() }
        return isThere && isDone
    }

    private func runKernel() -> Bool {
        switch kernel {
        case .average(var job): return kagami_area_average(&job)
        case .turn(var job): kagami_turn(&job)
        case .narrow(var job): kagami_narrow(&job)
        }
        return true
    }

    /// The part of the work that writes the rows from `top` to above `bottom`.
    func band(from top: Int, to bottom: Int) -> PixelJob {
        var band = self
        switch kernel {
        case .average(var job):
            // A source row between two bands is copied with the upper one.
            let (first, whole) = (Int(job.y) + top, Int(job.scaled_height))
            let above = (first * Int(job.source_height) + whole - 1) / whole
            if top > 0 { job.copied = max(job.copied, Int32(clamping: above)) }
            (job.y, job.height) = (Int32(first), Int32(bottom - top))
            job.target = job.target + top * job.target_stride
            band.kernel = .average(job)
        case .turn(var job):
            job.source = job.source + top * job.down
            job.target = job.target + top * job.target_stride
            job.height = Int32(bottom - top)
            band.kernel = .turn(job)
        case .narrow(var job):
            job.source = job.source + top * job.source_stride
            job.target = job.target + top * job.target_stride
            job.height = Int32(bottom - top)
            band.kernel = .narrow(job)
        }
        return band
    }
}
