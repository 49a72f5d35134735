import Mirroring

/// The data of a selection on its way from its X owner to a reader: what ICCCM 2.4 and 2.7.2 ask of a requestor.
///
/// ```
/// converting --notify--> reading --part--> writing --taken--> reading (the property's next part)
///                          ^                  |
///                          |                  +--> waiting (the owner's next part) --new value--> reading
///                          +-- the announcement of parts: waiting
/// ```
///
/// At most one part of the data is in our memory. Reading a property to its end deletes it, which asks the owner for its next part.
struct IncomingTransfer {
    private enum State {
        /// The owner has been asked.
        case converting
        /// The property's part from `offset` on was asked for.
        case reading(offset: Int)
        /// The reader takes a part. After it comes the property's next part, if `offset` is set, or the end.
        case writing(next: Next)
        /// The property is deleted, and the owner makes the next part.
        case waiting
    }

    private enum Next {
        case part(offset: Int)
        case chunk
        case end
    }

    /// What became of the transfer.
    enum Step {
        case read(offset: Int)
        case write([UInt8])
        case wait
        case end
    }

    /// The most bytes of one transfer, after which it ends: an owner may send for ever.
    static let mostBytes = 256 << 20
    /// How long an owner may take for an answer or for its next part, in microseconds.
    static let ownersPatience: Int64 = 10_000_000
    /// How long a reader may take nothing, in microseconds.
    static let readersPatience: Int64 = 30_000_000

    let selection: XSelection
    /// Whether texts in Latin-1 are turned into UTF-8.
    private let isText: Bool
    private var state = State.converting
    /// Whether the owner sends its data in parts.
    private var isIncremental = false
    /// Whether the property has a new value that came while another was read.
    private var hasNews = false
    /// Whether the owner's program has ended, and no more parts come.
    private var ownerEnded = false
    /// Whether the reader is gone. The owner is heard out: some programs end when the window that they answer is gone.
    private var isDiscarding = false
    private var total = 0
    private(set) var deadline: Int64

    init(_ selection: XSelection, isText: Bool, now: Int64) {
        self.selection = selection
        self.isText = isText
        deadline = now + Self.ownersPatience
    }

    /// The owner is asked only now.
    mutating func start(now: Int64) {
        deadline = now + Self.ownersPatience
    }

    /// The owner has answered: the property is there, or not.
    mutating func notified(hasProperty: Bool, now: Int64) -> Step {
        guard case .converting = state else { return .wait }
        return hasProperty ? read(from: 0, now) : .end
    }

    /// The property has a new value.
    mutating func newValue(now: Int64) -> Step {
        switch state {
        case .converting: return .wait
        case .waiting: return read(from: 0, now)
        case .reading, .writing:
            hasNews = true
            return .wait
        }
    }

    /// The part of the property that was asked for; nil if it cannot be read.
    mutating func read(_ part: SelectionPart?, now: Int64) -> Step {
        guard case .reading(let offset) = state, let part else { return .end }
        guard let type = part.type else { return isIncremental && offset == 0 ? nextChunk(now) : .end }
        if type == "INCR", !isIncremental {
            isIncremental = true
            return nextChunk(now)
        }
        if isDiscarding, !isIncremental { return .end }
        total += part.bytes.count
        if total > Self.mostBytes { return .end }
        // The end of the parts is an empty one. A property that ends before its end was changed meanwhile.
        if part.bytes.isEmpty { return .end }
        let next: Next = part.rest > 0 ? .part(offset: offset + part.bytes.count) : isIncremental ? .chunk : .end
        if isDiscarding { return follow(next, now) }
        state = .writing(next: next)
        deadline = now + Self.readersPatience
        return .write(isText && type == "STRING" ? Latin1.decoded(part.bytes) : part.bytes)
    }

    /// The reader has taken the last part.
    mutating func wrote(now: Int64) -> Step {
        guard case .writing(let next) = state else { return .wait }
        return follow(next, now)
    }

    /// The reader has closed its end.
    mutating func readerLeft(now: Int64) -> Step {
        if case .writing = state, !isIncremental { return .end }
        isDiscarding = true
        return wrote(now: now)
    }

    /// The owner's program has ended. What it has left in the property is still read.
    mutating func ownerLeft() -> Step {
        ownerEnded = true
        switch state {
        case .converting, .waiting: return .end
        case .reading, .writing: return .wait
        }
    }

    private mutating func follow(_ next: Next, _ now: Int64) -> Step {
        switch next {
        case .part(let offset): read(from: offset, now)
        case .chunk: nextChunk(now)
        case .end: .end
        }
    }

    private mutating func read(from offset: Int, _ now: Int64) -> Step {
        if offset == 0 { hasNews = false }
        state = .reading(offset: offset)
        deadline = now + Self.ownersPatience
        return .read(offset: offset)
    }

    private mutating func nextChunk(_ now: Int64) -> Step {
        if hasNews { return read(from: 0, now) }
        if ownerEnded { return .end }
        state = .waiting
        deadline = now + Self.ownersPatience
        return .wait
    }
}
