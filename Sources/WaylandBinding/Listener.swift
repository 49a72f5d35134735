package import CWayland
import CWaylandExtras

/// A listener on a signal of a C object: the only owner of a `wl_listener`.
///
/// libwayland keeps a pointer to the node, so the node is on the heap. The listener ends when it is released, unless
/// `tie` made the C object keep it alive.
package final class Listener {
    /// The Swift object that stands for the C object, if the listener ties one to it.
    let payload: AnyObject?
    private let node: UnsafeMutablePointer<kagami_listener>
    private var handler: ((OpaquePointer) -> Void)?
    /// The listener itself while the C object keeps it alive.
    private var own: Listener?

    /// Creates a listener and passes it to `attach`, which adds it to a signal; `handler` gets the signal's object.
    package init(
        handler: @escaping (OpaquePointer) -> Void, attach: (UnsafeMutablePointer<wl_listener>) -> Void
    ) {
        payload = nil
        node = .allocate(capacity: 1)
        start(handler, attach)
    }

    private init(payload: AnyObject) {
        self.payload = payload
        node = .allocate(capacity: 1)
    }

    /// Ties `payload` to a C object until the C object is destroyed, which calls `onDestroy`; `attach` adds a destroy listener.
    static func tie(
        _ payload: AnyObject, onDestroy: @escaping () -> Void,
        _ attach: (UnsafeMutablePointer<wl_listener>) -> Void
    ) {
        let result = Listener(payload: payload)
        result.own = result
        result.start(
            { [unowned result] _ in
                result.cancel()
                onDestroy()
            }, attach)
    }

    /// The notify function of every listener, by which libwayland finds the listener that was tied to an object.
    static let notify: wl_notify_func_t = { listener, object in
        guard let object else { return }
        Listener.owner(of: listener)?.handler?(OpaquePointer(object))
    }

    /// The owner of a listener that has `notify` as its function.
    static func owner(of listener: UnsafeMutablePointer<wl_listener>?) -> Listener? {
        guard let listener else { return nil }
        return UnsafeMutableRawPointer(listener).assumingMemoryBound(to: kagami_listener.self).pointee.owner.map {
            Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Ends the listener, which must happen before the C object is freed.
    package func cancel() {
        guard handler != nil else { return }
        handler = nil
        wl_list_remove(&node.pointee.listener.link)
        own = nil
    }

    private func start(
        _ handler: @escaping (OpaquePointer) -> Void, _ attach: (UnsafeMutablePointer<wl_listener>) -> Void
    ) {
        self.handler = handler
        node.initialize(
            to: kagami_listener(listener: wl_listener(), owner: Unmanaged.passUnretained(self).toOpaque()))
        let listener = UnsafeMutableRawPointer(node).assumingMemoryBound(to: wl_listener.self)
        listener.pointee.notify = Self.notify
        attach(listener)
    }

    deinit {
        cancel()
        node.deallocate()
    }
}
