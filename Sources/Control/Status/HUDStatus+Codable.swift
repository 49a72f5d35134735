package import Mirroring

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
