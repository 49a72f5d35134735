package import Geometry

/// A pixel format with separate brightness and colour samples, as video decoders produce it.
///
/// There are fewer samples of colour than of brightness. The `format` of such a buffer is the format of the converted
/// words that the processor reads. The buffer's dmabuf names the format of the samples.
package enum YUVFormat: Hashable, Sendable, CaseIterable {
    /// One byte of brightness for each pixel, then two bytes of colour for four pixels.
    case nv12
    /// The layout of NV12 with ten bits a sample, in the upper bits of sixteen.
    case p010
    /// Four bytes for two pixels of a row: brightness, colour, brightness, colour.
    case yuyv
    /// One byte of brightness for each pixel, then one of blue and one of red for four pixels, in three planes.
    case yu12
    /// The layout of YU12 with red before blue.
    case yv12

    /// The format of a DRM code, or nil for another code.
    package init?(code: UInt32) {
        guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = format
    }

    /// The code of the DRM format.
    package var code: UInt32 {
        switch self {
        case .nv12: PixelFormat.code("NV12")
        case .p010: PixelFormat.code("P010")
        case .yuyv: PixelFormat.code("YUYV")
        case .yu12: PixelFormat.code("YU12")
        case .yv12: PixelFormat.code("YV12")
        }
    }

    /// The planes of a buffer whose rows lie in order.
    package var planes: [Plane] {
        switch self {
        case .nv12: [Plane(across: 1, down: 1, bytes: 1), Plane(across: 2, down: 2, bytes: 2)]
        case .p010: [Plane(across: 1, down: 1, bytes: 2), Plane(across: 2, down: 2, bytes: 4)]
        case .yuyv: [Plane(across: 2, down: 1, bytes: 4)]
        case .yu12, .yv12:
            [Plane(across: 1, down: 1, bytes: 1)] + Array(repeating: Plane(across: 2, down: 2, bytes: 1), count: 2)
        }
    }

    /// The textures that a picture can be read from.
    ///
    /// The first number of the first texture is brightness. The numbers of the other textures are colours.
    package var textures: [Texture] {
        func each(_ codes: StaticString...) -> [Texture] {
            zip(codes, planes).enumerated().map {
                Texture(plane: $0, code: PixelFormat.code($1.0), samples: $1.1, numbers: (0, 1))
            }
        }
        switch self {
        case .nv12: return each("R8  ", "GR88")
        case .p010: return each("R16 ", "GR32")
        case .yu12, .yv12: return each("R8  ", "R8  ", "R8  ")
        case .yuyv:
            // The same memory is read twice: two bytes at a time for brightness, the second and the fourth of four
            // bytes for colours.
            let brightness = Plane(across: 1, down: 1, bytes: 2)
            return [
                Texture(plane: 0, code: PixelFormat.code("GR88"), samples: brightness, numbers: (0, 1)),
                Texture(plane: 0, code: PixelFormat.argb8888.code, samples: planes[0], numbers: (1, 3)),
            ]
        }
    }

    /// Whether the planes may be in columns: rows of brightness and rows of colour have the same number of bytes.
    package var fitsColumns: Bool { self == .nv12 }

    /// Whether brightness and colours lie in one plane.
    package var isPacked: Bool { self == .yuyv }

    /// The indices of the textures with blue and with red, equal where one texture has both.
    ///
    /// Where each colour has a plane of its own, the indices are also those of the planes.
    package var colorTextures: (blue: Int, red: Int) {
        switch self {
        case .nv12, .p010, .yuyv: (1, 1)
        case .yu12: (1, 2)
        case .yv12: (2, 1)
        }
    }

    /// Whether one sample of colour covers pixels of two rows.
    package var hasSharedRows: Bool { self != .yuyv }

    /// A plane, or a part of a plane's data, as a texture.
    package struct Texture {
        package let plane: Int
        /// The format of a single plane in which devices import this one.
        package let code: UInt32
        package let samples: Plane
        /// The indices of the numbers that are read from a sample, in the order of reading.
        package let numbers: (first: Int, second: Int)
    }

    /// How one plane lies in memory.
    package struct Plane: Hashable, Sendable {
        /// The number of columns and the number of rows of pixels that one sample covers.
        package let across: Int
        package let down: Int
        /// The bytes of one sample.
        package let bytes: Int

        package init(across: Int, down: Int, bytes: Int) {
            self.across = across
            self.down = down
            self.bytes = bytes
        }

        /// The number of samples of a picture in each direction, including incomplete samples.
        package func samples(of size: Size<BufferSpace>) -> Size<BufferSpace> {
            Size(width: (size.width + across - 1) / across, height: (size.height + down - 1) / down)
        }
    }
}

