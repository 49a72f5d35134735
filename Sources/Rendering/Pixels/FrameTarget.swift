import CPixelKernels
import Geometry
import Mirroring

/// A frame to draw on, in pixels from its top left corner.
///
/// Rectangles and regions must lie within the frame.
struct FrameTarget {
    let frame: PixelPlane
    /// The threads that share the rows of large copies.
    let workers: PixelWorkers

    init(_ frame: PixelPlane, _ workers: PixelWorkers) {
        self.frame = frame
        self.workers = workers
    }

    /// The address of a pixel.
    func address(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(frame.row(y) + x)
    }

    /// Paints a region in one colour.
    func fill(_ region: Region<ContentSpace>, with color: Color) {
        for rect in region.rects {
            kagami_fill(
                address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height),
                color.word(isDeep: frame.isDeep))
        }
    }

    /// Copies rows of a source's pixels, which have the frame's layout, from `first` on.
    func copy(_ first: UnsafeRawPointer, of source: any Buffer, to rect: Rect<ContentSpace>) {
        guard rect.size.area < Self.cachedArea else {
            return turn(first, of: source, across: 4, down: source.stride, to: rect)
        }
        kagami_copy(
            first, source.stride, address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height))
    }

    /// Copies and turns pixels that have the frame's layout.
    /// `across` and `down` are the distances in bytes between the sources of neighbouring pixels of the frame.
    func turn(
        _ first: UnsafeRawPointer, of source: any Buffer, across: Int, down: Int, to rect: Rect<ContentSpace>
    ) {
        let job = kagami_turn_job(
            source: first, across: across, down: down, width: Int32(rect.width), height: Int32(rect.height),
            target: address(rect.x, rect.y), target_stride: frame.stride)
        _ = workers.run(PixelJob(kernel: .turn(job), source: source))
    }

    /// Copies rows of a source's deep pixels from `first` on, narrowed to eight bits of each colour.
    func narrow(_ first: UnsafeRawPointer, of source: any Buffer, to rect: Rect<ContentSpace>) {
        let job = kagami_narrow_job(
            source: first, source_stride: source.stride, depth: source.format.depth, width: Int32(rect.width),
            height: Int32(rect.height), target: address(rect.x, rect.y), target_stride: frame.stride)
        _ = workers.run(PixelJob(kernel: .narrow(job), source: source))
    }

    /// Copies rows of a source's XRGB pixels from `first` on to a deep frame.
    func widen(_ first: UnsafeRawPointer, stride: Int, of source: any Buffer, to rect: Rect<ContentSpace>) {
        let job = kagami_widen_job(
            source: first, source_stride: stride, width: Int32(rect.width), height: Int32(rect.height),
            target: address(rect.x, rect.y), target_stride: frame.stride)
        _ = workers.run(PixelJob(kernel: .widen(job), source: source))
    }

    /// Blends rows of ARGB pixels from `first` on over a deep frame.
    func blend(_ first: UnsafeRawPointer, stride: Int, over rect: Rect<ContentSpace>) {
        kagami_blend_deep(
            first, stride, address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height))
    }

    /// The number of pixels that a second-level cache holds, roughly.
    private static let cachedArea = 1 << 19

    /// The bounding box of the pixels in `rect` that differ from a source in the frame's layout.
    func difference(_ source: UnsafeRawPointer, stride: Int, at rect: Rect<ContentSpace>) -> Rect<ContentSpace> {
        let box = kagami_difference(
            source, stride, address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height))
        return Rect(left: Int(box.left), top: Int(box.top), right: Int(box.right), bottom: Int(box.bottom))
            .offset(x: rect.x, y: rect.y)
    }
}

/// XRGB pixels in memory that are drawn on, in rows from the top left corner.
struct PixelPlane {
    let first: UnsafeMutableRawPointer
    /// Bytes from the start of one row to the start of the next.
    let stride: Int
    let size: Size<OutputSpace>
    /// Whether a colour has ten bits, as in `xrgb2101010`, in place of eight.
    let isDeep: Bool

    /// All of a picture.
    init(_ picture: MemoryBuffer) {
        self.init(
            first: picture.bytes, stride: picture.stride, size: picture.size.reinterpreted(),
            isDeep: picture.format.isDeep)
    }

    init(first: UnsafeMutableRawPointer, stride: Int, size: Size<OutputSpace>, isDeep: Bool = false) {
        self.first = first
        self.stride = stride
        self.size = size
        self.isDeep = isDeep
    }

    /// The format of the pixels.
    var format: ScanoutFormat { isDeep ? .xrgb2101010 : .xrgb8888 }

    /// Whether pixels of a format have the same layout, apart from alpha.
    func hasLayout(of format: PixelFormat) -> Bool { !format.isBlueFirst && format.isDeep == isDeep }

    /// Makes pixels of `xrgb8888` opaque in the byte that is otherwise ignored.
    func makeOpaque(_ region: Region<OutputSpace>) {
        for rect in region.rects {
            for y in rect.y..<rect.maxY {
                let row = row(y)
                for x in rect.x..<rect.maxX { row[x] |= 0xff00_0000 }
            }
        }
    }

    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (first + y * stride).assumingMemoryBound(to: UInt32.self)
    }
}
