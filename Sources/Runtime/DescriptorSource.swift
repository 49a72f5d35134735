import CWayland
import Glibc

/// The readiness of a descriptor.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)
    /// The peer has hung up. Always reported.
    package static let hungUp = Readiness(rawValue: 4)
    /// Always reported.
    package static let failed = Readiness(rawValue: 8)
}

/// A descriptor watched by the event loop. Retains the loop; the caller owns the descriptor.
package final class DescriptorSource {
    private let loop: EventLoop
    private var source: OpaquePointer?
    private let handler: (Readiness) -> Void

    init(
        loop: EventLoop, descriptor: CInt, readiness: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(RuntimeError) {
        self.loop = loop
        self.handler = handler
        source = wl_event_loop_add_fd(
            loop.handle, descriptor, readiness.rawValue,
            { _, mask, data in
                guard let data else { return 0 }
                // Retained during the call, in which the handler may release its source.
                let source = Unmanaged<DescriptorSource>.fromOpaque(data).takeUnretainedValue()
                source.handler(Readiness(rawValue: mask))
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        if source == nil { throw RuntimeError("watch descriptor", "\(descriptor)") }
    }

    /// Changes what is watched for.
    package func update(_ readiness: Readiness) {
        if let source { wl_event_source_fd_update(source, readiness.rawValue) }
    }

    /// Stops watching; the handler is not called again.
    package func cancel() {
        if let source { wl_event_source_remove(source) }
        source = nil
    }

    deinit {
        cancel()
    }
}
