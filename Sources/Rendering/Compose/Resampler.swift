import CPixelKernels

/// Filters a picture along both axes.
struct Resampler {
    let across: AxisFilter
    let down: AxisFilter
    var depth = KAGAMI_EIGHT_BITS

    /// Writes as many rows and columns as the axes have entries.
    ///
    /// `source` is the picture's first pixel; all pixels that the axes refer to must be readable. False when out of
    /// memory.
    @discardableResult
    func run(
        source: UnsafeRawPointer, stride: Int, target: UnsafeMutableRawPointer, targetStride: Int
    ) -> Bool {
        across.withKernelAxis { across in
            down.withKernelAxis { down in
                var job = kagami_resample_job(
                    source: source, source_stride: stride, across: across, down: down,
                    width: Int32(self.across.length), height: Int32(self.down.length),
                    target: target, target_stride: targetStride, depth: depth)
                return kagami_resample(&job)
            }
        }
    }
}

extension AxisFilter {
    /// The kernel's view of the axis, valid within the call.
    fileprivate func withKernelAxis(_ body: (kagami_axis) -> Bool) -> Bool {
        first.withUnsafeBufferPointer { first in
            count.withUnsafeBufferPointer { count in
                weights.withUnsafeBufferPointer { weights in
                    body(
                        kagami_axis(
                            first: first.baseAddress, count: count.baseAddress, weights: weights.baseAddress,
                            taps: Int32(taps), start: start, end: end))
                }
            }
        }
    }
}
