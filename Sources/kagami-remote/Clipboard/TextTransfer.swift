import Glibc
import Runtime

/// A text on its way through a pipe, to or from another program.
final class TextTransfer {
    /// Why no text has come.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let reason: String

        var description: String { reason }
    }

    /// The longest text that is taken, in bytes.
    static let limit = 1 << 20
    /// How long the other program may rest.
    private static let patience: Int64 = 5_000_000

    private let descriptor: CInt
    private var bytes: [UInt8]
    private var written = 0
    private var source: DescriptorSource?
    private var timer: Timer?
    /// Called once, with the text that was read or written.
    private var done: ((Result<[UInt8], Failure>) -> Void)?

    /// Reads a text from a pipe to its end, or writes `text` into it; the descriptor does not block, and is closed afterwards.
    init(
        _ descriptor: CInt, writing text: [UInt8]? = nil, loop: EventLoop,
        done: @escaping (Result<[UInt8], Failure>) -> Void
    ) {
        self.descriptor = descriptor
        self.done = done
        bytes = text ?? []
        let isWriting = text != nil
        timer = loop.makeTimer { [weak self] in self?.end(Failure(reason: "the other program does not answer")) }
        timer?.arm(after: Self.patience)
        do {
            source = try loop.watch(descriptor, for: isWriting ? .writable : .readable) { [weak self] _ in
                isWriting ? self?.write() : self?.read()
            }
        } catch {
            loop.deferAction { [weak self] in self?.end(Failure(reason: "\(error)")) }
        }
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }

    private func read() {
        timer?.arm(after: Self.patience)
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(descriptor, &part, part.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end(count == 0 ? nil : Failure(reason: "the text cannot be read")) }
        bytes += part[..<count]
        if bytes.count > Self.limit { end(Failure(reason: "the text is longer than 1 MiB")) }
    }

    private func write() {
        timer?.arm(after: Self.patience)
        let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        written += max(0, count)
        if count < 0 || written == bytes.count { end(count < 0 ? Failure(reason: "the text is not read") : nil) }
    }

    private func end(_ failure: Failure?) {
        source?.cancel()
        timer?.disarm()
        let done = self.done
        self.done = nil
        done?(failure.map { .failure($0) } ?? .success(bytes))
    }
}
