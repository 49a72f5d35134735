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

extension MemoryImage {
    /// A picture with an alpha channel: `pixel` returns the premultiplied pixel of a column and a row.
    convenience init(size: Size<BufferSpace>, pixel: (Int, Int) -> UInt32) {
        self.init(
            size: size, format: .argb8888,
            pixels: (0..<size.height).flatMap { y in (0..<size.width).map { x in pixel(x, y) } })
    }

    /// A button: a white sign on a dark translucent ground. `opacity` is 0 to 1.
    convenience init(_ glyph: ButtonGlyph, size: Size<BufferSpace>, opacity: Double) {
        let sign = ButtonSign(glyph)
        let aspect = Double(size.width) / Double(max(1, size.height))
        self.init(size: size) { sign.pixel($0, $1, of: size, aspect: aspect, opacity: opacity) }
    }
}
