package import Geometry

/// A format of pixels whose brightness lies apart from their colours, of which there are fewer, as films are decoded to.
///
/// A buffer of such pixels has a `format` of its own for what the processor reads, which is converted; its dmabuf names this
/// one.
package enum YUVFormat: Hashable, Sendable, CaseIterable {
    /// A byte of brightness for each pixel, then two of colour for four pixels.
    case nv12
    /// The same with ten bits each, the uppermost of sixteen.
    case p010
    /// Four bytes for two pixels of a row: brightness, colour, brightness, colour.
    case yuyv
    /// A byte of brightness for each pixel, then one of blue for four, then one of red, each kind in a plane of its own.
    case yu12
    /// The same with red before blue.
    case yv12

    /// The format of a DRM code; nil for others.
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

    /// The textures that a picture can be read from: the first one's first number is brightness, and those of the others are
    /// colours.
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
            // The same memory twice: for brightness two bytes at a time, for colours the second and the last of four.
            let brightness = Plane(across: 1, down: 1, bytes: 2)
            return [
                Texture(plane: 0, code: PixelFormat.code("GR88"), samples: brightness, numbers: (0, 1)),
                Texture(plane: 0, code: PixelFormat.argb8888.code, samples: planes[0], numbers: (1, 3)),
            ]
        }
    }

    /// Whether the planes may be in columns: brightness and colours then have as many bytes in a row.
    package var fitsColumns: Bool { self == .nv12 }

    /// Whether brightness and colours lie in one plane.
    package var isPacked: Bool { self == .yuyv }

    /// The textures in which blue and red are, the same one where they lie beside each other; where colours have planes of
    /// their own, also the numbers of these.
    package var colorTextures: (blue: Int, red: Int) {
        switch self {
        case .nv12, .p010, .yuyv: (1, 1)
        case .yu12: (1, 2)
        case .yv12: (2, 1)
        }
    }

    /// Whether one sample of colour stands for pixels of two rows.
    package var hasSharedRows: Bool { self != .yuyv }

    /// A plane, or a part of what is in it, as a texture.
    package struct Texture {
        package let plane: Int
        /// The format of one plane in which devices import it.
        package let code: UInt32
        package let samples: Plane
        /// Which of a sample's numbers are read, as the first one and the second.
        package let numbers: (first: Int, second: Int)
    }

    /// How one plane lies in memory.
    package struct Plane: Hashable, Sendable {
        /// How many of a row's pixels one sample stands for, and how many rows.
        package let across: Int
        package let down: Int
        /// Of one sample.
        package let bytes: Int

        package init(across: Int, down: Int, bytes: Int) {
            self.across = across
            self.down = down
            self.bytes = bytes
        }

        /// The samples of a picture, incomplete ones included.
        package func samples(of size: Size<BufferSpace>) -> Size<BufferSpace> {
            Size(width: (size.width + across - 1) / across, height: (size.height + down - 1) / down)
        }
    }
}

/// What the numbers of such pixels mean in red, green and blue, and where.
package struct YUVEncoding: Hashable, Sendable {
    package let matrix: Matrix
    /// Whether all numbers are used, and not those of television alone, 16 to 235 and 240 of 255.
    package let isFullRange: Bool
    /// Where the samples of colour lie.
    package var location: ChromaLocation

    package enum Matrix: Hashable, Sendable, CaseIterable {
        case bt601
        case bt709
        /// With brightness made of the colours as they are encoded, not of their light.
        case bt2020
    }

    /// The samples of colour lie where it is usual in the range.
    package init(_ matrix: Matrix, isFullRange: Bool = false) {
        self.matrix = matrix
        self.isFullRange = isFullRange
        location = ChromaLocation(usualFor: isFullRange)
    }

    /// What players take for granted where a film does not say: television's ranges, and its standard for pictures of high
    /// definition or that from before, by the size.
    package init(usualFor size: Size<BufferSpace>) {
        self.init(size.width >= 1280 || size.height > 576 ? .bt709 : .bt601)
    }

    /// The shares of red and blue in the brightness, from the standards.
    private var shares: (red: Double, blue: Double) {
        switch matrix {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }

    /// What brightness, both colours (blue's first) and 1 are multiplied with and summed for one colour.
    package typealias Row = (brightness: Double, blue: Double, red: Double, one: Double)

    /// From samples between 0 and 1, as textures give them, to red, green and blue between 0 and 1; `format` says how many
    /// bits a sample has.
    package func rows(of format: YUVFormat) -> (red: Row, green: Row, blue: Row) {
        // The number that 1 stands for, and how often the ranges' numbers, which are those of 8 bits, are taken.
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

    /// The largest number of a sample.
    private static func full(_ format: YUVFormat) -> Double { format == .p010 ? 1023 * 64 : 255 }
}

/// Where a sample of colour lies among the pixels of two rows that it stands for.
///
/// The six types of `Chroma420SampleLocType` in ITU-T H.273, in its order. Where a sample stands for two pixels of one row, only
/// its place across counts.
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

    /// What players take for granted where nobody says: to the left for television's range, as in MPEG-2, H.264 and H.265 unless
    /// a film says otherwise, and in the middle for the full range, as in JPEG and what cameras send. mpv does the same.
    package init(usualFor isFullRange: Bool) {
        self = isFullRange ? .center : .left
    }

    /// How far right of the first pixel's middle, in pixels.
    package var across: Double {
        switch self {
        case .left, .topLeft, .bottomLeft: 0
        case .center, .top, .bottom: 0.5
        }
    }

    /// How far below the first row's middle, in pixels.
    package var down: Double {
        switch self {
        case .topLeft, .top: 0
        case .left, .center: 0.5
        case .bottomLeft, .bottom: 1
        }
    }
}
