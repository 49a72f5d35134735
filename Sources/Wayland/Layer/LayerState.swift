import Geometry

/// What a layer surface asks for. Its numbers come from 32-bit ones, so that their sums fit.
struct LayerState: Hashable {
    /// Zero on an axis: as long as the edges that the surface is fixed to are apart.
    var size = Size<LogicalSpace>.zero
    var anchor: ZwlrLayerSurfaceV1.Anchor = []
    /// Above zero: as many pixels from the edge on are kept free of windows. Below: nobody's are kept free for it.
    var exclusiveZone = 0
    var margin = EdgeInsets.none
    var keyboard = ZwlrLayerSurfaceV1.KeyboardInteractivity.none
    var layer: ZwlrLayerShellV1.Layer

    /// Each length is given, or follows from the edges.
    var isComplete: Bool {
        (size.width > 0 || anchor.isSuperset(of: .horizontal)) && (size.height > 0 || anchor.isSuperset(of: .vertical))
    }

    /// The edge that the surface is on: the only one, or the one between two opposite ones.
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

/// An edge of the screen that a layer surface may take up.
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

    /// Windows are behind it.
    var isAboveWindows: Bool { self == .top || self == .overlay }
}
