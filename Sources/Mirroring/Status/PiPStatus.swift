package import Geometry

/// The picture in picture as the status reports it; places and sizes are panel pixels.
package struct PiPStatus: Hashable, Sendable, Codable {
    package var state = PiPState.possible
    /// The sources that can be shown.
    package var possible: [PiPSource] = []
    /// Nil while nothing is shown; then of all below only `interaction` and `updates` have a meaning.
    @Nullable package var source: PiPSource? = nil
    package var interaction = PiPInteraction.move
    package var updates = PiPUpdates.live {
        didSet { isPaused = updates == .paused }
    }
    private var isPaused = false
    /// Whether it starts by itself when the content leaves the panel's foreground.
    package var startsAutomatically = false
    /// Whether it is shown: from its did-start to its did-stop.
    package var isActive = false
    /// Whether it is hidden past a side edge.
    package var isStashed = false
    /// Whether the source has a timeline: it takes skip and play-pause.
    package var hasTimeline = false
    /// Whether the source is playing; nil where that is unknown.
    @Nullable package var isPlaying: Bool? = nil
    /// The number of times that it was drawn from its source.
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

    /// Its current rectangle, animations included; beyond the panel's edge while it is hidden.
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
