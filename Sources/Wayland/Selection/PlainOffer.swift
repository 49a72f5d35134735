/// The interface of an offer that knows nothing but types and receiving.
protocol PlainOfferInterface: WaylandInterface {
    static func handler(_ offer: PlainOffer) -> Requests
    static func sendOffer(of type: String, on object: Resource<Self>)
}

/// A selection as one reader sees it, in a protocol that knows no dragging.
final class PlainOffer: SelectionOffer {
    private weak var source: (any SelectionSource)?

    private init(_ source: any SelectionSource) {
        self.source = source
    }

    /// A reader whose device is told of each selection by an offer that is introduced, and then selected.
    static func reader<Device, Interface: PlainOfferInterface>(
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
            object.handler = Interface.handler(offer)
            introduce(device, object)
            for type in source.types.all { Interface.sendOffer(of: type, on: object) }
            select(device, object)
            return offer
        }
    }

    func disconnect() {
        source = nil
    }

    /// Passes the descriptor on to the source; without one it is closed, which the reader takes for no data.
    func receive(_ type: String, _ descriptor: OwnedDescriptor) {
        if let source, source.isAlive { source.send(type, to: descriptor) }
    }
}
