import CWayland

/// A listener for a C object's end, which also ties a Swift object to it.
///
/// C keeps a link to the node, so it lies on the heap: the listener first, and behind it who is to be told.
/// The C object keeps the listener alive until it is destroyed or `cancel`.
final class DestroyListener {
    private struct Node {
        var listener: wl_listener
        var owner: Unmanaged<DestroyListener>
    }

    /// The Swift object that stands for the C object.
    let payload: AnyObject
    private let node: UnsafeMutablePointer<Node>
    private var onDestroy: (() -> Void)?

    /// Listens through `attach`, which is given the listener to add.
    @discardableResult
    static func attach(
        payload: AnyObject, onDestroy: @escaping () -> Void,
        _ attach: (UnsafeMutablePointer<wl_listener>) -> Void
    ) -> DestroyListener {
        let result = DestroyListener(payload: payload, onDestroy: onDestroy)
        _ = Unmanaged.passRetained(result)
        attach(result.listener)
        return result
    }

    private init(payload: AnyObject, onDestroy: @escaping () -> Void) {
        self.payload = payload
        self.onDestroy = onDestroy
        node = .allocate(capacity: 1)
        node.initialize(to: Node(listener: wl_listener(), owner: Unmanaged.passUnretained(self)))
        listener.pointee.notify = Self.notify
    }

    /// The function that marks a listener as one of these, for libwayland's look-ups.
    static let notify: wl_notify_func_t = { listener, _ in
        DestroyListener.owner(of: listener)?.fire()
    }

    /// The owner of a listener that has `notify` as its function.
    static func owner(of listener: UnsafeMutablePointer<wl_listener>?) -> DestroyListener? {
        guard let listener else { return nil }
        let node = UnsafeMutableRawPointer(listener).assumingMemoryBound(to: Node.self)
        return node.pointee.owner.takeUnretainedValue()
    }

    /// Forgets the object; nothing is called any more.
    func cancel() {
        guard onDestroy != nil else { return }
        onDestroy = nil
        wl_list_remove(&listener.pointee.link)
        Unmanaged.passUnretained(self).release()
    }

    private var listener: UnsafeMutablePointer<wl_listener> {
        UnsafeMutableRawPointer(node).assumingMemoryBound(to: wl_listener.self)
    }

    private func fire() {
        let action = onDestroy
        cancel()
        action?()
    }

    deinit {
        node.deallocate()
    }
}
