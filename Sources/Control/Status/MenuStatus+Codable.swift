import Geometry
package import Mirroring

/// `menu` of the status; every key is always present.
extension MenuStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case handle, entries, hint
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            handle: try container.decodeIfPresent(PanelPlace.self, forKey: .handle)?.rect,
            entries: try container.decodeIfPresent([Entry].self, forKey: .entries),
            hint: try container.decodeIfPresent(Hint.self, forKey: .hint))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(handle.map(PanelPlace.init), forKey: .handle)
        try container.encode(entries, forKey: .entries)
        try container.encode(hint, forKey: .hint)
    }
}

extension MenuStatus.Entry: Codable {
    private enum CodingKeys: String, CodingKey {
        case item, name, value
        case isAvailable = "available"
        case isFocused = "focused"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            item: try container.decode(String.self, forKey: .item),
            name: try container.decode(String.self, forKey: .name),
            value: try container.decode(String.self, forKey: .value),
            isAvailable: try container.decode(Bool.self, forKey: .isAvailable),
            isFocused: try container.decode(Bool.self, forKey: .isFocused), frame: try PanelPlace(from: decoder).rect)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(item, forKey: .item)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(isAvailable, forKey: .isAvailable)
        try container.encode(isFocused, forKey: .isFocused)
        try PanelPlace(frame).encode(to: encoder)
    }
}

/// A rectangle of the panel as it travels.
private struct PanelPlace: Codable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    init(_ rect: Rect<PanelSpace>) {
        (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height)
    }

    var rect: Rect<PanelSpace> { Rect(x: x, y: y, width: width, height: height) }
}

/// `hud` of the status; every key is always present.
extension HUDStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case place, width, height, comments, draws
        case layoutError = "layout_error"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            place: try container.decode(HUDPlace.self, forKey: .place),
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height),
            comments: try container.decode(Int.self, forKey: .comments),
            draws: try container.decode(Int.self, forKey: .draws),
            layoutError: try container.decodeIfPresent(String.self, forKey: .layoutError))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(place, forKey: .place)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(comments, forKey: .comments)
        try container.encode(draws, forKey: .draws)
        try container.encode(layoutError, forKey: .layoutError)
    }
}
