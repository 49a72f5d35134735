/// A layer of a screen's frame, and how it is shown.
package struct LayerStatus: Hashable, Sendable {
    package var kind: OutputLayerKind
    package var path: LayerPath
    /// Why the display does not show it by itself; nil where it does, or where nothing better was tried.
    package var reason: String?
    /// The number of the plane that shows it, or the picture that the content is drawn into; nil for none.
    package var plane: UInt32?

    package init(kind: OutputLayerKind, path: LayerPath, reason: String? = nil, plane: UInt32? = nil) {
        self.plane = plane
        self.kind = kind
        self.path = path
        self.reason = reason
    }
}

/// How a layer is shown.
package enum LayerPath: String, Hashable, Sendable, CaseIterable {
    /// By a plane of the display.
    case plane
    /// Drawn into the screen's picture.
    case composed
}
