import Runtime
import WaylandBinding

/// A source with only types, as in every protocol without drags.
final class PlainSource: SelectionSource {
    let object: AnyResource
    private(set) var types = OfferedTypes()
    private(set) var isUsed = false
    private let sendData: (String, CInt) -> Void
    private let sendCancelled: () -> Void

    /// The functions send the source's events.
    init(
        _ object: AnyResource, sendData: @escaping (String, CInt) -> Void, sendCancelled: @escaping () -> Void
    ) {
        self.object = object
        self.sendData = sendData
        self.sendCancelled = sendCancelled
    }

    func offer(_ type: String) {
        types.add(type)
    }

    func becomeSelection() {
        isUsed = true
    }

    func send(_ type: String, to descriptor: OwnedDescriptor) {
        sendData(type, descriptor.number)
    }

    func cancel() {
        sendCancelled()
    }
}
