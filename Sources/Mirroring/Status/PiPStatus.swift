package import Geometry

/// The picture in picture as the status reports it; places and sizes are panel pixels.
package struct PiPStatus: Hashable, Sendable {
    package var state: PiPState
    /// The sources that can be shown.
    package var possible: [PiPSource]
    /// Nil while nothing is shown; then of all below only `interaction` and `updates` have a meaning.
    package var source: PiPSource?
    /// Its current rectangle, animations included; beyond the panel's edge while it is hidden.
    package var frame: Rect<PanelSpace>?
    package var interaction: PiPInteraction
    package var updates: PiPUpdates
    /// Whether it starts by itself when the content leaves the panel's foreground.
    package var startsAutomatically: Bool
    /// Whether it is shown: from its did-start to its did-stop.
    package var isActive: Bool
    /// Whether it is hidden past a side edge.
    package var isStashed: Bool
    /// The source's own size, in its pixels.
    package var renderSize: Size<OutputSpace>?
    /// Whether the source has a timeline: it takes skip and play-pause.
    package var hasTimeline: Bool
    /// Whether the source is playing; nil where that is unknown.
    package var isPlaying: Bool?
    /// The number of times that it was drawn from its source.
    package var frames: Int

    package init(
        state: PiPState, possible: [PiPSource], source: PiPSource? = nil, frame: Rect<PanelSpace>? = nil,
        interaction: PiPInteraction = .move, updates: PiPUpdates = .live,
        startsAutomatically: Bool = false, isActive: Bool = false,
        isStashed: Bool = false, renderSize: Size<OutputSpace>? = nil, hasTimeline: Bool = false,
        isPlaying: Bool? = nil, frames: Int = 0
    ) {
        self.state = state
        self.possible = possible
        self.source = source
        self.frame = frame
        self.interaction = interaction
        self.updates = updates
        self.startsAutomatically = startsAutomatically
        self.isActive = isActive
        self.isStashed = isStashed
        self.renderSize = renderSize
        self.hasTimeline = hasTimeline
        self.isPlaying = isPlaying
        self.frames = frames
    }
}
