import Geometry
import Mirroring
import WaylandBinding

/// A drag of data, under the pointer or a finger.
final class DataDrag: SeatGrab {
    private struct Focus {
        let surface: Surface
        let offers: [DataOffer]
    }

    var onEnd: (() -> Void)?
    let endsOtherTouches = false
    private let source: DataSource?
    /// The client that started the drag; a drag without a source stays within it.
    private let origin: Client
    private let icon: DragIcon?
    private let scope: InputScope
    private let devices: ResourceList<WlDataDevice>
    private let modifiers: () -> DragModifiers
    private var focus: Focus?
    private var isOver = false

    init(
        source: DataSource?, origin: Client, icon: DragIcon?, scope: InputScope,
        devices: ResourceList<WlDataDevice>, modifiers: @escaping () -> DragModifiers
    ) {
        self.source = source
        self.origin = origin
        self.icon = icon
        self.scope = scope
        self.devices = devices
        self.modifiers = modifiers
        source?.use = .drag
        icon?.windows = scope.windows
        source?.resource.onDestroy { [weak self] in self?.sourceDestroyed() }
    }

    var cursorName: String {
        guard source != nil, let focus else { return "grabbing" }
        return focus.offers.contains(where: \.isAcceptable) ? "grabbing" : "no-drop"
    }

    func moved(to point: Point<LogicalSpace>, _ time: Timestamp) {
        if isOver { return }
        icon?.move(to: point)
        let target = scope.anySurface(at: point).flatMap { hit in
            source != nil || hit.surface.client == origin ? hit : nil
        }
        if target?.surface !== focus?.surface {
            leave()
            if let target { enter(target, point) }
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
        if let focus, source == nil || focus.offers.contains(where: \.isAcceptable) {
            for device in devices.of(focus.surface.client) { device.sendDrop() }
            source?.resource.sendDndDropPerformed()
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
    }

    private func enter(_ target: PlacedSurface, _ point: Point<LogicalSpace>) {
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
        guard let source, source.isAlive else { return }
        source.resource.sendTarget(mimeType: nil)
        if !old.offers.isEmpty { source.resource.sendAction(dndAction: []) }
    }
}

/// The surface role of a drag icon.
final class DragIcon: SurfaceRole {
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
