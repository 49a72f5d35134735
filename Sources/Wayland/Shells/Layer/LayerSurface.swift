import Geometry
import WaylandBinding

/// A client's `zwlr_layer_surface_v1`: a panel, a dock, an on-screen keyboard, a wallpaper.
final class LayerSurface: ScreenSurface {
    private enum Phase {
        /// Waits for the initial commit, without a buffer.
        case unconfigured
        /// Has been sent a configure event; a buffer may follow.
        case configured
        case mapped
    }

    let resource: Resource<ZwlrLayerSurfaceV1>
    let surface: Surface
    let namespace: String
    private let output: OutputGlobal?
    /// Whether the surface is for the panel where that is a screen of its own.
    private let wantsPanel: Bool
    private weak var place: ToolPlace?
    /// The desktop that shows the surface.
    private(set) var desktop: Desktop
    private var phase = Phase.unconfigured
    private var hasAcknowledged = false
    private var log = ConfigureLog()
    private var lastConfigured: Size<LogicalSpace>?
    private var reminder = SizeReminder()
    /// True if a buffer has been committed since the last acknowledgement.
    private var hasDrawn = false
    private var pending: LayerState
    private(set) var current: LayerState
    /// The surface's place on the logical screen; the committed buffer may have another size.
    private(set) var frame = Rect<LogicalSpace>.zero

    /// True once the client was told that its display is gone.
    private var isClosed = false

    /// `output` is the one that the client names, unless that is the application's.
    init(
        _ resource: Resource<ZwlrLayerSurfaceV1>, surface: Surface, state: LayerState, namespace: String,
        output: OutputGlobal?, wantsPanel: Bool, place: ToolPlace, desktop: Desktop
    ) {
        self.resource = resource
        self.surface = surface
        self.namespace = namespace
        self.output = output
        self.wantsPanel = wantsPanel
        self.place = place
        self.desktop = desktop
        pending = state
        current = state
        surface.role = self
        resource.onDestroy { [weak self] in self?.objectDestroyed() }
        output?.add(self)
    }

    var otherOutput: OutputGlobal? { output.flatMap { $0.isRemoved ? nil : $0 } }

    /// On-screen keyboards have a place of their own on the panel.
    var isOnPanel: Bool { wantsPanel && desktop.panelScreen?.isApart == true && !isKeyboard }

    var isMapped: Bool { phase == .mapped }
    var keyboards: ScreenKeyboards? { place?.keyboards }
    /// True once the first configure event was sent.
    var isConfigured: Bool { phase != .unconfigured }

    /// True if the client has acknowledged all sizes, or the surface is not mapped.
    var isSettled: Bool { !isMapped || log.isEmpty }

    /// Places the surface, and sends its size if the client does not have this size yet.
    func place(at frame: Rect<LogicalSpace>) {
        let hasMoved = self.frame != frame
        self.frame = frame
        for part in surface.extensions { part.windowScaleChanged() }
        if lastConfigured != frame.size {
            reminder.startOver()
            sendConfigure(frame.size)
        }
        if hasMoved { desktop.layerMoved(self) }
    }

    /// Moves the surface until the next arrangement.
    func move(to origin: WindowOrigin) {
        frame = Rect(x: origin.x, y: origin.y, width: frame.width, height: frame.height)
        desktop.layerMoved(self)
    }

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

    /// Sends the size again in a while, if the picture has another size and the client has not drawn since its acknowledgement.
    private func remindLater() {
        guard let size = lastConfigured, isMapped, surface.current.size != size.reinterpreted() else { return }
        desktop.after(reminder.delay) { [weak self] in
            guard let self, isMapped, !hasDrawn, log.isEmpty, lastConfigured == size, reminder.remind() else { return }
            sendConfigure(size)
        }
    }

    /// Unmaps the surface; it starts over with a commit without a buffer.
    private func unmap() {
        guard phase != .unconfigured else { return }
        if phase == .mapped { desktop.seat?.willHide(surface) }
        phase = .unconfigured
        hasAcknowledged = false
        lastConfigured = nil
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

extension LayerSurface: OutputFollower {
    func outputChanged() {
        desktop.layers.arrange()
    }

    /// Ends a surface for its display alone. Another stays with the application.
    func outputRemoved() {
        guard desktop.layers.hasTwin(self) else { return desktop.layers.arrange() }
        isClosed = true
        unmap()
        resource.sendClosed()
    }
}

extension LayerSurface: SurfaceRole {
    func willCommit(_ surface: Surface) -> Bool {
        if isClosed { return true }
        if surface.pending.attachesBuffer, !hasAcknowledged, desktop.policy != .floating {
            refuse(.invalidSurfaceState, "a buffer was committed before the first configure was acknowledged")
            return false
        }
        guard pending.isComplete else {
            refuse(.invalidSize, "a size of zero needs anchors to both opposite edges")
            return false
        }
        if surface.pending.attachesBuffer { hasDrawn = true }
        return true
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        let old = current
        current = pending
        _ = log.takeAcknowledged()
        if isClosed { return }
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
        guard anchor.isSubset(of: .all) else {
            return refuse(.invalidAnchor, "\(anchor.rawValue) is not a set of edges")
        }
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
            return refuse(.invalidKeyboardInteractivity, "\(value) is not a keyboard interactivity")
        }
        pending.keyboard = interactivity
    }

    func getPopup(_ resource: Resource<ZwlrLayerSurfaceV1>, popup: Resource<XdgPopup>) {
        guard let popup = popup.handler as? Popup else { return }
        if !popup.adopt(self) { refuse(.invalidSurfaceState, "the popup already has a parent") }
    }

    func ackConfigure(_ resource: Resource<ZwlrLayerSurfaceV1>, serial: UInt32) {
        guard log.acknowledge(serial) else {
            return refuse(.invalidSurfaceState, "no configure with serial \(serial) to acknowledge")
        }
        // After an unmap, acknowledgements of earlier configure events may still come.
        guard isConfigured else { return }
        hasAcknowledged = true
        hasDrawn = false
        if log.isEmpty { remindLater() }
    }

    func setLayer(_ resource: Resource<ZwlrLayerSurfaceV1>, layer: UInt32) {
        guard let layer = ZwlrLayerShellV1.Layer(rawValue: layer) else {
            return resource.post(ZwlrLayerShellV1.ErrorCode.invalidLayer, "\(layer) is not a layer")
        }
        pending.layer = layer
    }
}
