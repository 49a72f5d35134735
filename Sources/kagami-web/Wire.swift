import CWebSockets
import Glibc

/// One side of a bridge: a browser's WebSocket, or a Unix socket of this machine.
///
/// Bytes that cannot be written yet are queued. While many are, nothing more is read from the wire that they come from.
final class Wire {
    enum Kind {
        /// Whole lines as texts.
        case lines
        case bytes
        /// A socket's descriptor.
        case descriptor(CInt)
    }

    /// The library's connection; nil once it is closed.
    private(set) var connection: OpaquePointer?
    private let kind: Kind
    private var queue: [UInt8] = []
    private var start = 0
    /// Set when the wire is to be closed as soon as the queue is empty, to the code and the reason that the browser gets.
    private var ending: (code: UInt16, reason: String)?
    private var isFull = false
    private var isWaiting = false

    /// The wire whose bytes are queued here.
    weak var source: Wire?
    /// Gets what arrives; true with the last part of a message.
    var onBytes: (UnsafeRawBufferPointer, Bool) -> Void = { _, _ in }
    var onTimer: () -> Void = {}
    /// Called once, after the connection has closed.
    var onClosed: () -> Void = {}

    private static let mostQueued = 1 << 18
    private static let mostAtOnce = 1 << 16
    /// When a descriptor takes more.
    private static let restMicroseconds: Int64 = 1000

    init(_ connection: OpaquePointer, _ kind: Kind) {
        self.connection = connection
        self.kind = kind
    }

    func send(_ bytes: some Collection<UInt8>) {
        guard let connection, ending == nil else { return }
        queue.append(contentsOf: bytes)
        if queue.count - start > Self.mostQueued { source?.setReading(isFull: true) }
        lws_callback_on_writable(connection)
    }

    /// Closes the wire, after what is queued; the code and the reason are for a browser.
    func finish(code: UInt16 = 1000, _ reason: String = "") {
        guard let connection, ending == nil else { return }
        ending = (code, reason)
        lws_callback_on_writable(connection)
        // A browser that reads nothing does not keep the wire.
        lws_set_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, Self.patienceSeconds)
    }

    private static let patienceSeconds: CInt = 3

    /// Closes the wire in the library's next turn, whatever is queued.
    func cut() {
        guard let connection else { return }
        // LWS_TO_KILL_ASYNC
        lws_set_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, -1)
    }

    /// Reads nothing for a time.
    func wait(microseconds: Int64) {
        guard let connection else { return }
        isWaiting = true
        setReading()
        lws_set_timer_usecs(connection, microseconds)
    }

    /// Calls `onTimer` after a time.
    func callBack(afterMicroseconds time: Int64) {
        if let connection { lws_set_timer_usecs(connection, time) }
    }

    private func setReading(isFull: Bool? = nil) {
        if let isFull { self.isFull = isFull }
        if let connection { lws_rx_flow_control(connection, self.isFull || isWaiting ? 0 : 1) }
    }

    // MARK: What the library reports

    func received(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
        if ending == nil { onBytes(bytes, isLast) }
    }

    /// Reads from the descriptor; false once the other side has closed.
    func readable() -> Bool {
        guard case .descriptor(let descriptor) = kind else { return false }
        return withUnsafeTemporaryAllocation(byteCount: Self.mostAtOnce, alignment: 16) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { received(UnsafeRawBufferPointer(rebasing: buffer[..<count]), isLast: true) }
            return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
        }
    }

    /// Writes some of the queue; false when the connection is to be closed.
    func writable() -> Bool {
        guard let connection else { return false }
        if queue.count > start, !writeSome(connection) { return false }
        if start == queue.count {
            queue.removeAll(keepingCapacity: queue.count <= Self.mostAtOnce)
            start = 0
            if let ending { return end(connection, ending.code, ending.reason) }
        } else if case .descriptor = kind {
            // What a descriptor's callback asks for is forgotten at its end.
            lws_set_timer_usecs(connection, Self.restMicroseconds)
        } else {
            lws_callback_on_writable(connection)
        }
        if queue.count - start <= Self.mostQueued / 2 { source?.setReading(isFull: false) }
        return true
    }

    func timerFired() {
        if isWaiting {
            isWaiting = false
            setReading()
        }
        if case .descriptor = kind, let connection { lws_callback_on_writable(connection) }
        onTimer()
    }

    func closed() {
        guard connection != nil else { return }
        connection = nil
        onClosed()
        (onBytes, onTimer, onClosed) = ({ _, _ in }, {}, {})
    }

    /// Says that nothing more comes; false when the connection is to be closed at once.
    private func end(_ connection: OpaquePointer, _ code: UInt16, _ reason: String) -> Bool {
        if case .descriptor(let descriptor) = kind {
            // The other side reads the last lines only as long as it can answer them.
            (isFull, isWaiting) = (false, false)
            setReading()
            return shutdown(descriptor, CInt(SHUT_WR)) == 0
        }
        var bytes = Array(reason.utf8.prefix(120))
        lws_close_reason(connection, lws_close_status(UInt32(code)), &bytes, bytes.count)
        return false
    }

    /// Writes what the connection takes at once; false if it has failed.
    private func writeSome(_ connection: OpaquePointer) -> Bool {
        let part = queue[start...].prefix(Self.mostAtOnce)
        switch kind {
        case .descriptor(let descriptor):
            let count = part.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            start += count
            return true
        case .bytes:
            start = part.endIndex
            return write(connection, part, LWS_WRITE_BINARY)
        case .lines:
            // A longer line goes out whole; the rest of a line waits for its end.
            let newline = UInt8(ascii: "\n")
            guard let end = part.lastIndex(of: newline) ?? queue[start...].firstIndex(of: newline) else { return true }
            let lines = queue[start...end]
            start = end + 1
            return write(connection, lines, LWS_WRITE_TEXT)
        }
    }

    private func write(_ connection: OpaquePointer, _ bytes: ArraySlice<UInt8>, _ way: lws_write_protocol) -> Bool {
        var message = [UInt8](repeating: 0, count: kagami_lws_room) + bytes
        return message.withUnsafeMutableBufferPointer { buffer in
            lws_write(connection, buffer.baseAddress! + kagami_lws_room, bytes.count, way) >= bytes.count
        }
    }
}
