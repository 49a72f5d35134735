import Runtime
import WaylandBinding

/// `zwlr_data_control_manager_v1`: lets tools read and set both selections without keyboard focus.
final class DataControl {
    fileprivate let clipboard: Selection
    fileprivate let primary: Selection
    private var global: Global<ZwlrDataControlManagerV1>?

    init(_ display: WaylandDisplay, clipboard: Selection, primary: Selection) throws(RuntimeError) {
        self.clipboard = clipboard
        self.primary = primary
        global = try Global(display, version: 2, audience: .tools) { [weak self] _ in
            self.map(DataControlManager.init)
        }
    }

    fileprivate func added(_ device: Resource<ZwlrDataControlDeviceV1>) {
        clipboard.add(
            PlainOffer.reader(
                device, needsKeyboard: false, introduce: { $0.sendDataOffer(id: $1) },
                select: { $0.sendSelection(id: $1) }))
        // Version 1 has only the clipboard.
        guard device.version >= 2 else { return }
        primary.add(
            PlainOffer.reader(
                device, needsKeyboard: false, introduce: { $0.sendDataOffer(id: $1) },
                select: { $0.sendPrimarySelection(id: $1) }))
    }

    fileprivate func set(
        of device: Resource<ZwlrDataControlDeviceV1>, to source: Resource<ZwlrDataControlSourceV1>?,
        _ selection: (DataControl) -> Selection
    ) {
        let source = source?.handler as? any SelectionSource
        if source?.isUsed == true {
            return device.post(ZwlrDataControlDeviceV1.ErrorCode.usedSource, "the source is already a selection")
        }
        selection(self).set(source)
    }
}

/// One client's `zwlr_data_control_manager_v1`.
private final class DataControlManager: ZwlrDataControlManagerV1Requests {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var control: DataControl?

    init(_ control: DataControl) {
        self.control = control
    }

    func createDataSource(
        _ resource: Resource<ZwlrDataControlManagerV1>, id: NewResource<ZwlrDataControlSourceV1>
    ) {
        PlainSource.create(id)
    }

    func getDataDevice(
        _ resource: Resource<ZwlrDataControlManagerV1>, id: NewResource<ZwlrDataControlDeviceV1>,
        seat: Resource<WlSeat>
    ) {
        let device = id.create(DataControlDevice(control))
        control?.added(device)
    }
}

/// One client's `zwlr_data_control_device_v1`.
private final class DataControlDevice: ZwlrDataControlDeviceV1Requests {
    private weak var control: DataControl?

    init(_ control: DataControl?) {
        self.control = control
    }

    func setSelection(_ resource: Resource<ZwlrDataControlDeviceV1>, source: Resource<ZwlrDataControlSourceV1>?) {
        control?.set(of: resource, to: source) { $0.clipboard }
    }

    func setPrimarySelection(
        _ resource: Resource<ZwlrDataControlDeviceV1>, source: Resource<ZwlrDataControlSourceV1>?
    ) {
        control?.set(of: resource, to: source) { $0.primary }
    }
}

extension PlainSource: ZwlrDataControlSourceV1Requests where Interface == ZwlrDataControlSourceV1 {}
extension PlainOffer: ZwlrDataControlOfferV1Requests where Interface == ZwlrDataControlOfferV1 {}

extension ZwlrDataControlSourceV1: PlainSourceInterface {
    static var lateOffer: (any WireErrorCode)? { ErrorCode.invalidOffer }

    static func requests(_ source: PlainSource<Self>) -> any ZwlrDataControlSourceV1Requests { source }

    static func send(_ type: String, to descriptor: CInt, from object: Resource<Self>) {
        object.sendSend(mimeType: type, fd: descriptor)
    }

    static func sendCancelled(_ object: Resource<Self>) { object.sendCancelled() }
}

extension ZwlrDataControlOfferV1: PlainOfferInterface {
    static func requests(_ offer: PlainOffer<Self>) -> any ZwlrDataControlOfferV1Requests { offer }
    static func sendOffer(of type: String, on object: Resource<Self>) { object.sendOffer(mimeType: type) }
}
