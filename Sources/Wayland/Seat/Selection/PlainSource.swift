import Runtime
import WaylandBinding

/// The interface of a source with only types, as in every protocol without drags.
protocol PlainSourceInterface: WaylandInterface {
    /// The error for an offer that comes after the source was used; nil if such an offer is allowed.
    static var lateOffer: (any WireErrorCode)? { get }

    static func requests(_ source: PlainSource<Self>) -> Requests
    static func send(_ type: String, to descriptor: CInt, from object: Resource<Self>)
    static func sendCancelled(_ object: Resource<Self>)
}

extension PlainSourceInterface {
    static var lateOffer: (any WireErrorCode)? { nil }
}

/// A source with only types.
final class PlainSource<Interface: PlainSourceInterface>: SelectionSource {
    private let resource: Resource<Interface>
    private(set) var types = OfferedTypes()
    private(set) var isUsed = false

    private init(_ resource: Resource<Interface>) {
        self.resource = resource
    }

    /// Creates a source as the handler of a new resource.
    static func create(_ id: NewResource<Interface>) {
        let object = id.createInert()
        if object.isAlive { object.handler = Interface.requests(PlainSource(object)) }
    }

    var object: AnyResource? { resource }

    func offer(_ resource: Resource<Interface>, mimeType: String) {
        if isUsed, let error = Interface.lateOffer {
            return resource.post(error, "the source is already a selection")
        }
        types.add(mimeType)
    }

    func becomeSelection() {
        isUsed = true
    }

    func send(_ type: String, to descriptor: OwnedDescriptor) {
        Interface.send(type, to: descriptor.number, from: resource)
    }

    func cancel() {
        Interface.sendCancelled(resource)
    }
}
