import Geometry
import Mirroring
import WaylandBinding

/// A drag of data, under the pointer or a finger.
final class DataDrag: SeatGrab {
    private struct Focus {
        let surface: Surface
        let offers: [DataOffer]

        var isOnX: Bool { surface.client.usesPixels }
    }

    var onEnd: (() -> Void)?
    let endsOtherTouches = false
    private let source: (any DragSource)?
    /// The client that started the drag, to which a drag without a source is confined; nil for a program of X.
    private let origin: Client?
    private let icon: DragIcon?
    private let scope: InputScope
    private let devices: ResourceList<WlDataDevice>
    private let modifiers: () -> DragModifiers
    /// Tells the windows of X below the drag; nil where they are not, or know by themselves.
    private let xDrags: XDrags?
    private var focus: Focus?
    private(set) var isOver = false

    init(
        source: (any DragSource)?, origin: Client?, icon: DragIcon?, scope: InputScope,
        devices: ResourceList<WlDataDevice>, xDrags: XDrags?, modifiers: @escaping () -> DragModifiers
    ) {
        self.source = source
        self.origin = origin
        self.icon = icon
        self.scope = scope
        self.devices = devices
        self.modifiers = modifiers
        self.xDrags = source == nil ? nil : xDrags
        source?.becomeDrag()
        icon?.windows = scope.windows
        source?.object?.onDestroy { [weak self] in self?.sourceDestroyed() }
        if let source { xDrags?.began(source) }
    }

    var cursorName: String { source == nil || focus.map(isAcceptable) ?? true ? "grabbing" : "no-drop" }

    private func isAcceptable(_ focus: Focus) -> Bool {
        focus.isOnX ? xDrags?.isAccepted == true : focus.offers.contains(where: \.isAcceptable)
    }

    func moved(to point: Point<LogicalSpace>, _ time: Timestamp) {
        if isOver { return }
        icon?.move(to: point)
        let target = scope.anySurface(at: point).flatMap { hit -> PlacedSurface? in
            if hit.surface.client.usesPixels { return xDrags == nil ? nil : hit }
            return source != nil || hit.surface.client == origin ? hit : nil
        }
        if target?.surface !== focus?.surface {
            leave()
            if let target { enter(target, point) }
        } else if focus?.isOnX == true {
            xDrags?.moved(to: scope.physical(point))
        } else if let focus, let local = target?.local(point) {
            for device in devices.of(focus.surface.client) {
                device.sendMotion(time: time.waylandMilliseconds, x: local.x, y: local.y)
            }
        }
        for offer in focus?.offers ?? [] { offer.negotiate() }
    }

    func released(_ time: Timestamp) {
        guard !isOver else { return }
        // What it has accepted counts no longer.
        if let focus, !focus.surface.isAlive { leave() }
        if let focus, focus.isOnX {
            // Whether the window takes it, it may say only now.
            source?.dropped()
            self.focus = nil
            isOver = true
            icon?.end()
            xDrags?.dropped()
        } else if let focus, source == nil || isAcceptable(focus) {
            for device in devices.of(focus.surface.client) { device.sendDrop() }
            source?.dropped()
            for offer in focus.offers { offer.drop() }
            self.focus = nil
            finish()
        } else {
            cancelled()
        }
    }

    func cancelled() {
        guard !isOver else { return }
        leave()
        source?.cancel()
        finish()
    }

    private func sourceDestroyed() {
        guard !isOver else { return }
        leave()
        finish()
        onEnd?()
    }

    private func finish() {
        isOver = true
        icon?.end()
        xDrags?.ended()
    }

    /// The source has other actions.
    func actionsChanged() {
        for offer in focus?.offers ?? [] { offer.sendSourceActions() }
    }

    private func enter(_ target: PlacedSurface, _ point: Point<LogicalSpace>) {
        if let window = target.surface.attachments[XWindowMark.self]?.window {
            focus = Focus(surface: target.surface, offers: [])
            xDrags?.entered(window)
            xDrags?.moved(to: scope.physical(point))
            return
        }
        let serial = scope.nextSerial()
        let local = target.local(point)
        var offers: [DataOffer] = []
        for device in devices.of(target.surface.client) {
            let offer = source.map { DataOffer($0, to: device, modifiers: modifiers) }
            device.sendEnter(
                serial: serial, surface: target.surface.resource, x: local.x, y: local.y, id: offer?.resource)
            offer?.sendSourceActions()
            if let offer { offers.append(offer) }
        }
        focus = Focus(surface: target.surface, offers: offers)
    }

    private func leave() {
        guard let old = focus else { return }
        focus = nil
        for device in devices.of(old.surface.client) { device.sendLeave() }
        for offer in old.offers { offer.disconnect() }
        if old.isOnX { xDrags?.left() }
        guard let source, source.isAlive else { return }
        source.accepted(nil)
        if !old.offers.isEmpty || old.isOnX { source.chose([]) }
    }
}

/// The surface role of a drag icon.
final class DragIcon: SurfaceRole {
    let takesInput = false
    private let surface: Surface
    weak var windows: (any SeatWindows)?
    private var offset = SurfaceOffset()
    private var point: Point<LogicalSpace>?

    init(_ surface: Surface) {
        self.surface = surface
        surface.role = self
    }

    func move(to point: Point<LogicalSpace>) {
        self.point = point
        update()
    }

    /// The surface is no longer shown.
    func end() {
        point = nil
        update()
        if surface.role === self { surface.role = nil }
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        offset.add(change.offset)
        update()
    }

    func surfaceDestroyed(_ surface: Surface) {
        point = nil
        update()
    }

    private func update() {
        guard let point, surface.isAlive, surface.hasContent else {
            windows?.dragIcon = nil
            return
        }
        windows?.dragIcon = PlacedRoot(
            surface: surface, x: Int(clamping: point.x.rounded(.down)).addingClamped(offset.x),
            y: Int(clamping: point.y.rounded(.down)).addingClamped(offset.y))
    }
}
