import Runtime
import WaylandBinding

/// The source of a selection, in any protocol.
protocol SelectionSource: AnyObject {
    /// The source's resource, with which the source ends; nil for a source of the service itself.
    var object: AnyResource? { get }
    /// Whether a sandboxed client owns the source.
    var isSandboxed: Bool { get }
    var types: OfferedTypes { get }
    /// True once the source was used; it can be used only once.
    var isUsed: Bool { get }

    /// The source is now the selection.
    func becomeSelection()

    /// Makes the client write its data to a reader's descriptor.
    func send(_ type: String, to descriptor: OwnedDescriptor)

    /// Tells the client that the source is no longer used.
    func cancel()
}

extension SelectionSource {
    var isAlive: Bool { object?.isAlive ?? true }
    var isSandboxed: Bool { object?.client.isSandboxed ?? false }
}

/// A selection as offered to one reader.
protocol SelectionOffer: AnyObject {
    /// The offer has ended: the selection was replaced, or the reader lost the focus.
    func disconnect()
}

/// The MIME types of a source, without duplicates, in the order offered.
///
/// Readers are sent all types at once. Too many would overflow the reader's connection and disconnect it rather than
/// the source's client, so types beyond a limit are dropped.
struct OfferedTypes {
    /// The limit for all types in bytes on the wire; the kernel's socket buffers hold about 200,000.
    private static let limit = 65_536
    /// Bytes of a message besides its string.
    private static let overhead = 16

    private(set) var all: [String] = []
    private var known: Set<String> = []
    private var size = 0

    mutating func add(_ type: String) {
        let next = size + type.utf8.count + Self.overhead
        guard next <= Self.limit, known.insert(type).inserted else { return }
        size = next
        all.append(type)
    }
}

/// A source of another application's seat, as it is offered to the readers of this seat.
///
/// The borrowed source ends with the lender's source. The lender's client is not told when this seat gets another
/// selection, because only the client's own seat tells it.
final class BorrowedSource: SelectionSource {
    private let lender: any SelectionSource
    private(set) var isUsed = false

    init(_ lender: any SelectionSource) {
        self.lender = lender
    }

    var object: AnyResource? { lender.object }
    var isSandboxed: Bool { lender.isSandboxed }
    var types: OfferedTypes { lender.types }

    func becomeSelection() {
        isUsed = true
    }

    func send(_ type: String, to descriptor: OwnedDescriptor) {
        lender.send(type, to: descriptor)
    }

    func cancel() {}
}

extension Client {
    var isSandboxed: Bool { if case .sandboxed = privilege { true } else { false } }
}
