import Runtime
import WaylandBinding

/// A selection of another application's seat, as it is offered to this one's readers.
///
/// It ends with the lender's source. The lender's client is not told when this seat has another selection: its own
/// seat tells it.
final class BorrowedSource: SelectionSource {
    private let lender: any SelectionSource
    private(set) var isUsed = false

    init(_ lender: any SelectionSource) {
        self.lender = lender
    }

    var object: AnyResource { lender.object }
    var types: OfferedTypes { lender.types }

    func becomeSelection() {
        isUsed = true
    }

    func send(_ type: String, to descriptor: OwnedDescriptor) {
        lender.send(type, to: descriptor)
    }

    func cancel() {}
}

extension SelectionSource {
    /// Whether a sandboxed client owns the source.
    var isSandboxed: Bool { object.client.isSandboxed }
}

extension Client {
    var isSandboxed: Bool { if case .sandboxed = privilege { true } else { false } }
}
