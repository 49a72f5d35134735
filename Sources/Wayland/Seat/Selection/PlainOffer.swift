import Runtime
import WaylandBinding

/// The interface of an offer with only types and `receive`.
protocol PlainOfferInterface: WaylandInterface {
    static func requests(_ offer: PlainOffer<Self>) -> Requests
    static func sendOffer(of type: String, on object: Resource<Self>)
}

/// An offer of a selection in a protocol without drags.
final class PlainOffer<Interface: PlainOfferInterface>: SelectionOffer {
    private weak var source: (any SelectionSource)?

    private init(_ source: any SelectionSource) {
        self.source = source
    }

    /// A reader whose device introduces an offer and then sends it as the selection.
    static func reader<Device>(
        _ device: Resource<Device>, needsKeyboard: Bool,
        introduce: @escaping (Resource<Device>, Resource<Interface>) -> Void,
        select: @escaping (Resource<Device>, Resource<Interface>?) -> Void
    ) -> SelectionReader {
        SelectionReader(device, needsKeyboard: needsKeyboard) { [weak device] source in
            guard let device else { return nil }
            guard let source else {
                select(device, nil)
                return nil
            }
            let object = Resource<Interface>(client: device.client, version: device.version)
            guard object.isAlive else { return nil }
            let offer = PlainOffer(source)
            object.handler = Interface.requests(offer)
            introduce(device, object)
            for type in source.types.all { Interface.sendOffer(of: type, on: object) }
            select(device, object)
            return offer
        }
    }

    func disconnect() {
        source = nil
    }

    /// Passes the descriptor to the source; without a source it is closed, which the reader sees as empty data.
    func receive(_ resource: Resource<Interface>, mimeType: String, fd: OwnedDescriptor) {
        if let source, source.isAlive { source.send(mimeType, to: fd) }
    }
}