/// How the Y, U and V samples of a buffer are encoded, and where the colour samples lie.
package struct YUVEncoding: Hashable, Sendable {
    package let matrix: Matrix
    /// Whether samples use the full range rather than television's range, 16 to 235 or 240 of 255.
    package let isFullRange: Bool
    /// Where the samples of colour lie among the pixels.
    package var location: ChromaLocation

    package enum Matrix: Hashable, Sendable, CaseIterable {
        case bt601
        case bt709
        /// The variant whose brightness is computed from the encoded colours, not from their light.
        case bt2020
    }

    /// An encoding whose samples of colour lie where the range usually has them.
    package init(_ matrix: Matrix, isFullRange: Bool = false) {
        self.matrix = matrix
        self.isFullRange = isFullRange
        location = ChromaLocation(usualFor: isFullRange)
    }

    /// The encoding that players assume for a film that names none.
    ///
    /// The range is that of television. The matrix is BT.709 for a high-definition size and BT.601 for a smaller one.
    package init(usualFor size: Size<BufferSpace>) {
        self.init(size.width >= 1280 || size.height > 576 ? .bt709 : .bt601)
    }

    /// The shares of red and blue in the brightness, from the standards of the matrices.
    private var shares: (red: Double, blue: Double) {
        switch matrix {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }

    /// The factors of brightness, blue, red and 1, whose products add up to one colour.
    package typealias Row = (brightness: Double, blue: Double, red: Double, one: Double)

    /// The rows that turn samples between 0 and 1, as textures give them, into colours between 0 and 1.
    ///
    /// `format` gives the number of bits in a sample.
    package func rows(of format: YUVFormat) -> (red: Row, green: Row, blue: Row) {
        // `whole` is the number that 1 stands for; `step` takes the 8-bit numbers of the range to this format.
        let (whole, step) = format == .p010 ? (65535.0, 256.0) : (255.0, 1.0)
        let (dark, brightness, color) =
            isFullRange
            ? (0, whole / Self.full(format), whole / Self.full(format))
            : (16 * step / whole, whole / (219 * step), whole / (224 * step))
        let middle = 128 * step / whole
        let (red, blue) = shares
        let green = 1 - red - blue
        func row(_ fromBlue: Double, _ fromRed: Double) -> Row {
            (
                brightness, fromBlue * color, fromRed * color,
                -brightness * dark - (fromBlue + fromRed) * color * middle
            )
        }
        return (
            row(0, 2 * (1 - red)), row(-2 * (1 - blue) * blue / green, -2 * (1 - red) * red / green),
            row(2 * (1 - blue), 0)
        )
    }

    /// The largest number of a full-range sample.
    private static func full(_ format: YUVFormat) -> Double { format == .p010 ? 1023 * 64 : 255 }
}

/// Where a sample of colour lies among the pixels of the two rows that it covers.
///
/// The cases are the six types of `Chroma420SampleLocType` in ITU-T H.273, in its order. Where a sample covers two
/// pixels of one row, only the horizontal place counts.
package enum ChromaLocation: Hashable, Sendable, CaseIterable {
    /// Type 0: in the first column, between the rows.
    case left
    /// Type 1: in the middle of the pixels.
    case center
    /// Type 2: on the first pixel.
    case topLeft
    /// Type 3: in the first row, between the columns.
    case top
    /// Type 4: in the first column of the second row.
    case bottomLeft
    /// Type 5: in the second row, between the columns.
    case bottom

    /// The location that players assume where nothing names one.
    ///
    /// In television's range the samples lie to the left, as in MPEG-2, H.264 and H.265. In the full range they lie in
    /// the middle, as in JPEG and the pictures of cameras. mpv assumes the same.
    package init(usualFor isFullRange: Bool) {
        self = isFullRange ? .center : .left
    }

    /// The distance to the right of the first column's middle, in pixels.
    package var across: Double {
        switch self {
        case .left, .topLeft, .bottomLeft: 0
        case .center, .top, .bottom: 0.5
        }
    }

    /// The distance below the first row's middle, in pixels.
    package var down: Double {
        switch self {
        case .topLeft, .top: 0
        case .left, .center: 0.5
        case .bottomLeft, .bottom: 1
        }
    }
}
