/// What is published of a picture in picture's life.
///
/// Each will-start is followed by exactly one did-start or failed-to-start, each did-start by exactly one did-stop.
/// A start that never became possible, or was given up before, fails without a will-start.
package enum PiPEvent: Hashable, Sendable {
    /// The sources that can be shown from now on.
    case possibleChanged([PiPSource])
    case willStart(PiPSource)
    case didStart(PiPSource)
    case failedToStart(PiPSource, PiPFailure)
    case willStop(PiPSource, PiPStopReason)
    case didStop(PiPSource, PiPStopReason)
    /// The source should take its full place again.
    case restoreRequested(PiPSource)
    /// A display came or went, and the picture goes on with another source, or with the same one on another display.
    case sourceChanged(from: PiPSource, to: PiPSource)
    /// The picture is drawn at this size from now on, in panel pixels; the size that its source is rendered at follows.
    case sizeChanged(PiPSource, PiPRenderSize)
    /// A picture in picture is shown, or no longer: notifiers may want to be quiet.
    case activeChanged(Bool)
}

/// The sizes that a size-changed event reports.
package struct PiPRenderSize: Hashable, Sendable {
    /// The picture's on the panel, in panel pixels.
    package var width: Int
    package var height: Int
    /// The source's own, in its pixels.
    package var renderWidth: Int
    package var renderHeight: Int

    package init(width: Int, height: Int, renderWidth: Int, renderHeight: Int) {
        self.width = width
        self.height = height
        self.renderWidth = renderWidth
        self.renderHeight = renderHeight
    }
}
