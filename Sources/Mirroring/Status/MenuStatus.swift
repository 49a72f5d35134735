package import Geometry

/// The panel menu and its handle as the status reports them, with places in panel pixels.
package struct MenuStatus: Hashable, Sendable, Codable {
    /// An entry that is shown on the panel.
    package struct Entry: Hashable, Sendable, Codable {
        package var item: String
        package var name: String
        /// The state in words, or empty for none.
        package var value: String
        package var isAvailable: Bool
        package var isFocused: Bool
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int

        private enum CodingKeys: String, CodingKey {
            case item, name, value, x, y, width, height
            case isAvailable = "available"
            case isFocused = "focused"
        }

        package init(
            item: String, name: String, value: String, isAvailable: Bool, isFocused: Bool, frame: Rect<PanelSpace>
        ) {
            self.item = item
            self.name = name
            self.value = value
            self.isAvailable = isAvailable
            self.isFocused = isFocused
            (x, y, width, height) = (frame.x, frame.y, frame.width, frame.height)
        }
    }

    /// Where fingers take hold of the handle, or nil while there is none.
    @Nullable package var handle: PanelPlace?
    /// The entries, or nil while the menu is closed.
    @Nullable package var entries: [Entry]?
    /// The question above the entries, or nil where there is none.
    @Nullable package var question: String?
    /// The explanation for first use on the panel, or nil while there is none.
    @Nullable package var hint: Hint?

    package init(
        handle: Rect<PanelSpace>? = nil, entries: [Entry]? = nil, question: String? = nil, hint: Hint? = nil
    ) {
        self.handle = handle.map { PanelPlace($0) }
        self.entries = entries
        self.question = question
        self.hint = hint
    }
}

/// A rectangle of the panel.
package struct PanelPlace: Hashable, Sendable, Codable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(_ rect: Rect<PanelSpace>) {
        (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height)
    }

    package var rect: Rect<PanelSpace> { Rect(x: x, y: y, width: width, height: height) }
}
