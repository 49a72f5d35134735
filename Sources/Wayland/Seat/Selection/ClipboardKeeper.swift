import Runtime
import WaylandBinding

/// Keeps the text and the pictures of the clipboard after the application that copied them has ended.
///
/// A selection is read as soon as it is made, one type after the other, and the loop never waits for its client.
/// Secrets are not read. The kept data is dropped when the next selection is made.
final class ClipboardKeeper {
    /// The most types that are kept of one selection.
    private static let mostTypes = 16
    /// The most bytes that are kept of one selection, all types together.
    private static let mostBytes = 8 << 20
    /// How long a selection is read, in microseconds.
    private static let patience: Int64 = 10_000_000
    /// How long to wait for the end of a client that has destroyed its source, in microseconds: a client that ends does so first.
    private static let farewell: Int64 = 2_000_000

    private let loop: EventLoop
    private weak var source: (any SelectionSource)?
    /// The types yet to be read.
    private var waiting: [String] = []
    private var reading: PipeReading?
    private var kept = KeptData()
    private lazy var patience = loop.makeTimer { [weak self] in self?.stop() }
    /// Counts the selections.
    private var generation = 0

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Drops the kept data, and reads another selection; nil for none.
    func follow(_ next: (any SelectionSource)?) {
        stop()
        generation += 1
        kept = KeptData()
        source = next
        guard let next else { return }
        kept.isSandboxed = next.isSandboxed
        waiting = Self.worthKeeping(next.types.all)
        guard !waiting.isEmpty else { return }
        patience.arm(after: Self.patience)
        readNext()
    }

    /// Stops reading the selection. Types that have been read completely are kept.
    func stop() {
        waiting = []
        reading = nil
        patience.disarm()
    }

    /// Takes the kept data after the client has ended, to offer it on; nil if nothing was read.
    func take() -> KeptSource? {
        waiting = []
        // The last bytes may still be in the pipe.
        reading?.drain()
        stop()
        defer { kept = KeptData() }
        return kept.types.all.isEmpty ? nil : KeptSource(kept, loop)
    }

    /// Waits for the end of a client that has destroyed its source, and then calls `body`.
    ///
    /// If the client does not end soon, drops the kept data.
    func wait(forEndOf client: Client, _ body: @escaping () -> Void) {
        let generation = generation
        client.onDestroy { [weak self] in if self?.generation == generation { body() } }
        loop.schedule(afterMicroseconds: Self.farewell) { [weak self] in
            if let self, self.generation == generation { follow(nil) }
        }
    }

    /// The types to keep: text before pictures, which are larger, and no type of a secret.
    private static func worthKeeping(_ types: [String]) -> [String] {
        guard !types.contains(secret) else { return [] }
        return Array((types.filter(isText) + types.filter(pictures.contains)).prefix(mostTypes))
    }

    /// The type with which password managers mark what they copy.
    private static let secret = "x-kde-passwordManagerHint"
    private static let pictures: Set = ["image/png", "image/jpeg", "image/bmp"]
    /// The names of text types that X11 uses.
    private static let oldTexts: Set = ["UTF8_STRING", "STRING", "TEXT"]

    private static func isText(_ type: String) -> Bool { type.hasPrefix("text/") || oldTexts.contains(type) }

    private func readNext() {
        guard let source, source.isAlive, !waiting.isEmpty, let pipe = try? OwnedDescriptor.pipe() else {
            return stop()
        }
        let type = waiting.removeFirst()
        source.send(type, to: pipe.writing)
        reading = PipeReading(pipe.reading, limit: Self.mostBytes - kept.size, loop) { [weak self] bytes in
            // A client that has ended before also gives an empty answer.
            if let bytes, !bytes.isEmpty { self?.kept.add(bytes, as: type) }
            self?.readNext()
        }
        if reading == nil { stop() }
    }
}

/// The kept data of a selection, by type.
struct KeptData {
    private(set) var types = OfferedTypes()
    private(set) var bytes: [String: [UInt8]] = [:]
    private(set) var size = 0
    /// Whether a sandboxed client has copied the data.
    var isSandboxed = false

    mutating func add(_ bytes: [UInt8], as type: String) {
        types.add(type)
        self.bytes[type] = bytes
        size += bytes.count
    }
}

/// A selection whose client has ended, offered by the service.
final class KeptSource: SelectionSource {
    private let data: KeptData
    private let loop: EventLoop
    private(set) var isUsed = false

    init(_ data: KeptData, _ loop: EventLoop) {
        self.data = data
        self.loop = loop
    }

    let object: AnyResource? = nil
    var types: OfferedTypes { data.types }
    var isSandboxed: Bool { data.isSandboxed }

    func becomeSelection() {
        isUsed = true
    }

    func send(_ type: String, to descriptor: OwnedDescriptor) {
        if let bytes = data.bytes[type] { PipeWriting.write(bytes, to: descriptor, loop) }
    }

    func cancel() {}
}
