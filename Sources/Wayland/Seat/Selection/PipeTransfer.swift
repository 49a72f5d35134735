import Glibc
import Runtime

/// Reads a pipe to its end as its writer fills it.
final class PipeReading {
    /// The most bytes that are read at once.
    private static let slice = 1 << 16

    private let descriptor: OwnedDescriptor
    private let limit: Int
    /// Called once with all bytes, or with nil if there are too many or they cannot be read.
    private let ended: ([UInt8]?) -> Void
    private var bytes: [UInt8] = []
    private var watch: DescriptorSource?

    /// Reads from the non-blocking `descriptor` until this object is released; nil if the descriptor cannot be watched.
    init?(_ descriptor: OwnedDescriptor, limit: Int, _ loop: EventLoop, ended: @escaping ([UInt8]?) -> Void) {
        self.descriptor = descriptor
        self.limit = limit
        self.ended = ended
        watch = try? loop.watch(descriptor.number, for: .readable) { [weak self] _ in _ = self?.read() }
        if watch == nil { return nil }
    }

    /// Reads everything that is in the pipe now.
    func drain() {
        while read() {}
    }

    /// Reads a part of what is in the pipe. Returns whether there may be more.
    private func read() -> Bool {
        guard watch != nil else { return false }
        let count = withUnsafeTemporaryAllocation(byteCount: Self.slice, alignment: 1) { memory in
            let count = Glibc.read(descriptor.number, memory.baseAddress, memory.count)
            if count > 0 { bytes += memory.prefix(count) }
            return count
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        if count > 0, bytes.count <= limit { return true }
        watch = nil
        ended(count == 0 ? bytes : nil)
        return false
    }
}

/// Writes bytes to a reader's descriptor as fast as the reader takes them, without waiting for it.
///
/// The object lives until all is written, the reader closes its end, or the reader has taken nothing for a while.
final class PipeWriting {
    /// How long a reader may take nothing, in microseconds.
    private static let patience: Int64 = 30_000_000

    private let descriptor: OwnedDescriptor
    private let bytes: [UInt8]
    private var position = 0
    private var watch: DescriptorSource?
    private var patience: Timer?

    /// Writes to a pipe, a socket or a file. Anything else, such as a terminal that others use, gets nothing.
    static func write(_ bytes: [UInt8], to descriptor: OwnedDescriptor, _ loop: EventLoop) {
        guard descriptor.prepareForWriting() else { return }
        let writing = PipeWriting(bytes, descriptor)
        guard writing.isWaiting() else { return }
        // Both closures keep the object alive.
        writing.watch = try? loop.watch(descriptor.number, for: .writable) { _ in writing.goOn() }
        writing.patience = loop.makeTimer { writing.stop() }
        writing.patience?.arm(after: patience)
        if writing.watch == nil { writing.stop() }
    }

    private init(_ bytes: [UInt8], _ descriptor: OwnedDescriptor) {
        self.bytes = bytes
        self.descriptor = descriptor
    }

    private func goOn() {
        if isWaiting() { patience?.arm(after: Self.patience) } else { stop() }
    }

    /// Writes as much as the reader takes now. Returns whether there is more to write.
    private func isWaiting() -> Bool { descriptor.write(bytes, from: &position) == .full }

    private func stop() {
        watch = nil
        patience = nil
    }
}
