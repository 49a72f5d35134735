import Geometry
package import Mirroring

/// `pip` of the status; every key is always present, and the rectangles are flat.
extension PiPStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case state, possible, source, x, y, width, height, interaction, updates, active, stashed, paused
        case renderWidth = "render_width"
        case renderHeight = "render_height"
        case timeline, playing, frames
        case startsAutomatically = "auto_start"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            state: try container.decode(PiPState.self, forKey: .state),
            possible: try container.decode([PiPSource].self, forKey: .possible),
            source: try container.decodeIfPresent(PiPSource.self, forKey: .source),
            interaction: try container.decode(PiPInteraction.self, forKey: .interaction),
            updates: try container.decode(PiPUpdates.self, forKey: .updates),
            startsAutomatically: try container.decodeIfPresent(Bool.self, forKey: .startsAutomatically) ?? false,
            isActive: try container.decode(Bool.self, forKey: .active),
            isStashed: try container.decode(Bool.self, forKey: .stashed),
            hasTimeline: try container.decode(Bool.self, forKey: .timeline),
            isPlaying: try container.decodeIfPresent(Bool.self, forKey: .playing),
            frames: try container.decode(Int.self, forKey: .frames))
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
        try container.encode(source, forKey: .source)
        try container.encode(frame?.x, forKey: .x)
        try container.encode(frame?.y, forKey: .y)
        try container.encode(frame?.width, forKey: .width)
        try container.encode(frame?.height, forKey: .height)
        try container.encode(interaction, forKey: .interaction)
        try container.encode(updates, forKey: .updates)
        try container.encode(startsAutomatically, forKey: .startsAutomatically)
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

/// One item of `windows`; every key is always present.
extension WindowStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case application, title
        case appID = "app_id"
        case hasKeyboard = "keyboard"
        case isMinimized = "minimized"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            application: try container.decode(PanelForeground.Choice.self, forKey: .application),
            appID: try container.decodeIfPresent(String.self, forKey: .appID).flatMap { AppID($0) },
            title: try container.decodeIfPresent(String.self, forKey: .title),
            hasKeyboard: try container.decode(Bool.self, forKey: .hasKeyboard),
            isMinimized: try container.decode(Bool.self, forKey: .isMinimized))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(application, forKey: .application)
        try container.encode(appID?.text, forKey: .appID)
        try container.encode(title, forKey: .title)
        try container.encode(hasKeyboard, forKey: .hasKeyboard)
        try container.encode(isMinimized, forKey: .isMinimized)
    }
}
