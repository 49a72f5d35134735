/// A layer of a screen's frame, and how it is shown.
package struct LayerStatus: Hashable, Sendable {
    package var kind: OutputLayerKind
    package var path: LayerPath
    /// Why the display does not show it by itself; nil where it does, or where nothing better was tried.
    package var reason: String?

    package init(kind: OutputLayerKind, path: LayerPath, reason: String? = nil) {
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
