import Geometry
import Mirroring

/// The sign that a button or tab shows.
enum ButtonGlyph: Hashable {
    case button(PiPButton)
    /// What play-pause would do, where the playback state is known.
    case play
    case pause
    /// Circling dots in one of `busyPhases` positions.
    case busy(phase: Int)
    /// The tab of a hidden picture, its arrow pointing into the panel from this side.
    case tab(PiPSide)
}

/// A picture with an alpha channel that is computed pixel by pixel.
final class ShadeImage: Buffer {
    let size: Size<BufferSpace>
    let stride: Int
    let format = PixelFormat.argb8888
    private let pixels: [UInt32]

    /// `pixel` returns the premultiplied pixel of a column and a row.
    init(size: Size<BufferSpace>, pixel: (Int, Int) -> UInt32) {
        self.size = size
        stride = size.width * 4
        pixels = (0..<size.height).flatMap { y in (0..<size.width).map { x in pixel(x, y) } }
    }

    /// A button: a white sign on a dark translucent ground. `opacity` is 0 to 1.
    convenience init(_ glyph: ButtonGlyph, size: Size<BufferSpace>, opacity: Double) {
        let sign = ButtonSign(glyph)
        let aspect = Double(size.width) / Double(max(1, size.height))
        self.init(size: size) { sign.pixel($0, $1, of: size, aspect: aspect, opacity: opacity) }
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        pixels.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return false }
            body(first)
            return true
        }
    }
}
