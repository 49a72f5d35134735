import Glibc
import Runtime

/// The descriptor of a reader in Wayland, which takes the bytes of an X selection part by part.
final class PasteSink {
    private let descriptor: OwnedDescriptor
    private let loop: EventLoop
    /// Called when the reader has taken a part; false if it takes no more.
    private let taken: (Bool) -> Void
    private var bytes: [UInt8] = []
    private var position = 0
    private var watch: DescriptorSource?

    /// Nil for what is neither a pipe nor a socket nor a file, such as a terminal that others use.
    init?(_ descriptor: OwnedDescriptor, _ loop: EventLoop, taken: @escaping (Bool) -> Void) {
        guard descriptor.prepareForWriting() else { return nil }
        (self.descriptor, self.loop, self.taken) = (descriptor, loop, taken)
    }

    /// Writes a part, after the last one was taken.
    func write(_ part: [UInt8]) {
        (bytes, position) = (part, 0)
        goOn()
    }

    private func goOn() {
        switch descriptor.write(bytes, from: &position) {
        case .done: taken(true)
        case .full: wait()
        case .failed: taken(false)
        }
    }

    private func wait() {
        let readiness: Readiness = [.writable, .once]
        if let watch { return watch.update(readiness) }
        watch = try? loop.watch(descriptor.number, for: readiness) { [weak self] _ in self?.goOn() }
        if watch == nil { taken(false) }
    }
}

/// The pipe into which a Wayland source writes its selection for an X program. It is read on demand.
final class CopyPipe {
    /// The end of the source.
    private(set) var writing: OwnedDescriptor?
    private let reading: OwnedDescriptor
    private let loop: EventLoop
    /// Called with the bytes that were asked for: none at the end, and nil if the pipe cannot be read.
    private let came: ([UInt8]?) -> Void
    private var watch: DescriptorSource?

    init(_ loop: EventLoop, came: @escaping ([UInt8]?) -> Void) throws(RuntimeError) {
        let (reading, writing) = try OwnedDescriptor.pipe()
        (self.reading, self.writing, self.loop, self.came) = (reading, writing, loop, came)
    }

    /// Hands the source its end, of which none is left here: the end of the data is the end of all writers.
    func open(_ body: (CInt) -> Void) {
        if let writing { body(writing.number) }
        writing = nil
    }

    /// Reads once, when there is something.
    func read() {
        let readiness: Readiness = [.readable, .once]
        if let watch { return watch.update(readiness) }
        watch = try? loop.watch(reading.number, for: readiness) { [weak self] _ in self?.readNow() }
        if watch == nil { loop.deferAction { [weak self] in self?.came(nil) } }
    }

    private func readNow() {
        var bytes = [UInt8](repeating: 0, count: OutgoingTransfer.part)
        let count = Glibc.read(reading.number, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return read() }
        came(count < 0 ? nil : Array(bytes.prefix(count)))
    }
}
