import CPixelKernels

/// The source pixels and weights of each target pixel along one axis.
struct AxisFilter {
    private(set) var first: [Int32] = []
    private(set) var count: [Int32] = []
    /// `taps` weights for each target pixel; the used ones sum to 1.
    private(set) var weights: [Float] = []
    private(set) var taps = 1

    /// The range of source pixels read: from the smallest `first` to the end of the last pixel.
    private(set) var start: Int32 = .max
    private(set) var end: Int32 = 0

    var length: Int { first.count }

    /// The area average of `source` pixels scaled to `scaled`, for the target pixels of `range`.
    static func area(source: Int, scaled: Int, range: Range<Int>) -> AxisFilter {
        area(SourceSpan(whole: source), scaled: scaled, range: range)
    }

    /// The filter for a stretch of a line: an area average where it shrinks, linear where it grows.
    static func stretch(_ span: SourceSpan, scaled: Int, range: Range<Int>) -> AxisFilter {
        span.length > Double(scaled)
            ? area(span, scaled: scaled, range: range) : linear(span, scaled: scaled, range: range)
    }

    private static func area(_ span: SourceSpan, scaled: Int, range: Range<Int>) -> AxisFilter {
        var filter = AxisFilter()
        filter.taps = min(span.limit.count, Int(span.length / Double(scaled)) + 2)
        filter.reserve(range.count)
        for target in range {
            let low = span.origin + Double(target) * span.length / Double(scaled)
            let high = span.origin + Double(target + 1) * span.length / Double(scaled)
            filter.append(from: low, to: high, limit: span.limit)
        }
        return filter
    }

    private static func linear(_ span: SourceSpan, scaled: Int, range: Range<Int>) -> AxisFilter {
        var filter = AxisFilter()
        filter.taps = 2
        filter.reserve(range.count)
        for target in range {
            let center = span.origin + (Double(target) + 0.5) * span.length / Double(scaled) - 0.5
            let left = Int(center.rounded(.down))
            let share = Float(center - center.rounded(.down))
            let low = min(max(left, span.limit.lowerBound), span.limit.upperBound - 1)
            let high = min(max(left + 1, span.limit.lowerBound), span.limit.upperBound - 1)
            if low == high || share == 0 {
                filter.append(first: low, [1])
            } else {
                filter.append(first: low, [1 - share, share])
            }
        }
        return filter
    }

    private mutating func reserve(_ length: Int) {
        first.reserveCapacity(length)
        count.reserveCapacity(length)
        weights.reserveCapacity(length * taps)
    }

    /// Appends a target pixel that covers `low ..< high`.
    private mutating func append(from low: Double, to high: Double, limit: Range<Int>) {
        let last = limit.upperBound - 1
        let from = min(max(Int(low.rounded(.down)), limit.lowerBound), last)
        let to = min(max(Int(high.rounded(.up)) - 1, from), last, from + taps - 1)
        var overlaps = (from...to).map { max(0, min(high, Double($0 + 1)) - max(low, Double($0))) }
        let sum = overlaps.reduce(0, +)
        if sum > 0 {
            for index in overlaps.indices { overlaps[index] /= sum }
        } else {
            overlaps = [1]
        }
        append(first: from, overlaps.map(Float.init))
    }

    private mutating func append(first pixel: Int, _ values: [Float]) {
        first.append(Int32(pixel))
        count.append(Int32(values.count))
        weights.append(contentsOf: values)
        weights.append(contentsOf: repeatElement(0, count: taps - values.count))
        start = min(start, Int32(pixel))
        end = max(end, Int32(pixel + values.count))
    }
}

/// Filters a picture along both axes.
struct Resampler {
    let across: AxisFilter
    let down: AxisFilter
    var depth = KAGAMI_EIGHT_BITS

    /// Writes as many rows and columns as the axes have entries; returns false if memory is lacking.
    ///
    /// `source` is the picture's first pixel. All pixels that the axes refer to must be readable.
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
    /// Calls `body` with the kernel's view of the axis, valid within the call.
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
