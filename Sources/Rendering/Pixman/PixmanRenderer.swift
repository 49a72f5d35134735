import CPixelKernels
package import Geometry
package import Mirroring

/// The software renderer: own copy and scaling kernels for opaque content, pixman for blending.
///
/// It draws only inside the damage, and a pixel's value does not depend on which others are drawn with it. If a pass shrinks the target
/// that the pass before it has just copied, both are drawn in one pass over memory.
package final class PixmanRenderer: RendererPort {
    package let name = "pixman"
    package let remark: String?
    package let snapshotPath = SnapshotPath.cpu
    private var cursors: CursorCache
    private let workers: PixelWorkers

    /// Shares large pixel work among `threads`, including the caller's; nil for as many as there are processors.
    package init(threads: Int? = nil, remark: String? = nil, cursors theme: CursorTheme = CursorTheme()) {
        self.remark = remark
        cursors = CursorCache(theme)
        workers = threads.map(PixelWorkers.init(count:)) ?? PixelWorkers()
    }

    private let films = NV12Converter()
    /// The traffic without that of the films' converter.
    private var moved = MemoryTraffic()

    package var traffic: MemoryTraffic { moved.adding(films.traffic) }

    package var converter: (any PlanarConverter)? { films }

    package func submit(_ passes: [RenderPass]) {
        let drawings = passes.map { PassDrawing($0, workers) }
        for (index, drawing) in drawings.enumerated() {
            let isLarge = drawing.damage.area >= JointDrawing.smallestArea
            var read = Region<OutputSpace>()
            for later in drawings[(index + 1)...] where later.shows(drawing.target) {
                if isLarge { JointDrawing(of: drawing, into: later)?.draw(drawing, later, &moved) }
                if drawing.isDirect { read.formUnion(later.pixels(readOf: drawing.target)) }
            }
            if isLarge { JointDrawing(into: drawing)?.draw(drawing, &moved) }
            drawing.finish(read: read, &moved)
        }
    }

    package func changes(of pass: RenderPass) -> Region<OutputSpace> {
        ChangeSearch(pass: pass, workers: workers).changes
    }

    package func read(_ target: RenderTarget) -> (any Buffer)? {
        target.wasRead()
        return target.bringBack(Region(target.size.bounds), workers, &moved)
    }

    package func cursor(
        named name: String, scale: Scale
    ) -> (source: any Buffer, hotspot: Point<ContentSpace>) {
        let picture = cursors.picture(of: name, scale: scale) { image, size in
            let frame = Rect<ContentSpace>(x: 0, y: 0, width: size.width, height: size.height)
            return flatten([SceneElement(whole: image, at: frame)], in: frame) as? MemoryImage
        }
        return (picture.image, picture.hotspot)
    }
}

/// Converts the pixels of films to words with a kernel of our own: NV12, and formats with the same samples in three planes.
package final class NV12Converter: PlanarConverter {
    package let convertedFormats: [YUVFormat] = [.nv12, .yu12, .yv12]

    /// The bytes read and written since the converter was made.
    package private(set) var traffic = MemoryTraffic()

    package init() {}

    package func convert(
        _ planes: [PlanePixels], in columns: PixelColumns?, _ format: YUVFormat, _ encoding: YUVEncoding,
        to target: MemoryBuffer
    ) {
        guard convertedFormats.contains(format), planes.count == format.planes.count,
            columns == nil || format.fitsColumns
        else { return }
        let rows = encoding.rows(of: format)
        let places = format.colorTextures
        let (blue, red, isInterleaved) = (planes[places.blue], planes[places.red], places.blue == places.red)
        var job = kagami_nv12_job(
            brightness: planes[0].first, brightness_stride: planes[0].stride, blue: blue.first,
            blue_stride: blue.stride, red: red.first + (isInterleaved ? 1 : 0), red_stride: red.stride,
            is_interleaved: isInterleaved, column: columns?.stride ?? 0, width: Int32(clamping: target.size.width),
            height: Int32(clamping: target.size.height),
            across: Self.quarters(encoding.location.across), down: Self.quarters(encoding.location.down),
            to_red: rows.red, to_green: rows.green, to_blue: rows.blue,
            target: target.bytes, target_stride: target.stride)
        kagami_convert_nv12(&job)
        let read = format.planes.reduce(0) { $0 + $1.samples(of: target.size).area * $1.bytes }
        traffic.count(.converted, read: read, written: target.size.area * 4)
    }

    /// The weights of a sample, in quarters, for the colours of its own two pixels.
    /// `place` is the sample's distance from the first pixel.
    private static func quarters(_ place: Double) -> (Int32, Int32) {
        (Int32(4 - 2 * place), Int32(4 - 2 * (1 - place)))
    }
}
