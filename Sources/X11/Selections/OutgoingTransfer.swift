/// The data of a selection on its way from its Wayland source to an X requestor: what ICCCM 2.2 and 2.7.2 ask of an owner.
///
/// ```
/// collecting --all is there--> answered with the whole, the end
///     |
///     +--too much--> answered with INCR --deleted--> a part set --deleted--> ... --deleted--> an empty part, the end
/// ```
///
/// The pipe is read only as fast as the requestor takes parts, so at most two parts are in our memory.
struct OutgoingTransfer {
    private enum State {
        /// The data may still be small enough to be sent at once.
        case collecting
        /// The requestor has yet to delete the property, which asks for the next part.
        case offered
        /// The requestor wants the next part, which the source has yet to write.
        case starving
    }

    /// What to do next, in this order.
    struct Steps {
        var value: SelectionValue?
        /// The request is answered, after the value is there; nil to leave it.
        var answer: Answer?
        var isReading = false
        var isOver = false
    }

    enum Answer {
        case done
        /// More parts follow, asked for by deleting the property.
        case parts
        case refused
    }

    /// The largest part, in bytes: half of what the connection has under way.
    static let part = 1 << 15
    /// How long the source or the requestor may rest, in microseconds.
    static let patience: Int64 = 30_000_000

    let request: SelectionRequest
    /// The atom of the data's type; nil for `UTF8_STRING`.
    private let type: UInt32?
    private var encoder: Latin1Encoder?
    private var state = State.collecting
    private var bytes: [UInt8] = []
    private var hasEnded = false
    private var isReading = true
    private(set) var deadline: Int64

    /// The pipe is being read already.
    init(_ request: SelectionRequest, now: Int64) {
        self.request = request
        encoder = request.target == "STRING" ? Latin1Encoder() : nil
        // The owner chooses the encoding of a TEXT.
        type = request.target == "TEXT" ? nil : request.targetAtom
        deadline = now + Self.patience
    }

    /// Bytes that wait for the requestor.
    var size: Int { bytes.count }

    /// The source has written bytes; none at the end of the data.
    mutating func readPipe(_ part: [UInt8], now: Int64) -> Steps {
        isReading = false
        hasEnded = part.isEmpty
        deadline = now + Self.patience
        if encoder == nil {
            bytes += part
        } else {
            bytes += (hasEnded ? encoder?.end() : encoder?.encoded(part)) ?? []
        }
        switch state {
        case .collecting: return collected()
        case .offered: return goOnReading(Steps())
        case .starving: return nextPart()
        }
    }

    /// The requestor has deleted the property.
    mutating func deleted(now: Int64) -> Steps {
        guard case .offered = state else { return Steps() }
        deadline = now + Self.patience
        return nextPart()
    }

    /// The transfer ends before its time: the pipe cannot be read, or somebody has rested for too long.
    ///
    /// A requestor that has got parts waits for more in vain, and does not take them for the whole.
    func broken() -> Steps {
        guard case .collecting = state else { return Steps(isOver: true) }
        return Steps(answer: .refused, isOver: true)
    }

    private mutating func collected() -> Steps {
        if bytes.count > Self.part {
            state = .offered
            return goOnReading(Steps(value: .incremental(atLeast: bytes.count), answer: .parts))
        }
        return hasEnded ? Steps(value: .bytes(bytes, type: type), answer: .done, isOver: true) : goOnReading(Steps())
    }

    private mutating func nextPart() -> Steps {
        if bytes.isEmpty, !hasEnded {
            state = .starving
            return goOnReading(Steps())
        }
        let part = Array(bytes.prefix(Self.part))
        bytes.removeFirst(part.count)
        state = .offered
        if part.isEmpty { return Steps(value: .bytes([], type: type), isOver: true) }
        return goOnReading(Steps(value: .bytes(part, type: type)))
    }

    /// Reads on while there is less than a part.
    private mutating func goOnReading(_ steps: Steps) -> Steps {
        var steps = steps
        if !hasEnded, !isReading, bytes.count <= Self.part {
            isReading = true
            steps.isReading = true
        }
        return steps
    }
}
