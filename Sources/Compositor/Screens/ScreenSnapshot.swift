import Geometry
import Mirroring

/// How a screen shows the snapshot of another: by a plane of its display, or drawn into the frame, or not at all.
struct ScreenSnapshot {
    enum Path {
        case none
        case plane(SnapshotLayer)
        /// Drawn into the frame.
        case composed(LayerRefusal)
    }

    var path = Path.none
    /// The last picture of what lies above the snapshot, and what it was made of.
    private var front: (stack: OverlayStack, version: Int, front: SnapshotFront)?

    /// The layer that the display shows.
    var layer: SnapshotLayer? {
        guard case .plane(let layer) = path else { return nil }
        return layer
    }

    /// What overlays draw in `frame`, made only where it looks different than before; nil without memory for it.
    mutating func front(
        _ overlays: OverlayStack, in frame: Rect<OutputSpace>, _ renderer: any RendererPort
    ) -> SnapshotFront? {
        if let front, front.stack === overlays, front.version == overlays.version, front.front.frame == frame {
            return front.front
        }
        guard let picture = overlays.picture(in: frame, renderer) else { return nil }
        let made = SnapshotFront(picture, at: frame)
        front = (overlays, overlays.version, made)
        return made
    }

    /// The snapshot's place among the screen's layers; nil where there is none.
    var status: LayerStatus? {
        switch path {
        case .none: nil
        case .plane: LayerStatus(kind: .snapshot, path: .plane)
        case .composed(let refusal): LayerStatus(kind: .snapshot, path: .composed, reason: refusal.description)
        }
    }
}
