import Runtime
import WaylandBinding

/// The source of a selection, in any protocol.
protocol SelectionSource: AnyObject {
    /// The source's resource; the source ends with it.
    var object: AnyResource { get }
    var types: OfferedTypes { get }
    /// True once the source was used; it can be used only once.
    var isUsed: Bool { get }

    /// The source is now the selection.
    func becomeSelection()

    /// Has the client write its data to a reader's descriptor.
    func send(_ type: String, to descriptor: OwnedDescriptor)

    /// Sends the client that the source is no longer used.
    func cancel()
}

extension SelectionSource {
    var isAlive: Bool { object.isAlive }
}

/// A selection as offered to one reader.
protocol SelectionOffer: AnyObject {
    /// The offer has ended: the selection was replaced, or the reader lost the focus.
    func disconnect()
}
