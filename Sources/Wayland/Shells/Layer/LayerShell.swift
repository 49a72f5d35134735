import Geometry
import Runtime
import WaylandBinding

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
        guard surface.assign(.layer) else { return }
        object.handler = LayerSurface(
            object, surface: surface, state: LayerState(layer: layer), place: place, desktop: desktop)
    }
}
