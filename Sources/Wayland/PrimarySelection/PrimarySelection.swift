import WaylandBinding

/// The primary selection: text that is selected with the pointer and pasted with the middle button.
///
/// Serves `zwp_primary_selection_device_manager_v1` and GTK 3's older `gtk_primary_selection_device_manager`; both are
/// views of the same selection.
final class PrimarySelection {
    private let selection: Selection
    private var globals: [AnyGlobal] = []

    init(_ display: WaylandDisplay, selection: Selection) throws(WaylandError) {
        self.selection = selection
        globals = [
            try Global<ZwpPrimarySelectionDeviceManagerV1>(display, version: 1) { [weak self] _ in
                self.map(PrimaryManager.init)
            },
            try Global<GtkPrimarySelectionDeviceManager>(display, version: 1) { [weak self] _ in
                self.map(PrimaryManager.init)
            },
        ]
    }

    fileprivate func set(_ source: PlainSource?, serial: UInt32) {
        selection.set(source, serial: serial)
    }

    fileprivate func added(_ device: Resource<ZwpPrimarySelectionDeviceV1>) {
        selection.add(
            PlainOffer.reader(
                device, needsKeyboard: true, introduce: { $0.sendDataOffer(offer: $1) },
                select: { $0.sendSelection(id: $1) }))
    }

    fileprivate func added(_ device: Resource<GtkPrimarySelectionDevice>) {
        selection.add(
            PlainOffer.reader(
                device, needsKeyboard: true, introduce: { $0.sendDataOffer(offer: $1) },
                select: { $0.sendSelection(id: $1) }))
    }
}

/// One client's manager, of either protocol.
private final class PrimaryManager {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var primary: PrimarySelection?

    init(_ primary: PrimarySelection) {
        self.primary = primary
    }
}

/// One client's device, of either protocol.
private final class PrimaryDevice {
    private weak var primary: PrimarySelection?

    init(_ primary: PrimarySelection?) {
        self.primary = primary
    }
}

extension PrimaryManager: ZwpPrimarySelectionDeviceManagerV1Requests {
    func createSource(
        _ resource: Resource<ZwpPrimarySelectionDeviceManagerV1>, id: NewResource<ZwpPrimarySelectionSourceV1>
    ) {
        let object = id.createInert()
        guard object.isAlive else { return }
        object.handler = PlainSource(
            object, sendData: { object.sendSend(mimeType: $0, fd: $1) }, sendCancelled: { object.sendCancelled() })
    }

    func getDevice(
        _ resource: Resource<ZwpPrimarySelectionDeviceManagerV1>, id: NewResource<ZwpPrimarySelectionDeviceV1>,
        seat: Resource<WlSeat>
    ) {
        let device = id.create(PrimaryDevice(primary))
        primary?.added(device)
    }
}

extension PrimaryManager: GtkPrimarySelectionDeviceManagerRequests {
    func createSource(
        _ resource: Resource<GtkPrimarySelectionDeviceManager>, id: NewResource<GtkPrimarySelectionSource>
    ) {
        let object = id.createInert()
        guard object.isAlive else { return }
        object.handler = PlainSource(
            object, sendData: { object.sendSend(mimeType: $0, fd: $1) }, sendCancelled: { object.sendCancelled() })
    }

    func getDevice(
        _ resource: Resource<GtkPrimarySelectionDeviceManager>, id: NewResource<GtkPrimarySelectionDevice>,
        seat: Resource<WlSeat>
    ) {
        let device = id.create(PrimaryDevice(primary))
        primary?.added(device)
    }
}

extension PrimaryDevice: ZwpPrimarySelectionDeviceV1Requests {
    func setSelection(
        _ resource: Resource<ZwpPrimarySelectionDeviceV1>, source: Resource<ZwpPrimarySelectionSourceV1>?,
        serial: UInt32
    ) {
        primary?.set(source?.handler as? PlainSource, serial: serial)
    }
}

extension PrimaryDevice: GtkPrimarySelectionDeviceRequests {
    func setSelection(
        _ resource: Resource<GtkPrimarySelectionDevice>, source: Resource<GtkPrimarySelectionSource>?, serial: UInt32
    ) {
        primary?.set(source?.handler as? PlainSource, serial: serial)
    }
}
