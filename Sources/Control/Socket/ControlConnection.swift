import Glibc
import Mirroring
import Runtime

/// One client of the control socket.
package final class ControlConnection {
    private enum State {
        case open
        /// The client has closed its sending side; queued output is still written.
        case readClosed
        /// Nothing more is read or queued; the connection closes once the queued output is written.
        case draining
        case closed
    }

    private var state = State.open
    private var input = LineBuffer()
    private var arrived = ArrivedDescriptors()
    private var output = OutputQueue()
    private(set) var streams: Set<ControlStream> = []
    /// Whether a request is awaiting its reply; later requests wait.
    private var isAwaitingReply = false
    /// Whether the request loop is running; it continues by itself after an immediate reply.
    private var isTakingRequests = false
    /// Whether the next turn of the loop continues with the buffered requests.
    private var isContinued = false
    /// What the client may ask for.
    package let access: ControlAccess
    private let descriptor: CInt
    private let limits: ControlLimits
    private let json: JSONLine
    private let loop: EventLoop
    private var source: DescriptorSource?
    /// The server, which holds this object until the connection closes.
    private weak var server: ControlServer?

    /// Takes the descriptor over; nothing is read from it before `watch`.
    init(_ descriptor: CInt, of server: ControlServer, loop: EventLoop) {
        self.descriptor = descriptor
        self.server = server
        self.loop = loop
        access = server.access
        limits = server.limits
        json = server.json
    }

    /// Begins to serve the client. After a failure the call may be repeated.
    func watch() throws(RuntimeError) {
        source = try loop.watch(descriptor) { [weak self] in self?.ready($0) }
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }

    package var isClosed: Bool { state == .closed }

    /// Answers the request whose handler returned nil.
    func reply(_ answer: some Encodable) {
        guard isAwaitingReply else { return }
        isAwaitingReply = false
        send(answer)
        takeRequests()
        watchWhatIsNeeded()
    }

    /// Sends one line, however much is queued.
    package func send(_ line: some Encodable) {
        enqueue(json.encode(line))
        flush()
        watchWhatIsNeeded()
    }

    /// Sends an encoded line of a stream, or closes the connection if its reader is too slow.
    func publish(_ line: [UInt8]) {
        if output.count + line.count > limits.queuedBytes {
            drop(reason: "reader too slow: more than \(limits.queuedBytes) bytes waited")
        } else {
            enqueue(line)
        }
        flush()
        watchWhatIsNeeded()
    }

    func subscribe(to stream: ControlStream) {
        streams.insert(stream)
    }

    private func drop(reason: String) {
        let now = Timestamp(microseconds: loop.turnTime)
        output.dropWholeLines()
        output.append(json.encode(ServiceEvent(.dropped(reason: reason), at: now)))
        finish()
    }

    private func enqueue(_ line: [UInt8]) {
        if state == .open || state == .readClosed { output.append(line) }
    }

    /// Flushes the queued output and then closes.
    private func finish() {
        if state != .closed { state = .draining }
        streams = []
    }

    private func ready(_ readiness: Readiness) {
        if readiness.contains(.failed) { return end() }
        if readiness.contains(.writable) { flush() }
        if readiness.contains(.readable), !isContinued { read() }
        // Continue with requests that waited for the output to drain.
        takeRequests()
        // A hang-up is reported until the connection closes: keep it only while there is something left to read.
        if readiness.contains(.hungUp), state != .open || !isReadingRequests { return end() }
        watchWhatIsNeeded()
    }

    private var isReadingRequests: Bool {
        (state == .open || state == .readClosed) && !isAwaitingReply && output.count < limits.queuedBytes
    }

    private func read() {
        guard state == .open else { return }
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
            let message = SocketMessage.receive(
                from: descriptor, into: buffer, room: limits.descriptors)
            if message.count > 0 {
                input.append(buffer.prefix(message.count))
                arrived.add(message.descriptors, at: input.arrived)
                if message.hasLostDescriptors { refuseDescriptors() }
            } else if message.count == 0 {
                state = .readClosed
            } else if errno != EAGAIN, errno != EINTR {
                end()
            }
        }
    }

    /// Handles a limited number of buffered requests; the loop continues with the rest in its next turn.
    private func takeRequests() {
        guard !isTakingRequests, !isContinued else { return }
        isTakingRequests = true
        defer { isTakingRequests = false }
        // The clock itself: this measures the work in this turn.
        let deadline = MonotonicClock.now + limits.turnMicroseconds
        var count = 0
        while isReadingRequests, let line = input.next() {
            answer(line)
            count += 1
            if count >= limits.requestsInTurn || MonotonicClock.now >= deadline { break }
        }
        if isReadingRequests, input.hasLine { return continueNextTurn() }
        takeRest()
    }

    private func continueNextTurn() {
        isContinued = true
        loop.continueNextTurn { [weak self] in
            guard let self, isContinued else { return }
            isContinued = false
            takeRequests()
            watchWhatIsNeeded()
        }
    }

    /// Handles the buffered bytes after the last complete line.
    private func takeRest() {
        if state == .readClosed, isReadingRequests, input.count > 0 { answer(input.takeRest()) }
        // The rest is an incomplete line.
        if input.count > limits.requestBytes, isReadingRequests { refuseOversizedRequest() }
        if arrived.count > limits.descriptors, isReadingRequests { refuseDescriptors() }
    }

    private func answer(_ line: [UInt8]) {
        let files = AttachedFiles(arrived.take(upTo: input.taken))
        if line.count > limits.requestBytes { return refuseOversizedRequest() }
        // People type blank lines and carriage returns: ignore both.
        if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
        guard let server else { return }
        isAwaitingReply = true
        let answer: (any Encodable)?
        do throws(ControlRequestError) {
            let request: RequestLine = try json.decode(from: line)
            answer = server.answer(request.command, with: files, from: self)
        } catch {
            answer = ControlAnswer<Done>.failure("bad request: \(error)")
        }
        guard let answer else { return }
        isAwaitingReply = false
        enqueue(json.encode(answer))
        flush()
    }

    private func refuseOversizedRequest() {
        refuse("bad request: longer than \(limits.requestBytes) bytes")
    }

    private func refuseDescriptors() {
        refuse("bad request: too many descriptors: attach \(limits.descriptors) at most")
    }

    /// Sends the reason, and closes the connection.
    func refuse(_ reason: String) {
        enqueue(json.encode(ControlAnswer<Done>.failure(reason)))
        finish()
        flush()
    }

    private func flush() {
        guard state != .closed else { return }
        var hasFailed = false
        while !output.isEmpty {
            var isBlocked = false
            output.drain { bytes in
                let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
                let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
                if count >= 0 { return count }
                isBlocked = true
                hasFailed = errno != EAGAIN && errno != EINTR
                return 0
            }
            if isBlocked { break }
        }
        let isDone = state == .draining || (state == .readClosed && isIdle)
        if hasFailed || (isDone && output.isEmpty) { end() }
    }

    /// Whether nothing is left to read, answer or stream.
    private var isIdle: Bool { input.count == 0 && streams.isEmpty && !isAwaitingReply }

    private func watchWhatIsNeeded() {
        if state == .readClosed, isIdle, output.isEmpty { return end() }
        guard state != .closed else { return }
        var readiness: Readiness = []
        if state == .open, isReadingRequests, !isContinued { readiness.insert(.readable) }
        if !output.isEmpty { readiness.insert(.writable) }
        source?.update(readiness)
    }

    private func end() {
        guard state != .closed else { return }
        state = .closed
        streams = []
        source?.cancel()
        source = nil
        server?.ended(self)
    }
}
