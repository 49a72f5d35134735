import Geometry
import Runtime
import WaylandBinding

/// The state that a layer surface requests. Its numbers come from 32-bit numbers, so their sums cannot overflow.
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

    /// The edge of the exclusive zone: the only anchored edge, or the edge between two opposite anchored edges.
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

/// `zwlr_layer_shell_v1`: surfaces that belong to the screen rather than to a window.
final class LayerShell {
    private var global: Global<ZwlrLayerShellV1>?

    init(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) {
        global = try Global(display, version: 4, audience: .tools) { [weak place] _ in
            place.map(LayerShellObject.init)
        }
    }
}

/// One client's `zwlr_layer_shell_v1`.
private final class LayerShellObject: ZwlrLayerShellV1Requests {
    private weak var place: ToolPlace?

    init(_ place: ToolPlace) {
        self.place = place
    }

    func getLayerSurface(
        _ resource: Resource<ZwlrLayerShellV1>, id: NewResource<ZwlrLayerSurfaceV1>, surface: Resource<WlSurface>,
        output: Resource<WlOutput>?, layer: UInt32, namespace: String
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface), let place, let desktop = place.desktop else { return }
        guard let layer = ZwlrLayerShellV1.Layer(rawValue: layer) else {
            return resource.post(ZwlrLayerShellV1.ErrorCode.invalidLayer, "\(layer) is not a layer")
        }
        guard surface.mayBecome(.layer) else {
            return resource.post(ZwlrLayerShellV1.ErrorCode.role, "the surface has another role")
        }
        if surface.hasContent || surface.pending.attachesBuffer {
            return resource.post(ZwlrLayerShellV1.ErrorCode.alreadyConstructed, "the surface already has a buffer")
        }
        let named = output.flatMap(OutputGlobal.of)
        if named?.isRemoved ?? false { return object.sendClosed() }
        guard surface.assign(.layer) else { return }
        object.handler = LayerSurface(
            object, surface: surface, state: LayerState(layer: layer), namespace: namespace,
            output: named === place.output ? nil : named,
            wantsPanel: named.map { desktop.panelScreen?.meaning(of: $0) == .panel }
                ?? (namespace == Self.notifications),
            place: place, desktop: desktop)
    }

    /// The namespace of notification daemons, such as mako. Their surfaces are for the user, who looks at the panel.
    private static let notifications = "notifications"
}
