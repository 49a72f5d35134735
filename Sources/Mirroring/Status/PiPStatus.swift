package import Geometry

/// The picture in picture as `status` reports it; places and sizes are panel pixels.
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
        interaction: PiPInteraction = .move, updates: PiPUpdates = .live, isActive: Bool = false,
        isStashed: Bool = false, renderSize: Size<OutputSpace>? = nil, hasTimeline: Bool = false,
        isPlaying: Bool? = nil, frames: Int = 0
    ) {
        self.state = state
        self.possible = possible
        self.source = source
        self.frame = frame
        self.interaction = interaction
        self.updates = updates
        self.isActive = isActive
        self.isStashed = isStashed
        self.renderSize = renderSize
        self.hasTimeline = hasTimeline
        self.isPlaying = isPlaying
        self.frames = frames
    }
}

extension PiPStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case state, possible, source, x, y, width, height, interaction, updates, active, stashed, paused
        case renderWidth = "render_width"
        case renderHeight = "render_height"
        case timeline, playing, frames
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        state = try container.decode(PiPState.self, forKey: .state)
        possible = try container.decode([PiPSource].self, forKey: .possible)
        source = try container.decodeIfPresent(PiPSource.self, forKey: .source)
        interaction = try container.decode(PiPInteraction.self, forKey: .interaction)
        updates = try container.decode(PiPUpdates.self, forKey: .updates)
        isActive = try container.decode(Bool.self, forKey: .active)
        isStashed = try container.decode(Bool.self, forKey: .stashed)
        hasTimeline = try container.decode(Bool.self, forKey: .timeline)
        isPlaying = try container.decodeIfPresent(Bool.self, forKey: .playing)
        frames = try container.decode(Int.self, forKey: .frames)
        if let x = try container.decodeIfPresent(Int.self, forKey: .x) {
            frame = Rect(
                x: x, y: try container.decode(Int.self, forKey: .y),
                width: try container.decode(Int.self, forKey: .width),
                height: try container.decode(Int.self, forKey: .height))
        }
        if let width = try container.decodeIfPresent(Int.self, forKey: .renderWidth) {
            renderSize = Size(width: width, height: try container.decode(Int.self, forKey: .renderHeight))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        try container.encode(possible, forKey: .possible)
        // `encode` of an optional writes null where the synthesised form omits the key.
        try container.encode(source, forKey: .source)
        try container.encode(frame?.x, forKey: .x)
        try container.encode(frame?.y, forKey: .y)
        try container.encode(frame?.width, forKey: .width)
        try container.encode(frame?.height, forKey: .height)
        try container.encode(interaction, forKey: .interaction)
        try container.encode(updates, forKey: .updates)
        try container.encode(isActive, forKey: .active)
        try container.encode(isStashed, forKey: .stashed)
        try container.encode(updates == .paused, forKey: .paused)
        try container.encode(renderSize?.width, forKey: .renderWidth)
        try container.encode(renderSize?.height, forKey: .renderHeight)
        try container.encode(hasTimeline, forKey: .timeline)
        try container.encode(isPlaying, forKey: .playing)
        try container.encode(frames, forKey: .frames)
    }
}
