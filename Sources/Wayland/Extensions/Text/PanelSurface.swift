import Geometry
import Runtime
import WaylandBinding

/// An on-screen keyboard of `zwp_input_panel_v1`, at the bottom of the screen in the middle.
///
/// Its client chooses its size, and is told neither a size nor a place.
final class PanelSurface: ScreenSurface, SurfaceRole {
    let surface: Surface
    private weak var place: ToolPlace?
    private var desktop: Desktop
    private(set) var current = LayerState(anchor: .bottom, layer: .top)
    private(set) var frame = Rect<LogicalSpace>.zero
    private(set) var isMapped = false
    private var isReleased = false

    init(_ surface: Surface, place: ToolPlace, desktop: Desktop) {
        self.surface = surface
        self.place = place
        self.desktop = desktop
        surface.role = self
        // Such a surface is a keyboard, whatever its client types with.
        place.keyboards.added(surface.client)
        update()
    }

    var isConfigured: Bool { isMapped }
    var isSettled: Bool { true }
    var keyboards: ScreenKeyboards? { place?.keyboards }

    func place(at frame: Rect<LogicalSpace>) {
        guard frame != self.frame else { return }
        self.frame = frame
        desktop.layerMoved(self)
    }

    func move(to desktop: Desktop) {
        self.desktop = desktop
    }

    /// The surface is no longer shown.
    func release() {
        guard !isReleased else { return }
        isReleased = true
        unmap()
        if surface.role === self { surface.role = nil }
        place?.keyboards.removed(surface.client)
    }

    private func update() {
        guard let size = surface.current.geometry?.size, !size.isEmpty else { return unmap() }
        var next = current
        next.size = Size(width: size.width, height: size.height)
        next.exclusiveZone = size.height
        guard next != current || !isMapped else { return }
        current = next
        let isNew = !isMapped
        if isNew { desktop = place?.desktop ?? desktop }
        isMapped = true
        desktop.layers.update(self, isNew: isNew)
    }

    private func unmap() {
        guard isMapped else { return }
        desktop.seat?.willHide(surface)
        isMapped = false
        desktop.layers.remove(self)
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        update()
    }

    func surfaceDestroyed(_ surface: Surface) {
        release()
    }
}

/// A client's surfaces beside the text cursor, which are shown while its input method is the seat's.
final class OverlayPanels {
    var popups: [InputPopup] = []
}

/// One client's `zwp_input_panel_surface_v1`.
private final class PanelObject: ZwpInputPanelSurfaceV1Requests {
    private let surface: Surface
    private weak var place: ToolPlace?
    private var keyboard: PanelSurface?
    private var popup: InputPopup?

    init(_ surface: Surface, place: ToolPlace) {
        self.surface = surface
        self.place = place
    }

    func setToplevel(_ resource: Resource<ZwpInputPanelSurfaceV1>, output: Resource<WlOutput>, position: UInt32) {
        guard keyboard == nil, let place, let desktop = place.desktop else { return }
        release()
        if isFree { keyboard = PanelSurface(surface, place: place, desktop: desktop) }
    }

    func setOverlayPanel(_ resource: Resource<ZwpInputPanelSurfaceV1>) {
        guard popup == nil else { return }
        release()
        guard isFree else { return }
        let popup = InputPopup(surface)
        self.popup = popup
        let overlays = resource.client.attachments.state { OverlayPanels() }
        overlays.popups.removeAll { !$0.surface.isAlive }
        overlays.popups.append(popup)
        place?.current?.attachments[TextRelay.self]?.layoutChanged()
    }

    /// Whether the surface can be shown: it is alive, and no other object shows it.
    private var isFree: Bool { surface.isAlive && surface.role == nil }

    func release() {
        keyboard?.release()
        keyboard = nil
        guard let popup else { return }
        surface.client.attachments[OverlayPanels.self]?.popups.removeAll { $0 === popup }
        popup.willHide(from: place?.seat)
        popup.release()
        self.popup = nil
        place?.current?.attachments[TextRelay.self]?.layoutChanged()
    }
}

/// One client's `zwp_input_panel_v1`: shows an input method's keyboard and its list of candidates.
final class PanelSurfaces: ZwpInputPanelV1Requests {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var place: ToolPlace?

    private init(_ place: ToolPlace?) {
        self.place = place
    }

    static func announce(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) -> AnyGlobal {
        try Global<ZwpInputPanelV1>(display, version: 1, audience: .tools) { [weak place] _ in PanelSurfaces(place) }
    }

    func getInputPanelSurface(
        _ resource: Resource<ZwpInputPanelV1>, id: NewResource<ZwpInputPanelSurfaceV1>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface), let place else { return }
        guard surface.assign(.inputPanel) else { return surface.client.refuse("the surface has another role") }
        let panel = PanelObject(surface, place: place)
        object.handler = panel
        object.onDestroy { [weak panel] in panel?.release() }
    }
}
