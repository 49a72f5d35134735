/// The status bar while it is shown somewhere.
package struct HUDStatus: Hashable, Sendable, Codable {
    package var place: HUDPlace
    /// The picture's size in pixels.
    package var width: Int
    package var height: Int
    package var comments: Int
    /// How often any part of the bar was drawn.
    package var draws: Int
    /// The error in the layout file in one line, or nil for none; the previous layout stays in use.
    @Nullable package var layoutError: String?

    private enum CodingKeys: String, CodingKey {
        case place, width, height, comments, draws
        case layoutError = "layout_error"
    }

    package init(place: HUDPlace, width: Int, height: Int, comments: Int, draws: Int, layoutError: String? = nil) {
        self.place = place
        self.width = width
        self.height = height
        self.comments = comments
        self.draws = draws
        self.layoutError = layoutError
    }
}
