/// The status bar while it is shown somewhere.
package struct BarStatus: Hashable, Sendable, Codable {
    package var place: BarPlace
    /// Of its picture, in pixels.
    package var width: Int
    package var height: Int
    package var comments: Int
    /// How often something of it was drawn.
    package var draws: Int
    /// What is wrong with the layout's file, in one line; the layout before that stays in use.
    package var layoutError: String?

    package init(place: BarPlace, width: Int, height: Int, comments: Int, draws: Int, layoutError: String? = nil) {
        self.place = place
        self.width = width
        self.height = height
        self.comments = comments
        self.draws = draws
        self.layoutError = layoutError
    }

    private enum CodingKeys: String, CodingKey {
        case place, width, height, comments, draws
        case layoutError = "layout_error"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(place, forKey: .place)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(comments, forKey: .comments)
        try container.encode(draws, forKey: .draws)
        // `encode` of an optional writes null where the synthesised form leaves the key out.
        try container.encode(layoutError, forKey: .layoutError)
    }
}
