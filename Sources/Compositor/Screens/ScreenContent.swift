import Mirroring

/// How a screen's picture below its planes comes about: drawn, or a client's buffer that the display shows by itself.
struct ScreenContent {
    enum Path {
        /// Drawn; the refusal is why the display does not show a buffer, nil where there is none that it could show.
        case composed(LayerRefusal?)
        case plane(ContentLayer)
    }

    private(set) var path = Path.composed(nil)
    /// Whether the display has yet to show the picture in this way, whatever else has changed.
    var isUnshown = false

    /// The buffer that the display shows.
    var layer: ContentLayer? {
        guard case .plane(let layer) = path else { return nil }
        return layer
    }

    /// Shows the next frame in this way.
    mutating func show(_ next: Path) {
        let old = layer
        path = next
        if let layer { isUnshown = isUnshown || !layer.isSame(as: old) } else { isUnshown = isUnshown || old != nil }
    }

    /// The content's place among the screen's layers.
    var status: LayerStatus {
        switch path {
        case .plane: LayerStatus(kind: .content, path: .plane)
        case .composed(let refusal): LayerStatus(kind: .content, path: .composed, reason: refusal?.description)
        }
    }
}
