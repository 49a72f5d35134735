import Mirroring
import WaylandBinding

/// A client's request to hear whether a commit was presented or discarded.
protocol FrameFeedback: AnyObject {
    var client: Client { get }

    func presented(_ presentation: Presentation, on outputs: [Resource<WlOutput>])

    /// The commit was never shown.
    func discarded()
}

/// Frame callbacks and presentation feedback.
struct FrameRequests {
    private(set) var callbacks: [Resource<WlCallback>] = []
    private(set) var feedback: [any FrameFeedback] = []

    var isEmpty: Bool { callbacks.isEmpty && feedback.isEmpty }

    /// Adds the requests of an applied update. Feedback for contents that the update replaces unseen is discarded.
    mutating func add(_ update: SurfaceUpdate) {
        if callbacks.isEmpty { callbacks = update.frameCallbacks } else { callbacks += update.frameCallbacks }
        if update.content != nil || !update.feedback.isEmpty {
            Self.discard(feedback)
            feedback = update.feedback
        }
    }

    mutating func append(_ other: FrameRequests) {
        if isEmpty { return self = other }
        callbacks += other.callbacks
        feedback += other.feedback
    }

    /// Takes all requests.
    mutating func take() -> FrameRequests {
        defer { self = FrameRequests() }
        return self
    }

    /// Sends the callbacks but for the last `count`, and keeps the feedback.
    mutating func callBack(at time: Timestamp, keeping count: Int = 0) {
        guard callbacks.count > count else { return }
        Self.finish(callbacks.dropLast(count), at: time)
        callbacks.removeFirst(callbacks.count - count)
    }

    /// The frame was presented.
    mutating func present(_ presentation: Presentation, on outputs: (Client) -> [Resource<WlOutput>]) {
        let requests = take()
        Self.finish(requests.callbacks, at: presentation.time)
        for feedback in requests.feedback { feedback.presented(presentation, on: outputs(feedback.client)) }
    }

    /// The frame was not shown: feedback is discarded, but frame callbacks are sent.
    mutating func discard(at time: Timestamp) {
        let requests = take()
        Self.finish(requests.callbacks, at: time)
        Self.discard(requests.feedback)
    }

    /// Ends all requests, because the surface was destroyed.
    mutating func discardAll() {
        let requests = take()
        Self.discard(requests.feedback)
        for callback in requests.callbacks { callback.destroy() }
    }

    static func discard(_ update: SurfaceUpdate) {
        discard(update.feedback)
        for callback in update.frameCallbacks { callback.destroy() }
    }

    private static func finish(_ callbacks: some Sequence<Resource<WlCallback>>, at time: Timestamp) {
        for callback in callbacks {
            callback.sendDone(callbackData: time.waylandMilliseconds)
            callback.destroy()
        }
    }

    static func discard(_ feedback: [any FrameFeedback]) {
        for request in feedback { request.discarded() }
    }
}
