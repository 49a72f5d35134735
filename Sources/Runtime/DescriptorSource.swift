/// The readiness of a descriptor.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)
    /// The peer has hung up; always reported.
    package static let hungUp = Readiness(rawValue: 4)
    /// An error; always reported.
    package static let failed = Readiness(rawValue: 8)
    /// The descriptor has exceptional data, as each driver defines it.
    package static let urgent = Readiness(rawValue: 16)
    /// The peer, or a process that shares the socket, has ended the input that can be read.
    package static let endOfInput = Readiness(rawValue: 64)
    /// Only the first event is reported, until `update`; this includes hang-ups and errors.
    package static let once = Readiness(rawValue: 32)
}

/// A descriptor watched by the event loop. Retains the loop; the caller owns the descriptor.
package final class DescriptorSource {
    private let loop: EventLoop
    private let number: UInt64

    init(
        loop: EventLoop, descriptor: CInt, readiness: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(RuntimeError) {
        self.loop = loop
        number = try loop.descriptors.add(descriptor, readiness, handler)
    }

    /// Changes which readiness is watched for.
    package func update(_ readiness: Readiness) {
        loop.descriptors.update(number, readiness)
    }

    /// Stops watching; the handler is not called again.
    package func cancel() {
        loop.descriptors.remove(number)
    }

    deinit {
        cancel()
    }
}
