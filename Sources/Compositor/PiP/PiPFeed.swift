import Geometry
import Mirroring

/// The source of a picture in picture's frames.
protocol PiPFeed: AnyObject {
    /// The picture after the last `draw`; nil until there is one. It is kept when the source stalls or fails.
    var picture: (any Buffer)? { get }

    /// Held weakly.
    var observer: (any PiPFeedObserver)? { get set }

    /// Acquires the source, also again after it has failed.
    func begin()

    /// Updates the picture from the source; returns the damage, or nil if the source could not be read.
    func draw() -> Region<OutputSpace>?

    /// Asks the source to render at a size, in panel pixels, or with nil at the size of its full place.
    func ask(for size: Size<PanelSpace>?)

    /// Whether the source has rendered at the size that was last requested.
    var isSettled: Bool { get }

    /// Releases the source.
    func end()
}

/// Follows a feed.
protocol PiPFeedObserver: AnyObject {
    /// `draw` would find something new.
    func sourceChanged()
}
