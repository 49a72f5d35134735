import CWayland

/// A destroy listener of a C object, which also ties a Swift object to it.
///
/// libwayland keeps a pointer to the node, so the node is on the heap: the `wl_listener` first, its owner behind it.
/// The C object keeps the listener alive until it is destroyed or `cancel` is called.
final class DestroyListener {
    private struct Node {
        var listener: wl_listener
        var owner: Unmanaged<DestroyListener>
    }

    /// The Swift object that stands for the C object.
    let payload: AnyObject
    private let node: UnsafeMutablePointer<Node>
    private var onDestroy: (() -> Void)?

    /// Creates a listener and passes it to `attach`, which adds it to the C object.
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

    /// The notify function, by which libwayland looks these listeners up.
    static let notify: wl_notify_func_t = { listener, _ in
        DestroyListener.owner(of: listener)?.fire()
    }

    /// The owner of a listener that has `notify` as its function.
    static func owner(of listener: UnsafeMutablePointer<wl_listener>?) -> DestroyListener? {
        guard let listener else { return nil }
        let node = UnsafeMutableRawPointer(listener).assumingMemoryBound(to: Node.self)
        return node.pointee.owner.takeUnretainedValue()
    }

    /// Removes the listener; `onDestroy` is not called any more.
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
