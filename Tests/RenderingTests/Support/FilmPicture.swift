import Geometry
import Mirroring
import Rendering
import TestSupport

/// A picture with a byte of brightness for each pixel and two of colour for four, in two planes or three, or for two, in one plane, in
/// ordinary memory.
final class FilmPicture: Buffer, PlanarPixels {
    let size: Size<BufferSpace>
    let format = PixelFormat.xrgb8888
    let planarFormat: YUVFormat
    /// What is usual for the size, where nothing else is said.
    var encoding: YUVEncoding
    var planar: (any PlanarPixels)? { self }
    private(set) var brightness: [UInt8]
    private(set) var chroma: [UInt8]
    /// Wider than needed.
    let strides: (Int, Int)
    /// Nil for whole rows.
    let columns: PixelColumns?

    /// Soft shapes with noise, which comes to colours beyond what screens show; with `isSoft`, the noise is in the brightness alone,
    /// and the colours are slopes.
    init(
        _ width: Int, _ height: Int, seed: UInt64, isSoft: Bool = false, format: YUVFormat = .nv12,
        columns: PixelColumns? = nil
    ) {
        self.columns = columns
        planarFormat = format
        var random = SplitMix64(seed: seed)
        size = Size(width: width, height: height)
        encoding = YUVEncoding(usualFor: size)
        let strides = (width + 3, (width + 1) / 2 * 2 + 6)
        self.strides = strides
        let (dark, bright) = isSoft ? (80, 90) : (0, 240)
        brightness = (0..<strides.0 * height).map { index in
            let slope = index % strides.0 * 3 + index / strides.0 * 2
            return UInt8(dark + slope % bright + Int.random(in: 0..<15, using: &random))
        }
        let rows = format.hasSharedRows ? (height + 1) / 2 : height
        chroma = (0..<strides.1 * rows).map { index -> UInt8 in
            let (x, y) = (index % strides.1, index / strides.1)
            if isSoft {
                let slope = x / 2 * 30 / strides.1 + y * 10 / rows
                return UInt8(x % 2 == 0 ? 118 + slope : 138 - slope)
            }
            let slope = x * 2 + y * 5 + x % 2 * 90
            return UInt8(18 + slope % 220 + Int.random(in: 0..<15, using: &random))
        }
    }

    /// Sets all pixels.
    func fill(_ samples: (brightness: UInt8, blue: UInt8, red: UInt8)) {
        brightness = brightness.map { _ in samples.brightness }
        chroma = chroma.indices.map { $0 % strides.1 % 2 == 0 ? samples.blue : samples.red }
    }

    /// Sets all brightness to one value, and the colours to squares with hard edges, of an odd number of samples each.
    func setSquares(of side: Int) {
        brightness = brightness.map { _ in 120 }
        chroma = chroma.indices.map { index in
            let (column, row) = (index % strides.1 / 2 / side, index / strides.1 / side)
            return (column + row + index % 2) % 2 == 0 ? 70 : 180
        }
    }

    /// Sets one pixel's brightness.
    func set(_ x: Int, _ y: Int, _ value: UInt8) {
        brightness[y * strides.0 + x] = value
    }

    var stride: Int { MemoryBuffer.stride(of: size.width) }

    func withPlanes(_ body: ([PlanePixels]) -> Void) -> Bool {
        if let columns { return pass(columns, to: body) }
        if planarFormat.isPacked { return pass([packed], to: body) }
        // Of planes with one colour each, rows of another length than the other plane's.
        let (blue, red) = planarFormat.colorTextures
        func part(_ first: Int, _ gap: Int) -> (samples: [UInt8], stride: Int) {
            let stride = strides.1 / 2 + gap
            let rows = chroma.count / strides.1
            let samples = (0..<stride * rows).map { index -> UInt8 in
                let column = min(index % stride, strides.1 / 2 - 1)
                return chroma[index / stride * strides.1 + column * 2 + first]
            }
            return (samples, stride)
        }
        let colors = blue == red ? [(chroma, strides.1)] : [part(blue < red ? 0 : 1, 1), part(blue < red ? 1 : 0, 4)]
        return pass([(brightness, strides.0)] + colors, to: body)
    }

