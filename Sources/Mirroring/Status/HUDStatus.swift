/// The status bar while it is shown somewhere.
package struct HUDStatus: Hashable, Sendable, Codable {
    package var place: HUDPlace
    /// The picture's size, in pixels.
    package var width: Int
    package var height: Int
    package var comments: Int
    /// The number of times that any of the bar was drawn.
    package var draws: Int
    /// The error in the layout file, in one line; the previous layout stays in use.
    package var layoutError: String?

    package init(place: HUDPlace, width: Int, height: Int, comments: Int, draws: Int, layoutError: String? = nil) {
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
        // `encode` of an optional writes null where the synthesised form omits the key.
        try container.encode(layoutError, forKey: .layoutError)
    }
}
