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

    /// The layer that the display shows.
    var layer: SnapshotLayer? {
        guard case .plane(let layer) = path else { return nil }
        return layer
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
