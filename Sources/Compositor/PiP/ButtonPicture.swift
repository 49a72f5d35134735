import Geometry
import Mirroring

/// What a small picture of ours shows.
enum ButtonGlyph: Hashable {
    case button(PiPButton)
    /// The tab of a hidden picture, its arrow pointing into the panel from this side.
    case tab(PiPSide)
}

/// A button's pixels: a dark translucent ground with a white sign on it.
final class ButtonPicture: PixelSource {
    let size: Size<BufferSpace>
    let stride: Int
    let format = PixelFormat.argb8888
    private let pixels: [UInt32]

    /// `opacity` is 0 to 1.
    init(_ glyph: ButtonGlyph, size: Size<BufferSpace>, opacity: Double) {
        self.size = size
        stride = size.width * 4
        let sign = ButtonSign(glyph)
        let aspect = Double(size.width) / Double(max(1, size.height))
        pixels = (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                sign.pixel(x, y, of: size, aspect: aspect, opacity: opacity)
            }
        }
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        pixels.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return false }
            body(first)
            return true
        }
    }
}

/// The shapes of a button as areas of a square from -1 to 1.
private struct ButtonSign {
    private let glyph: ButtonGlyph

    /// Samples along each side of a pixel.
    private static let samples = 4
    private static let groundOpacity = 0.6

    init(_ glyph: ButtonGlyph) {
        self.glyph = glyph
    }

    /// The premultiplied pixel.
    func pixel(_ column: Int, _ row: Int, of size: Size<BufferSpace>, aspect: Double, opacity: Double) -> UInt32 {
        var (ground, sign) = (0, 0)
        for step in 0..<Self.samples * Self.samples {
            let offsetX = (Double(step % Self.samples) + 0.5) / Double(Self.samples)
            let offsetY = (Double(step / Self.samples) + 0.5) / Double(Self.samples)
            let x = ((Double(column) + offsetX) / Double(size.width) * 2 - 1) * min(1, aspect)
            let y = ((Double(row) + offsetY) / Double(size.height) * 2 - 1) / max(1, aspect)
            if isSign(x, y, width: min(1, aspect)) {
                sign += 1
            } else if isGround(x, y) {
                ground += 1
            }
        }
        let all = Double(Self.samples * Self.samples)
        let white = Double(sign) / all * opacity
        let alpha = white + Double(ground) / all * Self.groundOpacity * opacity
        let value = UInt32(min(255, (white * 255).rounded()))
        return UInt32(min(255, (alpha * 255).rounded())) << 24 | value << 16 | value << 8 | value
    }

    private func isGround(_ x: Double, _ y: Double) -> Bool {
        switch glyph {
        case .button: x * x + y * y <= 1
        // Flat at the panel's edge.
        case .tab: true
        }
    }

    private func isSign(_ x: Double, _ y: Double, width: Double) -> Bool {
        switch glyph {
        case .button(.close):
            return abs(x) <= 0.42 && abs(y) <= 0.42 && min(abs(x - y), abs(x + y)) <= 0.16
        case .button(.restore):
            // A frame with its corner filled: the small picture grows into the large one.
            let isFrame = max(abs(x), abs(y)) <= 0.48 && max(abs(x), abs(y)) >= 0.34
            return isFrame || (x >= -0.02 && x <= 0.34 && y >= -0.02 && y <= 0.34)
        case .button(.playPause):
            let isPlay = x >= -0.5 && x <= 0 && abs(y) <= 0.45 * (-x / 0.5)
            let isPause = abs(y) <= 0.42 && ((0.1...0.24).contains(x) || (0.38...0.52).contains(x))
            return isPlay || isPause
        case .button(.skipBack): return isSkip(-x, y)
        case .button(.skipForward): return isSkip(x, y)
        case .tab(.left): return isArrow(x / width, y / width)
        case .tab(.right): return isArrow(-x / width, y / width)
        }
    }

    /// Two triangles that point to the right.
    private func isSkip(_ x: Double, _ y: Double) -> Bool {
        func isTriangle(from start: Double) -> Bool {
            x >= start && x <= start + 0.45 && abs(y) <= 0.4 * (start + 0.45 - x) / 0.45
        }
        return isTriangle(from: -0.45) || isTriangle(from: 0)
    }

    /// An angle that points to the right.
    private func isArrow(_ x: Double, _ y: Double) -> Bool {
        abs(y) <= 0.6 && abs(x - (0.35 - abs(y) * 0.8)) <= 0.16
    }
}
