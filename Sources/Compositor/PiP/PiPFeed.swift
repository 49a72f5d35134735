import Geometry
import Mirroring

/// Where the pictures of a picture in picture come from.
protocol PiPFeed: AnyObject {
    /// The picture as `draw` left it; nil until there is one. It stays when the source stalls or fails.
    var picture: PixelBuffer? { get }

    /// Called when `draw` would find something new.
    var changed: () -> Void { get set }

    /// Gets the source, or gets it again after it has failed.
    func begin()

    /// Brings the picture up to date; returns the pixels that changed, or nil where the source could not be read.
    func draw() -> Region<OutputSpace>?

    /// Asks the source to render itself at a size, in panel pixels, or with nil at that of its full place.
    func ask(for size: Size<PanelSpace>?)

    /// The source renders itself for the size that it was last asked for.
    var isSettled: Bool { get }

    /// Lets the source go.
    func end()
}

extension PixelBuffer {
    /// The same pixels in memory of their own; `buffer` is used where it has the size. Nil without memory.
    func copied(into buffer: PixelBuffer? = nil) -> PixelBuffer? {
        let target = buffer?.size == size && buffer !== self ? buffer : PixelBuffer(size: size)
        guard let target else { return nil }
        for y in 0..<size.height { target.row(y).update(from: row(y), count: size.width) }
        return target
    }
}
