import Mirroring
import WaylandBinding

/// Frame callbacks and presentation feedback.
struct FrameRequests {
    private(set) var callbacks: [Resource<WlCallback>] = []
    private(set) var feedback: [Resource<WpPresentationFeedback>] = []

    var isEmpty: Bool { callbacks.isEmpty && feedback.isEmpty }

    /// Adds the requests of an applied update; feedback for a buffer that it replaces unseen is discarded.
    mutating func add(_ update: SurfaceUpdate) {
        callbacks += update.frameCallbacks
        if update.content != nil || !update.feedback.isEmpty {
            Self.discard(feedback)
            feedback = update.feedback
        }
    }

    mutating func append(_ other: FrameRequests) {
        callbacks += other.callbacks
        feedback += other.feedback
    }

    /// Takes all requests.
    mutating func take() -> FrameRequests {
        defer { self = FrameRequests() }
        return self
    }

    /// The frame was presented.
    mutating func present(_ presentation: Presentation, on outputs: (Client) -> [Resource<WlOutput>]) {
        let requests = take()
        Self.finish(requests.callbacks, at: presentation.time)
        for feedback in requests.feedback {
            for output in outputs(feedback.client) { feedback.sendSyncOutput(output: output) }
            feedback.sendPresented(presentation)
            feedback.destroy()
        }
    }

    /// The frame was not shown: feedback is discarded, but frame callbacks are sent.
    mutating func discard(at time: Timestamp) {
        let requests = take()
        Self.finish(requests.callbacks, at: time)
        Self.discard(requests.feedback)
    }

    /// The surface was destroyed.
    mutating func discardAll() {
        let requests = take()
        Self.discard(requests.feedback)
        for callback in requests.callbacks { callback.destroy() }
    }

    static func discard(_ update: SurfaceUpdate) {
        discard(update.feedback)
        for callback in update.frameCallbacks { callback.destroy() }
    }

    private static func finish(_ callbacks: [Resource<WlCallback>], at time: Timestamp) {
        for callback in callbacks {
            callback.sendDone(callbackData: time.waylandMilliseconds)
            callback.destroy()
        }
    }

    static func discard(_ feedback: [Resource<WpPresentationFeedback>]) {
        for object in feedback {
            object.sendDiscarded()
            object.destroy()
        }
    }
}

extension Resource where Interface == WpPresentationFeedback {
    fileprivate func sendPresented(_ presentation: Presentation) {
        let microseconds = UInt64(clamping: presentation.time.microseconds)
        let seconds = microseconds / 1_000_000
        var kind: WpPresentationFeedback.Kind = []
        if presentation.isHardwareClock { kind = [.vsync, .hwClock, .hwCompletion] }
        sendPresented(
            tvSecHi: UInt32(truncatingIfNeeded: seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
            tvNsec: UInt32(microseconds % 1_000_000 * 1000), refresh: UInt32(clamping: presentation.refreshNanoseconds),
            seqHi: UInt32(truncatingIfNeeded: presentation.sequence >> 32),
            seqLo: UInt32(truncatingIfNeeded: presentation.sequence), flags: kind)
    }
}
