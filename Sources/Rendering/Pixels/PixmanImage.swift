import CPixman
import Geometry
import Mirroring

/// Owns a pixman image over borrowed memory, which must outlive it.
struct PixmanImage: ~Copyable {
    private let handle: OpaquePointer
    private let size: Size<OutputSpace>

    /// A read-only image; nil if pixman cannot create it.
    init?(reading first: UnsafeRawPointer, stride: Int, size: Size<OutputSpace>, format: PixelFormat) {
        // pixman never writes to a source.
        self.init(UnsafeMutableRawPointer(mutating: first), stride, size, format.pixmanCode)
    }

    /// A writable image of drawn pixels, or of a display's memory; nil if pixman cannot create it.
    init?(
        writing first: UnsafeMutableRawPointer, stride: Int, size: Size<OutputSpace>, format: ScanoutFormat
    ) {
        self.init(first, stride, size, format.pixmanCode)
        if format == .rgb565 { pixman_image_set_dither(handle, PIXMAN_DITHER_ORDERED_BAYER_8) }
    }

    private init?(
        _ first: UnsafeMutableRawPointer, _ stride: Int, _ size: Size<OutputSpace>, _ format: pixman_format_code_t
    ) {
        guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
            let step = Int32(exactly: stride),
            let handle = pixman_image_create_bits_no_clear(
                format, width, height, first.assumingMemoryBound(to: UInt32.self), step)
        else { return nil }
        self.handle = handle
        self.size = size
    }

    deinit {
        pixman_image_unref(handle)
    }

    /// Undoes `transform`, which made the image from an upright picture of size `shown`.
    func turn(by transform: Transform, shown: Size<OutputSpace>) {
        guard transform != .normal else { return }
        // The matrix maps a point of the upright picture to the image.
        func image(_ x: Double, _ y: Double) -> Point<OutputSpace> {
            transform.apply(to: Point<OutputSpace>(x: x, y: y), within: shown)
        }
        let (origin, right, below) = (image(0, 0), image(1, 0), image(0, 1))
        let fixed = kagami_pixman_double_to_fixed
        var matrix = pixman_transform_t(
            matrix: (
                (fixed(right.x - origin.x), fixed(below.x - origin.x), fixed(origin.x)),
                (fixed(right.y - origin.y), fixed(below.y - origin.y), fixed(origin.y)),
                (0, 0, fixed(1))
            ))
        pixman_image_set_transform(handle, &matrix)
        pixman_image_set_filter(handle, PIXMAN_FILTER_NEAREST, nil, 0)
    }

    /// Reads every pixel through a filter that changes nothing, so that copies of this image are dithered for their targets.
    /// Pixman's fast copies do not dither.
    func readForDithering() {
        let one = kagami_pixman_double_to_fixed(1)
        // A kernel of one column and one row.
        let kernel = [one, one, one]
        pixman_image_set_filter(handle, PIXMAN_FILTER_CONVOLUTION, kernel, Int32(kernel.count))
    }

    /// Copies a rectangle of `source`, which has been turned to lie as this image does.
    func copy(_ source: borrowing PixmanImage, in rect: Rect<OutputSpace>) {
        let (x, y) = (Int32(rect.x), Int32(rect.y))
        pixman_image_composite32(
            PIXMAN_OP_SRC, source.handle, nil, handle, x, y, 0, 0, x, y, Int32(rect.width), Int32(rect.height))
    }

    /// Composites `source` over the whole of this image, corner on corner.
    func composite(_ source: borrowing PixmanImage, _ operation: pixman_op_t) {
        pixman_image_composite32(
            operation, source.handle, nil, handle, 0, 0, 0, 0, 0, 0, Int32(size.width), Int32(size.height))
    }
}

extension PixelFormat {
    fileprivate var pixmanCode: pixman_format_code_t {
        switch self {
        case .argb8888: PIXMAN_a8r8g8b8
        case .xrgb8888: PIXMAN_x8r8g8b8
        case .abgr8888: PIXMAN_a8b8g8r8
        case .xbgr8888: PIXMAN_x8b8g8r8
        case .argb2101010: PIXMAN_a2r10g10b10
        case .xrgb2101010: PIXMAN_x2r10g10b10
        case .abgr2101010: PIXMAN_a2b10g10r10
        case .xbgr2101010: PIXMAN_x2b10g10r10
        }
    }
}

extension ScanoutFormat {
    fileprivate var pixmanCode: pixman_format_code_t {
        switch self {
        case .xrgb8888: PIXMAN_x8r8g8b8
        case .argb8888: PIXMAN_a8r8g8b8
        case .xbgr8888: PIXMAN_x8b8g8r8
        case .abgr8888: PIXMAN_a8b8g8r8
        case .bgr888: PIXMAN_b8g8r8
        case .rgb565: PIXMAN_r5g6b5
        case .xrgb2101010: PIXMAN_x2r10g10b10
        case .xbgr2101010: PIXMAN_x2b10g10r10
        }
    }
}