    /// Brightness in the first rows of columns, and colours in the last ones.
    private func pass(_ columns: PixelColumns, to body: ([PlanePixels]) -> Void) -> Bool {
        let (width, rows) = (PixelColumns.width, chroma.count / strides.1)
        let below = columns.height - rows
        var memory = [UInt8](repeating: 77, count: (strides.1 + width) / width * columns.stride)
        func put(_ value: UInt8, _ x: Int, _ y: Int) {
            memory[x / width * columns.stride + y * width + x % width] = value
        }
        for y in 0..<size.height {
            for x in 0..<size.width { put(brightness[y * strides.0 + x], x, y) }
        }
        for y in 0..<rows {
            for x in 0..<(size.width + 1) / 2 * 2 { put(chroma[y * strides.1 + x], x, below + y) }
        }
        return memory.withUnsafeBytes { memory in
            guard let first = memory.baseAddress else { return false }
            body([
                PlanePixels(first: first, stride: width), PlanePixels(first: first + below * width, stride: width),
            ])
            return true
        }
    }

    /// Brightness and colours in turn, in rows longer than needed.
    private var packed: (samples: [UInt8], stride: Int) {
        let stride = (size.width + 1) / 2 * 4 + 4
        let samples = (0..<stride * size.height).map { index in
            let (x, y) = (index % stride / 2, index / stride)
            if index % 2 == 0 { return brightness[y * strides.0 + x] }
            return chroma[y * strides.1 + x]
        }
        return (samples, stride)
    }

    private func pass(
        _ planes: [(samples: [UInt8], stride: Int)], _ passed: [PlanePixels] = [], to body: ([PlanePixels]) -> Void
    ) -> Bool {
        guard let plane = planes.first else {
            body(passed)
            return true
        }
        return plane.samples.withUnsafeBytes { samples in
            guard let first = samples.baseAddress else { return false }
            return pass(
                Array(planes.dropFirst()), passed + [PlanePixels(first: first, stride: plane.stride)], to: body)
        }
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        guard let converted = MemoryBuffer(size: size) else { return false }
        guard withPlanes({ NV12Converter().convert($0, in: columns, planarFormat, encoding, to: converted) }) else {
            return false
        }
        return converted.withPixels(body)
    }

    /// Each pixel's colour in double precision; colours lie where the encoding says and blend from one to the next.
    var reference: [UInt32] {
        let rows = encoding.rows(of: planarFormat)
        let (across, down) = ((size.width + 1) / 2, chroma.count / strides.1)
        func color(_ x: Double, _ y: Double, _ channel: Int) -> Double {
            let (left, top) = (x.rounded(.down), y.rounded(.down))
            func sample(_ column: Double, _ row: Double) -> Double {
                let (column, row) = (min(max(Int(column), 0), across - 1), min(max(Int(row), 0), down - 1))
                return Double(chroma[row * strides.1 + column * 2 + channel])
            }
            let (right, below) = (x - left, y - top)
            return (sample(left, top) * (1 - right) + sample(left + 1, top) * right) * (1 - below)
                + (sample(left, top + 1) * (1 - right) + sample(left + 1, top + 1) * right) * below
        }
        return (0..<size.area).map { index in
            let (x, y) = (index % size.width, index / size.width)
            let row = planarFormat.hasSharedRows ? (Double(y) - encoding.location.down) / 2 : Double(y)
            let place = ((Double(x) - encoding.location.across) / 2, row)
            let samples = (
                Double(brightness[y * strides.0 + x]), color(place.0, place.1, 0), color(place.0, place.1, 1)
            )
            return [rows.red, rows.green, rows.blue].reduce(UInt32(0)) { color, row in
                let value = samples.0 * row.brightness + samples.1 * row.blue + samples.2 * row.red + 255 * row.one
                return color << 8 | UInt32(min(255, max(0, value.rounded())))
            }
        }
    }
}
