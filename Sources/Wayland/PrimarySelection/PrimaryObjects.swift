import Runtime
import WaylandBinding

extension PlainSource: ZwpPrimarySelectionSourceV1Requests {
    func offer(_ resource: Resource<ZwpPrimarySelectionSourceV1>, mimeType: String) {
        offer(mimeType)
    }
}

extension PlainSource: GtkPrimarySelectionSourceRequests {
    func offer(_ resource: Resource<GtkPrimarySelectionSource>, mimeType: String) {
        offer(mimeType)
    }
}

extension ZwpPrimarySelectionOfferV1: PlainOfferInterface {
    static func handler(_ offer: PlainOffer) -> any ZwpPrimarySelectionOfferV1Requests { offer }

    static func sendOffer(of type: String, on object: Resource<Self>) {
        object.sendOffer(mimeType: type)
    }
}

extension GtkPrimarySelectionOffer: PlainOfferInterface {
    static func handler(_ offer: PlainOffer) -> any GtkPrimarySelectionOfferRequests { offer }

    static func sendOffer(of type: String, on object: Resource<Self>) {
        object.sendOffer(mimeType: type)
    }
}

extension PlainOffer: ZwpPrimarySelectionOfferV1Requests {
    func receive(_ resource: Resource<ZwpPrimarySelectionOfferV1>, mimeType: String, fd: OwnedDescriptor) {
        receive(mimeType, fd)
    }
}

extension PlainOffer: GtkPrimarySelectionOfferRequests {
    func receive(_ resource: Resource<GtkPrimarySelectionOffer>, mimeType: String, fd: OwnedDescriptor) {
        receive(mimeType, fd)
    }
}
