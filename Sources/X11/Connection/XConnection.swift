import CXCB
import Glibc
import Logging
import Runtime

/// The window manager's connection to the X server, served from the loop, which never waits for the server.
///
/// Answers are read when they have come. Requests are held back while the server has not answered for a while: the socket would fill,
/// and writing to it would block. A client can stop the server's answers by grabbing the server.
final class XConnection {
    let link: XLink
    private let loop: EventLoop
    private let logger = Logger(label: "kagami.x11")
    private var source: DescriptorSource?
    /// The answers that are still to come, oldest first.
    private var answers: [(sequence: UInt32, handler: (UnsafeMutableRawPointer?) -> Void)] = []
    private var held: [Held] = []
    /// The bytes of requests that the server has not confirmed.
    private var unconfirmed = 0
    private var sinceFence = 0
    private var isFlushDue = false
    private var hasEnded = false
    private var followers: [(UnsafePointer<xcb_generic_event_t>) -> Void] = []
    /// Called once, when the connection can no longer be used.
    var onEnd: () -> Void = {}

    private struct Held {
        let bytes: Int
        let request: (XLink) -> Void
    }

    /// The events, and the answers, that are handled in one turn of the loop.
    private static let mostEvents = 64
    /// What each request is counted as at least: a small message takes up that much of a socket's memory.
    private static let leastBytes = 256
    /// The bytes that may be unconfirmed. They fit into the memory that a socket has by default.
    private static let mostUnconfirmed = 64 << 10
    private static let fenceInterval = 8 << 10
    /// The requests that may be held back before the server counts as lost.
    private static let mostHeld = 1 << 16

    init(_ link: XLink, loop: EventLoop) throws(RuntimeError) {
        self.link = link
        self.loop = loop
        source = try loop.watch(xcb_get_file_descriptor(link.handle)) { [weak self] _ in self?.pump() }
        // Events may have been read already.
        loop.deferAction { [weak self] in self?.pump() }
    }

    deinit {
        source?.cancel()
    }

    /// Calls `follower` for each event, whose memory is valid during the call.
    func follow(_ follower: @escaping (UnsafePointer<xcb_generic_event_t>) -> Void) {
        followers.append(follower)
    }

    /// Sends a request of about so many bytes, at once or when the server has confirmed earlier ones.
    func send(bytes: Int = 0, _ request: @escaping (XLink) -> Void) {
        guard !hasEnded else { return }
        let bytes = max(bytes, Self.leastBytes)
        guard held.isEmpty, unconfirmed + bytes <= Self.mostUnconfirmed else {
            if held.count >= Self.mostHeld {
                logger.warning("X server does not answer, and is given up")
                return end()
            }
            return held.append(Held(bytes: bytes, request: request))
        }
        perform(Held(bytes: bytes, request: request))
    }

    /// Sends a request with an answer, which is handed over when it has come; nil for an error.
    func ask(_ request: @escaping (XLink) -> UInt32, _ handler: @escaping (UnsafeMutableRawPointer?) -> Void) {
        send { [weak self] link in self?.answers.append((request(link), handler)) }
    }

    private func perform(_ next: Held) {
        next.request(link)
        unconfirmed += next.bytes
        sinceFence += next.bytes
        if sinceFence >= Self.fenceInterval || unconfirmed + Self.leastBytes > Self.mostUnconfirmed { fence() }
        flushSoon()
    }

    /// Has the server confirm all requests so far.
    private func fence() {
        let bytes = sinceFence
        sinceFence = 0
        answers.append(
            (
                xcb_get_input_focus(link.handle).sequence,
                { [weak self] _ in
                    guard let self else { return }
                    unconfirmed -= bytes
                    sendHeld()
                }
            ))
    }

    private func sendHeld() {
        var count = 0
        while count < held.count, unconfirmed + held[count].bytes <= Self.mostUnconfirmed {
            perform(held[count])
            count += 1
        }
        held.removeFirst(count)
    }

    private func flushSoon() {
        if isFlushDue { return }
        isFlushDue = true
        loop.deferAction { [weak self] in
            guard let self, !hasEnded else { return }
            isFlushDue = false
            xcb_flush(link.handle)
            // Writing may have read events, of which the descriptor then no longer tells.
            pump()
        }
    }

    /// Handles what the server has sent.
    private func pump() {
        let hasMoreEvents = takeEvents(xcb_poll_for_event)
        let hasMoreAnswers = takeAnswers()
        // Looking for an answer reads events, too, of which the descriptor then no longer tells.
        let hasLaterEvents = takeEvents(xcb_poll_for_queued_event)
        if hasEnded { return }
        if xcb_connection_has_error(link.handle) != 0 { return end() }
        if hasMoreEvents || hasMoreAnswers || hasLaterEvents {
            loop.continueNextTurn { [weak self] in self?.pump() }
        }
    }

    /// Handles the events that `next` gives; true if there may be more.
    private func takeEvents(_ next: (OpaquePointer?) -> UnsafeMutablePointer<xcb_generic_event_t>?) -> Bool {
        var count = 0
        while !hasEnded, count < Self.mostEvents, let event = next(link.handle) {
            count += 1
            for follower in followers { follower(event) }
            free(event)
        }
        return count == Self.mostEvents
    }

    /// Hands over answers that have come; true if there may be more.
    private func takeAnswers() -> Bool {
        var count = 0
        while !hasEnded, count < min(answers.count, Self.mostEvents) {
            var answer: UnsafeMutableRawPointer?
            var error: UnsafeMutablePointer<xcb_generic_error_t>?
            guard xcb_poll_for_reply(link.handle, answers[count].sequence, &answer, &error) != 0 else { break }
            let handler = answers[count].handler
            count += 1
            handler(answer)
            free(answer)
            free(error)
        }
        // The end of the connection has dropped them.
        answers.removeFirst(min(count, answers.count))
        return count == Self.mostEvents
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        source?.cancel()
        answers = []
        held = []
        // The caller may still be at work with this object.
        loop.deferAction { [weak self] in self?.onEnd() }
    }
}
