import Geometry

/// A client's `zwlr_layer_surface_v1`: a panel, a dock, an on-screen keyboard, a wallpaper.
final class LayerSurface {
    private enum Phase {
        /// Waits for a commit without contents.
        case unconfigured
        /// A configure event has been sent, contents may follow.
        case configured
        case mapped
    }

    let resource: Resource<ZwlrLayerSurfaceV1>
    let surface: Surface
    private weak var place: ToolPlace?
    /// Where the surface is shown.
    private(set) var desktop: Desktop
    private var phase = Phase.unconfigured
    private var hasAcknowledged = false
    private var log = ConfigureLog()
    private var lastConfigured: Size<LogicalSpace>?
    private var pending: LayerState
    private(set) var current: LayerState
    /// Where the surface is to be on the logical screen; its contents may be of another size.
    private(set) var frame = Rect<LogicalSpace>.zero

    init(
        _ resource: Resource<ZwlrLayerSurfaceV1>, surface: Surface, state: LayerState, place: ToolPlace,
        desktop: Desktop
    ) {
        self.resource = resource
        self.surface = surface
        self.place = place
        self.desktop = desktop
        pending = state
        current = state
        surface.role = self
        resource.onDestroy { [weak self] in self?.objectDestroyed() }
    }

    var isMapped: Bool { phase == .mapped }
    /// The client has asked to be told its size.
    var isConfigured: Bool { phase != .unconfigured }

    var root: PlacedRoot { PlacedRoot(surface: surface, x: frame.x, y: frame.y) }

    /// The picture is for the size that was last asked for, or there is none.
    var isSettled: Bool { !isMapped || log.isEmpty }

    /// Puts the surface there and tells the client a size that is new to it.
    func place(at frame: Rect<LogicalSpace>) {
        let hasMoved = self.frame != frame
        self.frame = frame
        if lastConfigured != frame.size { sendConfigure(frame.size) }
        if hasMoved { desktop.layerMoved(self) }
    }

    /// Puts the surface elsewhere until all are placed again.
    func move(to origin: WindowOrigin) {
        frame = Rect(x: origin.x, y: origin.y, width: frame.width, height: frame.height)
        desktop.layerMoved(self)
    }

    /// The surface is shown on another application's screen from now on.
    func move(to desktop: Desktop) {
        self.desktop = desktop
    }

    private func sendConfigure(_ size: Size<LogicalSpace>) {
        lastConfigured = size
        let serial = desktop.nextSerial()
        log.add(.layer(size), serial: serial)
        resource.sendConfigure(
            serial: serial, width: UInt32(clamping: size.width), height: UInt32(clamping: size.height))
    }

    /// Takes the surface off the screen; it starts over with a commit without contents.
    private func unmap() {
        guard phase != .unconfigured else { return }
        if phase == .mapped { desktop.seat?.willHide(surface) }
        phase = .unconfigured
        hasAcknowledged = false
        lastConfigured = nil
        log = ConfigureLog()
        desktop.layers.remove(self)
    }

    private func objectDestroyed() {
        unmap()
        if surface.role === self { surface.role = nil }
    }

    private func refuse(_ code: ZwlrLayerSurfaceV1.ErrorCode, _ reason: String) {
        resource.post(code, reason)
    }
}

extension LayerSurface: SurfaceRole {
    func willCommit(_ surface: Surface) -> Bool {
        if surface.pending.attachesBuffer, !hasAcknowledged, desktop.policy != .floating {
            refuse(.invalidSurfaceState, "a buffer before the first configure is acknowledged")
            return false
        }
        guard pending.isComplete else {
            refuse(.invalidSize, "a length of zero between edges that the surface is not fixed to")
            return false
        }
        return true
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        let old = current
        current = pending
        _ = log.takeAcknowledged()
        if phase == .mapped, !surface.hasContent { return unmap() }
        let oldPhase = phase
        if phase == .unconfigured {
            desktop = place?.desktop ?? desktop
            phase = .configured
        }
        if surface.hasContent { phase = .mapped }
        if phase != oldPhase || current != old {
            desktop.layers.update(self, isNew: oldPhase == .unconfigured || current.layer != old.layer)
        }
        if phase == .mapped, oldPhase != .mapped { desktop.layers.mapped(self) }
    }

    func surfaceDestroyed(_ surface: Surface) {
        unmap()
    }
}

extension LayerSurface: PopupParent {
    var mayHavePopups: Bool { resource.isAlive && surface.isAlive }
}

extension LayerSurface: ZwlrLayerSurfaceV1Requests {
    func setSize(_ resource: Resource<ZwlrLayerSurfaceV1>, width: UInt32, height: UInt32) {
        guard let width = Int32(exactly: width), let height = Int32(exactly: height) else {
            return refuse(.invalidSize, "\(width)x\(height) is too large")
        }
        pending.size = Size(width: Int(width), height: Int(height))
    }

    func setAnchor(_ resource: Resource<ZwlrLayerSurfaceV1>, anchor: ZwlrLayerSurfaceV1.Anchor) {
        guard anchor.isSubset(of: .all) else { return refuse(.invalidAnchor, "\(anchor.rawValue) is no set of edges") }
        pending.anchor = anchor
    }

    func setExclusiveZone(_ resource: Resource<ZwlrLayerSurfaceV1>, zone: Int32) {
        pending.exclusiveZone = Int(zone)
    }

    func setMargin(
        _ resource: Resource<ZwlrLayerSurfaceV1>, top: Int32, right: Int32, bottom: Int32, left: Int32
    ) {
        pending.margin = EdgeInsets(top: Int(top), right: Int(right), bottom: Int(bottom), left: Int(left))
    }

    func setKeyboardInteractivity(_ resource: Resource<ZwlrLayerSurfaceV1>, keyboardInteractivity: UInt32) {
        // Before version 4 the number was a flag.
        let value = resource.version < 4 ? min(keyboardInteractivity, 1) : keyboardInteractivity
        guard let interactivity = ZwlrLayerSurfaceV1.KeyboardInteractivity(rawValue: value) else {
            return refuse(.invalidKeyboardInteractivity, "\(value) is no keyboard interactivity")
        }
        pending.keyboard = interactivity
    }

    func getPopup(_ resource: Resource<ZwlrLayerSurfaceV1>, popup: Resource<XdgPopup>) {
        guard let popup = popup.handler as? Popup else { return }
        if !popup.adopt(self) { refuse(.invalidSurfaceState, "the popup has a parent already") }
    }

    func ackConfigure(_ resource: Resource<ZwlrLayerSurfaceV1>, serial: UInt32) {
        // After an unmapping the answers to what was sent before it may still come.
        guard isConfigured else { return }
        guard log.acknowledge(serial) else {
            return refuse(.invalidSurfaceState, "\(serial) is not to be acknowledged")
        }
        hasAcknowledged = true
    }

    func setLayer(_ resource: Resource<ZwlrLayerSurfaceV1>, layer: UInt32) {
        guard let layer = ZwlrLayerShellV1.Layer(rawValue: layer) else {
            return resource.post(ZwlrLayerShellV1.ErrorCode.invalidLayer, "\(layer) is no layer")
        }
        pending.layer = layer
    }
}
