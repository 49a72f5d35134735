import Geometry
import WaylandBinding

/// The state that a layer surface requests. Its numbers come from 32-bit ones, so that sums cannot overflow.
struct LayerState: Hashable {
    /// Zero on an axis: the distance between the two anchored edges.
    var size = Size<LogicalSpace>.zero
    var anchor: ZwlrLayerSurfaceV1.Anchor = []
    /// Positive: pixels to keep free of windows from the edge on. Negative: ignore the exclusive zones of others.
    var exclusiveZone = 0
    var margin = EdgeInsets.none
    var keyboard = ZwlrLayerSurfaceV1.KeyboardInteractivity.none
    var layer: ZwlrLayerShellV1.Layer

    /// True if each length is set or both of its edges are anchored.
    var isComplete: Bool {
        (size.width > 0 || anchor.isSuperset(of: .horizontal)) && (size.height > 0 || anchor.isSuperset(of: .vertical))
    }

    /// The edge of the exclusive zone: the only anchored edge, or the one between two opposite ones.
    var edge: LayerEdge? {
        switch anchor {
        case .top, [.top, .left, .right]: .top
        case .bottom, [.bottom, .left, .right]: .bottom
        case .left, [.left, .top, .bottom]: .left
        case .right, [.right, .top, .bottom]: .right
        default: nil
        }
    }
}

/// An edge of the screen that a layer surface can reserve.
enum LayerEdge {
    case top, right, bottom, left
}

extension ZwlrLayerSurfaceV1.Anchor {
    static let horizontal: Self = [.left, .right]
    static let vertical: Self = [.top, .bottom]
    static let all: Self = [.horizontal, .vertical]
}

extension ZwlrLayerShellV1.Layer {
    static let frontToBack: [Self] = [.overlay, .top, .bottom, .background]

    /// True if the layer is in front of windows.
    var isAboveWindows: Bool { self == .top || self == .overlay }
}
