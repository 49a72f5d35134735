import Geometry

/// A picture in picture from the decision to start it to its end.
package struct PiPRun: Hashable, Sendable {
    /// Counts the runs since the start of the service.
    package let number: Int
    package internal(set) var source: PiPSource
    /// The source that was asked for; displays that come and go may have made another one of it.
    var asked: PiPSource
    /// Where it comes from and goes back to, as the request gave it; nil to derive it from the source.
    package let origin: Rect<PanelSpace>?
    /// It takes the place of another one, without an animation.
    package let isSwap: Bool

    init(number: Int, _ start: PiPStart) {
        self.number = number
        source = start.source
        asked = start.source
        origin = start.origin
        isSwap = start.isSwap
    }
}

/// A wish for a picture in picture.
package struct PiPStart: Hashable, Sendable {
    package var source: PiPSource
    package var origin: Rect<PanelSpace>?
    /// How long to wait until the source is possible; nil for the configured time, 0 for not at all.
    package var timeoutMicroseconds: Int64?
    /// Take over the place of the one that is shown.
    package var isSwap: Bool

    package init(
        _ source: PiPSource, origin: Rect<PanelSpace>? = nil, timeoutMicroseconds: Int64? = nil, isSwap: Bool = false
    ) {
        self.source = source
        self.origin = origin
        self.timeoutMicroseconds = timeoutMicroseconds
        self.isSwap = isSwap
    }
}

/// What the machine is told.
package enum PiPInput: Hashable, Sendable {
    case possibilityChanged(PiPPossibility)
    /// Without a token nobody waits for the completion.
    case start(PiPStart, PiPToken?)
    case stop(PiPStopReason, PiPToken?)
    /// Stops what is shown; with a source, only if it is that one. Starts it otherwise.
    case toggle(PiPSource?, PiPToken?)
    case restore(PiPToken?)
    /// Answers `.prepare`: the first picture is there, or why it is not.
    case prepared(run: Int, PiPFailure?)
    /// Answers `.appear` and `.leave`.
    case animationFinished(run: Int)
    /// Answers `.askToRestore`: the client has acknowledged its full size and drawn itself.
    case restoreAcknowledged(run: Int)
    case timerFired(PiPTimer)
    /// A source has come to full view, whoever brought it there.
    case cameToFullView(PiPSource)
    /// A source has left the panel's foreground.
    case leftForeground(PiPSource)
    /// A source is shown by another display than before.
    case sourceMoved(PiPSource)
}

/// A timer that the machine asked for; one that it no longer waits for is ignored when it fires.
package struct PiPTimer: Hashable, Sendable {
    package let number: Int
}

/// Where a picture in picture goes when it ends.
package enum PiPExit: Hashable, Sendable {
    /// Back to the origin rectangle.
    case origin
    /// Into the rectangle of its source in full view.
    case fullView
}

/// What the machine wants done, in the order given.
package enum PiPAction: Hashable, Sendable {
    case publish(PiPEvent)
    /// The request has ended. Comes exactly once for each token.
    case complete(PiPToken, PiPOutcome)
    /// Get the source's first picture and answer with `.prepared`.
    case prepare(PiPRun)
    /// Show it, from its origin to its place, and answer with `.animationFinished`.
    case appear(PiPRun)
    /// Go on with the run's new source.
    case exchange(PiPRun)
    /// Ask the source to take its full place and answer with `.restoreAcknowledged`.
    case askToRestore(PiPRun)
    /// Animate it out and answer with `.animationFinished`.
    case leave(PiPRun, to: PiPExit)
    /// Take it from the screen and let go of its source; it may never have been shown.
    case release(PiPRun)
    /// Answer with `.timerFired` after this time.
    case schedule(PiPTimer, afterMicroseconds: Int64)
}
