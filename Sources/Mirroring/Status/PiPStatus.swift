package import Geometry

/// The picture in picture as the status reports it, with places and sizes in panel pixels.
package struct PiPStatus: Hashable, Sendable, Codable {
    package var state = PiPState.possible
    /// The sources that can be shown.
    package var possible: [PiPSource] = []
    /// The source that is shown, or nil while nothing is shown.
    ///
    /// While nothing is shown, the values below have no meaning, except `interaction`, `updates` and
    /// `startsAutomatically`.
    @Nullable package var source: PiPSource? = nil
    package var interaction = PiPInteraction.move
    package var updates = PiPUpdates.live {
        didSet { isPaused = updates == .paused }
    }
    private var isPaused = false
    /// Whether the picture starts by itself when the content leaves the panel's foreground.
    package var startsAutomatically = false
    /// Whether the picture is shown: from its did-start to its did-stop.
    package var isActive = false
    /// Whether the picture is hidden past a side edge.
    package var isStashed = false
    /// Whether the source has a timeline and therefore accepts skip and play-pause.
    package var hasTimeline = false
    /// Whether the source is playing, or nil where unknown.
    @Nullable package var isPlaying: Bool? = nil
    /// How often the picture was drawn from its source.
    package var frames = 0

    @Nullable private var x: Int? = nil
    @Nullable private var y: Int? = nil
    @Nullable private var width: Int? = nil
    @Nullable private var height: Int? = nil
    @Nullable private var renderWidth: Int? = nil
    @Nullable private var renderHeight: Int? = nil

    private enum CodingKeys: String, CodingKey {
        case state, possible, source, interaction, updates, frames, x, y, width, height
        case isPaused = "paused"
        case startsAutomatically = "auto_start"
        case isActive = "active"
        case isStashed = "stashed"
        case hasTimeline = "timeline"
        case isPlaying = "playing"
        case renderWidth = "render_width"
        case renderHeight = "render_height"
    }

    package init() {}

    /// The picture's current rectangle, including animations; beyond the panel's edge while hidden.
    package var frame: Rect<PanelSpace>? {
        get {
            guard let x, let y, let width, let height else { return nil }
            return Rect(x: x, y: y, width: width, height: height)
        }
        set { (x, y, width, height) = (newValue?.x, newValue?.y, newValue?.width, newValue?.height) }
    }

    /// The source's own size, in its pixels.
    package var renderSize: Size<OutputSpace>? {
        get {
            guard let renderWidth, let renderHeight else { return nil }
            return Size(width: renderWidth, height: renderHeight)
        }
        set { (renderWidth, renderHeight) = (newValue?.width, newValue?.height) }
    }
}
