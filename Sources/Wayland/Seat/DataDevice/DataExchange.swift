import Runtime
import WaylandBinding

/// `wl_data_device_manager`: the clipboard and drags.
final class DataExchange {
    weak var seat: Seat?
    /// The drags as the X server shares them, while there may be one.
    weak var xDrags: XDrags?
    private let clipboard: Selection
    /// The last drag of a Wayland program.
    private weak var drag: DataDrag?
    let devices = ResourceList<WlDataDevice>()
    private var global: Global<WlDataDeviceManager>?

    init(display: WaylandDisplay, clipboard: Selection) throws(RuntimeError) {
        self.clipboard = clipboard
        global = try Global(display, version: 3) { [weak self] _ in self.map(DataDeviceManager.init) }
    }

    func added(_ device: Resource<WlDataDevice>) {
        devices.add(device)
        let reader = SelectionReader(device, needsKeyboard: true) { [weak device] source in
            guard let device else { return nil }
            let offer = source.map { DataOffer($0, to: device) }
            device.sendSelection(id: offer?.resource)
            return offer
        }
        clipboard.add(reader)
    }

    func select(_ source: DataSource?, serial: UInt32) {
        if let source, source.hasSetActions {
            return source.resource.post(WlDataSource.ErrorCode.invalidSource, "the source has drag actions")
        }
        clipboard.set(source, serial: serial)
    }

    func startDrag(
        from device: Resource<WlDataDevice>, source: DataSource?, icon: Surface?, serial: UInt32
    ) {
        if let icon, !icon.mayBecome(.dragIcon) {
            return device.post(WlDataDevice.ErrorCode.role, "the icon has another role")
        }
        if let source, source.isUsed { return }
        guard let scope = seat?.scope else { return }
        let hasBegun = seat?.begin(serial: serial, client: device.client) { _ in
            let role = icon.flatMap { $0.assign(.dragIcon) ? DragIcon($0) : nil }
            let drag = DataDrag(
                source: source, origin: device.client, icon: role, scope: scope, devices: devices, xDrags: xDrags,
                modifiers: { [weak self] in self?.seat?.dragModifiers ?? DragModifiers() })
            self.drag = drag
            return drag
        }
        if hasBegun != true { source?.cancel() }
    }

    /// Cancels the drag of a Wayland program; false if there is none. A program of X has its own keys during a drag.
    func cancelDrag() -> Bool {
        guard let drag, !drag.isOver else { return false }
        drag.cancelled()
        drag.onEnd?()
        return true
    }
}

/// One client's `wl_data_device_manager`.
final class DataDeviceManager: WlDataDeviceManagerRequests {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var exchange: DataExchange?

    init(_ exchange: DataExchange?) {
        self.exchange = exchange
    }

    func createDataSource(_ resource: Resource<WlDataDeviceManager>, id: NewResource<WlDataSource>) {
        let object = id.createInert()
        if object.isAlive { object.handler = DataSource(object) }
    }

    func getDataDevice(
        _ resource: Resource<WlDataDeviceManager>, id: NewResource<WlDataDevice>, seat: Resource<WlSeat>
    ) {
        let device = id.create(DataDevice(exchange))
        exchange?.added(device)
    }
}

/// One client's `wl_data_device`.
final class DataDevice: WlDataDeviceRequests {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var exchange: DataExchange?

    init(_ exchange: DataExchange?) {
        self.exchange = exchange
    }

    func startDrag(
        _ resource: Resource<WlDataDevice>, source: Resource<WlDataSource>?, origin: Resource<WlSurface>,
        icon: Resource<WlSurface>?, serial: UInt32
    ) {
        exchange?.startDrag(
            from: resource, source: DataSource.of(source), icon: icon.flatMap(Surface.of), serial: serial)
    }

    func setSelection(_ resource: Resource<WlDataDevice>, source: Resource<WlDataSource>?, serial: UInt32) {
        exchange?.select(DataSource.of(source), serial: serial)
    }
}

/// The modifier keys that choose between a drag's actions.
struct DragModifiers: Hashable {
    var isShift = false
    var isControl = false
}

/// Chooses the action of a drop.
enum DragActionChoice {
    static let known: WlDataDeviceManager.DndAction = [.copy, .move, .ask]

    /// One of the actions that both ends offer, or none. Shift requests a move and Control a copy; otherwise the
    /// destination's preference counts, then the first in order.
    static func choose(
        source: WlDataDeviceManager.DndAction, destination: WlDataDeviceManager.DndAction,
        preferred: WlDataDeviceManager.DndAction, modifiers: DragModifiers
    ) -> WlDataDeviceManager.DndAction {
        let common = source.intersection(destination)
        if modifiers.isShift, common.contains(.move) { return .move }
        if modifiers.isControl, common.contains(.copy) { return .copy }
        if !preferred.isEmpty, common.contains(preferred) { return preferred }
        return [.copy, .move, .ask].first { common.contains($0) } ?? []
    }

    /// True for no action or exactly one.
    static func isSingle(_ action: WlDataDeviceManager.DndAction) -> Bool {
        action.rawValue.nonzeroBitCount <= 1
    }
}
