package import Geometry

/// The panel menu and its handle as the status reports them; places are panel pixels.
package struct MenuStatus: Hashable, Sendable {
    /// An entry that is on the panel.
    package struct Entry: Hashable, Sendable {
        package var item: String
        package var name: String
        /// The state in words; empty for none.
        package var value: String
        package var isAvailable: Bool
        package var isFocused: Bool
        package var frame: Rect<PanelSpace>

        package init(
            item: String, name: String, value: String, isAvailable: Bool, isFocused: Bool, frame: Rect<PanelSpace>
        ) {
            self.item = item
            self.name = name
            self.value = value
            self.isAvailable = isAvailable
            self.isFocused = isFocused
            self.frame = frame
        }
    }

    /// Where fingers take hold of the handle; nil while there is none.
    package var handle: Rect<PanelSpace>?
    /// Nil while the menu is closed.
    package var entries: [Entry]?
    /// The explanation for first use that is on the panel; nil while there is none.
    package var hint: Hint?

    package init(handle: Rect<PanelSpace>? = nil, entries: [Entry]? = nil, hint: Hint? = nil) {
        self.handle = handle
        self.entries = entries
        self.hint = hint
    }
}
