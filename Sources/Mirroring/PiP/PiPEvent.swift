/// The state of the picture in picture, in one word.
package enum PiPState: String, Hashable, Sendable, CaseIterable {
    /// None is shown, and no source is possible.
    case idle
    /// None is shown, and at least one source is possible.
    case possible
    /// Its source is being prepared, or it is animating in.
    case starting
    /// It is shown.
    case active
    /// It is animating out, or waits for its source to take its full place again.
    case stopping
}

/// A published event of a picture in picture.
///
/// Each will-start is followed by exactly one did-start or failed-to-start, each did-start by exactly one did-stop. A
/// start that never became possible, or was cancelled before, fails without a will-start.
package enum PiPEvent: Hashable, Sendable {
    /// The set of possible sources has changed.
    case possibleChanged([PiPSource])
    case willStart(PiPSource)
    case didStart(PiPSource)
    case failedToStart(PiPSource, PiPFailure)
    case willStop(PiPSource, PiPStopReason)
    case didStop(PiPSource, PiPStopReason)
    /// The source is asked to take its full place again.
    case restoreRequested(PiPSource)
    /// A plug or unplug has changed the picture's source, or moved the same source to another display.
    case sourceChanged(from: PiPSource, to: PiPSource)
    /// The picture is now drawn at this size, in panel pixels; the size at which its source renders follows.
    case sizeChanged(PiPSource, PiPRenderSize)
    /// Whether a picture in picture is shown; notifiers may want to stay quiet meanwhile.
    case activeChanged(Bool)
}

/// The sizes that a size-changed event reports.
package struct PiPRenderSize: Hashable, Sendable {
    /// The picture's size on the panel, in panel pixels.
    package var width: Int
    package var height: Int
    /// The source's own size, in its pixels.
    package var renderWidth: Int
    package var renderHeight: Int

    package init(width: Int, height: Int, renderWidth: Int, renderHeight: Int) {
        self.width = width
        self.height = height
        self.renderWidth = renderWidth
        self.renderHeight = renderHeight
    }
}
