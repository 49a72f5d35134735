/// The seat as dragging needs it.
protocol DragSeat: AnyObject {
    var dragModifiers: DragModifiers { get }

    /// Lets the press with this serial drag data; false when the client has no such press going on.
    func beginDataDrag(serial: UInt32, client: Client, _ make: (InputScope) -> DataDrag) -> Bool
}

/// `wl_data_device_manager`: the selection, which follows the keyboard, and drags.
final class DataExchange {
    weak var seat: (any DragSeat)?
    private let devices = ResourceList<WlDataDevice>()
    private var selection: DataSource?
    private var selectionSerial: UInt32?
    private var offers: [DataOffer] = []
    /// The client that has the keyboard, and with it the selection.
    private var reader: Client?
    private var global: Global<WlDataDeviceManager>?

    init(display: WaylandDisplay) throws(WaylandError) {
        global = try Global(display, version: 3) { [weak self] _ in self.map(DataDeviceManager.init) }
    }

    /// Tells the client that gets the keyboard of the selection, once as long as it has it.
    func keyboardMoved(to client: Client?) {
        if client == reader { return }
        disconnectOffers()
        reader = client
        if let client { offerSelection(to: devices.of(client)) }
    }

    func added(_ device: Resource<WlDataDevice>) {
        devices.add(device)
        if device.client == reader { offerSelection(to: [device]) }
    }

    /// Makes a source the selection; requests that are older than the current one's are too late.
    func select(_ source: DataSource?, serial: UInt32) {
        if let selectionSerial, SerialLedger.isOlder(serial, than: selectionSerial) { return }
        if let source, source.hasSetActions {
            return source.resource.post(WlDataSource.ErrorCode.invalidSource, "the source is meant for dragging")
        }
        if let source, source.use != .none { return }
        selectionSerial = serial
        let old = selection
        replaceSelection(with: source)
        old?.cancel()
    }

    func startDrag(
        from device: Resource<WlDataDevice>, source: DataSource?, icon: Surface?, serial: UInt32
    ) {
        if let icon, !icon.mayBecome(.dragIcon) {
            return device.post(WlDataDevice.ErrorCode.role, "the icon has another role")
        }
        if let source, source.use != .none { return }
        let hasBegun = seat?.beginDataDrag(serial: serial, client: device.client) { scope in
            let role = icon.flatMap { $0.assign(.dragIcon) ? DragIcon($0) : nil }
            return DataDrag(
                source: source, origin: device.client, icon: role, scope: scope, devices: devices,
                modifiers: { [weak self] in self?.seat?.dragModifiers ?? DragModifiers() })
        }
        if hasBegun != true { source?.cancel() }
    }

    private func replaceSelection(with source: DataSource?) {
        disconnectOffers()
        selection = source
        source?.use = .selection
        source?.resource.onDestroy { [weak self, weak source] in
            if let source, self?.selection === source { self?.replaceSelection(with: nil) }
        }
        if let reader { offerSelection(to: devices.of(reader)) }
    }

    private func offerSelection(to devices: [Resource<WlDataDevice>]) {
        for device in devices {
            let offer = selection.map { DataOffer($0, kind: .selection, to: device) { DragModifiers() } }
            device.sendSelection(id: offer?.resource)
            if let offer { offers.append(offer) }
        }
    }

    private func disconnectOffers() {
        for offer in offers { offer.disconnect() }
        offers = []
    }
}

/// One client's `wl_data_device_manager`.
final class DataDeviceManager: WlDataDeviceManagerRequests {
    // Not held: objects live as long as their clients, which must not keep the server alive.
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
    // Not held: objects live as long as their clients, which must not keep the server alive.
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
