import Runtime
import WaylandBinding

/// The primary selection: text that is selected with the pointer and pasted with the middle button.
///
/// Serves `zwp_primary_selection_device_manager_v1` and GTK 3's older `gtk_primary_selection_device_manager`; both are
/// views of the same selection.
final class PrimarySelection {
    fileprivate let selection: Selection
    private var globals: [AnyGlobal] = []

    init(_ display: WaylandDisplay, selection: Selection) throws(RuntimeError) {
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
}

/// One client's manager, of either protocol.
private final class PrimaryManager: ZwpPrimarySelectionDeviceManagerV1Requests, GtkPrimarySelectionDeviceManagerRequests
{
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var primary: PrimarySelection?

    init(_ primary: PrimarySelection) {
        self.primary = primary
    }

    func createSource<Manager, Source: PlainSourceInterface>(_ resource: Resource<Manager>, id: NewResource<Source>) {
        PlainSource.create(id)
    }

    func getDevice<Manager, Device: PrimaryDeviceInterface>(
        _ resource: Resource<Manager>, id: NewResource<Device>, seat: Resource<WlSeat>
    ) {
        let device = id.create(Device.requests(PrimaryDevice(primary)))
        primary?.selection.add(
            PlainOffer.reader(device, needsKeyboard: true, introduce: Device.introduce, select: Device.select))
    }
}

/// One client's device, of either protocol.
private final class PrimaryDevice: ZwpPrimarySelectionDeviceV1Requests, GtkPrimarySelectionDeviceRequests {
    private weak var primary: PrimarySelection?

    init(_ primary: PrimarySelection?) {
        self.primary = primary
    }

    func setSelection<Device, Source>(_ resource: Resource<Device>, source: Resource<Source>?, serial: UInt32) {
        primary?.selection.set(source?.handler as? any SelectionSource, serial: serial)
    }
}

/// The interface of a device, of either protocol.
private protocol PrimaryDeviceInterface: WaylandInterface {
    associatedtype Offer: PlainOfferInterface

    static func requests(_ device: PrimaryDevice) -> Requests
    static func introduce(on device: Resource<Self>, _ offer: Resource<Offer>)
    static func select(on device: Resource<Self>, _ offer: Resource<Offer>?)
}

extension ZwpPrimarySelectionDeviceV1: PrimaryDeviceInterface {
    fileprivate static func requests(_ device: PrimaryDevice) -> any ZwpPrimarySelectionDeviceV1Requests { device }

    fileprivate static func introduce(on device: Resource<Self>, _ offer: Resource<ZwpPrimarySelectionOfferV1>) {
        device.sendDataOffer(offer: offer)
    }

    fileprivate static func select(on device: Resource<Self>, _ offer: Resource<ZwpPrimarySelectionOfferV1>?) {
        device.sendSelection(id: offer)
    }
}

extension GtkPrimarySelectionDevice: PrimaryDeviceInterface {
    fileprivate static func requests(_ device: PrimaryDevice) -> any GtkPrimarySelectionDeviceRequests { device }

    fileprivate static func introduce(on device: Resource<Self>, _ offer: Resource<GtkPrimarySelectionOffer>) {
        device.sendDataOffer(offer: offer)
    }

    fileprivate static func select(on device: Resource<Self>, _ offer: Resource<GtkPrimarySelectionOffer>?) {
        device.sendSelection(id: offer)
    }
}

extension PlainSource: ZwpPrimarySelectionSourceV1Requests where Interface == ZwpPrimarySelectionSourceV1 {}
extension PlainSource: GtkPrimarySelectionSourceRequests where Interface == GtkPrimarySelectionSource {}
extension PlainOffer: ZwpPrimarySelectionOfferV1Requests where Interface == ZwpPrimarySelectionOfferV1 {}
extension PlainOffer: GtkPrimarySelectionOfferRequests where Interface == GtkPrimarySelectionOffer {}

extension ZwpPrimarySelectionSourceV1: PlainSourceInterface {
    static func requests(_ source: PlainSource<Self>) -> any ZwpPrimarySelectionSourceV1Requests { source }

    static func send(_ type: String, to descriptor: CInt, from object: Resource<Self>) {
        object.sendSend(mimeType: type, fd: descriptor)
    }

    static func sendCancelled(_ object: Resource<Self>) { object.sendCancelled() }
}

extension GtkPrimarySelectionSource: PlainSourceInterface {
    static func requests(_ source: PlainSource<Self>) -> any GtkPrimarySelectionSourceRequests { source }

    static func send(_ type: String, to descriptor: CInt, from object: Resource<Self>) {
        object.sendSend(mimeType: type, fd: descriptor)
    }

    static func sendCancelled(_ object: Resource<Self>) { object.sendCancelled() }
}

extension ZwpPrimarySelectionOfferV1: PlainOfferInterface {
    static func requests(_ offer: PlainOffer<Self>) -> any ZwpPrimarySelectionOfferV1Requests { offer }
    static func sendOffer(of type: String, on object: Resource<Self>) { object.sendOffer(mimeType: type) }
}

extension GtkPrimarySelectionOffer: PlainOfferInterface {
    static func requests(_ offer: PlainOffer<Self>) -> any GtkPrimarySelectionOfferRequests { offer }
    static func sendOffer(of type: String, on object: Resource<Self>) { object.sendOffer(mimeType: type) }
}
