import CPixelKernels
import Geometry
import Mirroring

/// A picture's pixels, valid for the length of a call.
struct SourcePixels {
    let owner: any Buffer
    let first: UnsafeRawPointer
    let stride: Int
    let size: Size<BufferSpace>
    /// Deep pixels can be averaged and copied to eight bits; anything else needs a target as deep.
    var format = PixelFormat.xrgb8888
}

/// Scales a picture onto a rectangle of another; each pixel is the exact area average of what it covers.
struct SnapshotScaler {
    let source: SourcePixels
    let target: PixelPlane
    /// The rectangle of the whole source on the target.
    let frame: Rect<PanelSpace>
    var filter = ScaleFilter.area
    /// The threads that share the rows of large pictures.
    let workers: PixelWorkers

    /// Draws the pixels of `rect` that lie in the frame and on the target; false if memory is lacking.
    @discardableResult
    func draw(_ rect: Rect<PanelSpace>) -> Bool {
        let rect = rect.intersection(frame).intersection(target.size.bounds.reinterpreted())
        guard !rect.isEmpty else { return true }
        // Both rectangles lie within a picture's maximum sides, so their differences fit 32 bits.
        let wanted = rect.offset(x: -frame.x, y: -frame.y)
        let first = UnsafeMutableRawPointer(target.row(rect.y) + rect.x)
        let isAlike = source.format.isDeep == target.isDeep
        if frame.size.reinterpreted() == source.size {
            guard isAlike else { return false }
            kagami_copy(
                source.first + wanted.y * source.stride + wanted.x * 4, source.stride, first, target.stride,
                Int32(wanted.width), Int32(wanted.height))
            return true
        }
        // Averages have eight bits of each colour.
        return (!isSmoothed && !target.isDeep && average(wanted, to: first)) || (isAlike && resample(wanted, to: first))
    }

    /// Whether an axis is enlarged linearly, which the area average cannot do.
    private var isSmoothed: Bool {
        filter == .linear && (frame.width > source.size.width || frame.height > source.size.height)
    }

    /// Draws the rows `rows` of the frame, which must lie on the target, in one pass over memory.
    ///
    /// Copies the source's pixels under them to their places in `copy`, which has the source's size; with nil they are only read. Returns
    /// false, with nothing written, if a joint pass is impossible.
    func draw(rows: Range<Int>, copyingTo copy: PixelPlane?) -> Bool {
        let wanted = Rect<PanelSpace>(left: 0, top: rows.lowerBound, right: frame.width, bottom: rows.upperBound)
        guard !wanted.isEmpty, !isSmoothed, copy.map({ $0.size.reinterpreted() == source.size }) ?? true,
            target.size.bounds.reinterpreted().contains(wanted.offset(x: frame.x, y: frame.y))
        else { return false }
        let first = UnsafeMutableRawPointer(target.row(frame.y + wanted.y) + frame.x)
        return average(wanted, to: first, copy: copy)
    }

    private func average(
        _ wanted: Rect<PanelSpace>, to first: UnsafeMutableRawPointer, copy: PixelPlane? = nil
    ) -> Bool {
        let job = kagami_area_job(
            source: source.first, source_stride: source.stride, depth: source.format.depth,
            source_width: Int32(source.size.width), source_height: Int32(source.size.height),
            scaled_width: Int32(clamping: frame.width), scaled_height: Int32(clamping: frame.height),
            x: Int32(wanted.x), y: Int32(wanted.y), width: Int32(wanted.width), height: Int32(wanted.height),
            target: first, target_stride: target.stride, copy: copy?.first, copy_stride: copy?.stride ?? 0, copied: 0,
            light_bytes: filter == .areaInLinearLight ? LinearLight.bytes : nil)
        return workers.run(PixelJob(kernel: .average(job), source: source.owner))
    }

    private func resample(_ wanted: Rect<PanelSpace>, to first: UnsafeMutableRawPointer) -> Bool {
        let across = axis(source.size.width, scaled: frame.width, range: wanted.x..<wanted.maxX)
        let down = axis(source.size.height, scaled: frame.height, range: wanted.y..<wanted.maxY)
        return Resampler(across: across, down: down, depth: source.format.depth)
            .run(source: source.first, stride: source.stride, target: first, targetStride: target.stride)
    }

    private func axis(_ length: Int, scaled: Int, range: Range<Int>) -> AxisFilter {
        switch filter {
        case .area, .areaInLinearLight: .area(source: length, scaled: scaled, range: range)
        case .linear:
            .stretch(SourceSpan(origin: 0, length: Double(length), limit: 0..<length), scaled: scaled, range: range)
        }
    }
}

/// The table that encodes light as bytes, made at first use and constant from then on.
enum LinearLight {
    nonisolated(unsafe) static let bytes: UnsafePointer<UInt8> = {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(KAGAMI_LIGHT_STEPS))
        kagami_fill_light_bytes(bytes)
        return UnsafePointer(bytes)
    }()
}
