/// Decides when the frames of an output and of its controllers are drawn.
///
///     idle --- damaged ---> queued                       waits until its `deadline`, from `FramePace`
///                             | drawTime has come
///                             v
///                           drawn, and handed over --- refused ---> backing off ---> queued
///                             |
///                             v
///                           in flight --- presented ---> idle, or queued where there is new damage
///
/// `FrameScheduler` keeps the states, `FramePace` follows the display's clock, and `FrameThinning` decides how often
/// controllers follow.
package struct FramePacing: Hashable, Sendable {
    private var scheduler = FrameScheduler()
    private var pace = FramePace()
    private var thinning = FrameThinning()
    /// When the queued frame is drawn, or nil for at once.
    package private(set) var drawTime: Timestamp?
    /// Whether the queued frame has been postponed.
    private var isPostponed = false
    /// Whether the queued frame shows input that clients probably answer, such as a disc under a finger.
    private var expectsAnswer = false
    /// The extent of the frame that is being drawn, and the start of its drawing.
    private var drawing: Drawing?
    /// When the last frame was handed over or refused.
    private var handedOver = Timestamp(microseconds: 0)

    private struct Drawing: Hashable {
        let extent: FrameExtent
        let since: Timestamp
    }

    package init() {}

    // MARK: States

    /// Whether a frame must be drawn, now or later.
    package var wantsFrame: Bool { scheduler.wantsFrame }

    /// Whether a frame was handed over and is not on screen yet.
    package var isInFlight: Bool { scheduler.isInFlight }

    /// Whether the output refused the last frame.
    package var isFailing: Bool { scheduler.isFailing }

    /// Reports damage.
    package mutating func damaged() -> FrameAction { scheduler.damaged() }

    /// Reports that the queued frame shows something that clients probably answer.
    package mutating func expectAnswer() { expectsAnswer = true }

    /// Reports that the queued frame is being drawn.
    package mutating func beganDrawing(_ extent: FrameExtent, at now: Timestamp) {
        drawing = Drawing(extent: extent, since: now)
    }

    /// Reports that the frame was drawn, and handed over or refused.
    package mutating func endedDrawing(at now: Timestamp) {
        (drawTime, isPostponed, expectsAnswer) = (nil, false, false)
        handedOver = now
        if let drawing { pace.drew(drawing.extent, inMicroseconds: now.since(drawing.since)) }
        drawing = nil
    }

    /// Reports that the display will show the frame.
    package mutating func queued() { scheduler.presentationQueued() }

    /// Reports that the display refused the frame.
    package mutating func refused(at now: Timestamp) -> FrameAction { scheduler.presentationFailed(at: now) }

    /// Reports that the delay of `.retryLater` is over.
    package mutating func retry() -> FrameAction { scheduler.retry() }

    /// Reports that the frame in flight is on screen.
    package mutating func presented(_ presentation: Presentation) -> FrameAction {
        pace.presented(presentation)
        return scheduler.presented()
    }

    // MARK: Deadlines

    /// Whether the display has shown a frame and counts no blanks, so that it shows each frame when it comes.
    package var showsAtOnce: Bool { pace.showsAtOnce }

    /// Whether the display waits for frames.
    package var isVariable: Bool { pace.isVariable }

    /// Whether the queued frame must be drawn now.
    package func isDue(at now: Timestamp) -> Bool { drawTime.map { $0 <= now } ?? true }

    /// When the next frame should be drawn if only this output counts.
    ///
    /// The result is `now` where little more is expected before the blank, which spares a wake-up.
    package func deadline(for extent: FrameExtent, at now: Timestamp) -> Timestamp {
        guard expectsAnswer || pace.hasJustShown(at: now) else { return now }
        let deadline = pace.deadline(for: extent, at: now)
        let isFirst = drawTime == nil && !expectsAnswer
        return isFirst && pace.isSoon(deadline, at: now) ? now : deadline
    }

    /// When to draw another output's frame together with a frame of this output.
    ///
    /// The result is `deadline` or earlier, so that this output's frame makes its next blank as well.
    package func deadline(for extent: FrameExtent, upTo deadline: Timestamp, at now: Timestamp) -> Timestamp {
        pace.deadline(for: extent, upTo: deadline, at: now, isInFlight: isInFlight)
    }

    /// Makes the queued frame due at `instant` at the latest.
    package mutating func drawBy(_ instant: Timestamp) {
        drawTime = drawTime.map { min($0, instant) } ?? instant
    }

    /// Makes the queued frame due no earlier than at `instant`.
    package mutating func postpone(to instant: Timestamp) {
        (drawTime, isPostponed) = (instant, true)
    }

    /// Reports that the loop woke up late for the queued frame.
    package mutating func wokeLate(byMicroseconds delay: Int64) { pace.woke(lateByMicroseconds: delay) }

    // MARK: Controllers

    /// How a due frame is drawn with the next frame of the output that it shows.
    package enum Pairing: Hashable, Sendable {
        /// The frame is drawn by itself.
        case alone
        /// The source's queued frame is drawn now as well, although it could wait a little longer.
        case now
        /// The frame waits until this instant, when the source's next frame is drawn.
        ///
        /// The source has just shown a frame or is about to. The source's next frame would be late if this frame were
        /// drawn by itself. No frame waits twice, because the source's next frames may change nothing on this screen.
        case later(Timestamp)
    }

    /// How the due frame is drawn with the frame of `source`, which the due frame shows.
    package func pairing(_ extent: FrameExtent, with source: FramePacing, at now: Timestamp) -> Pairing {
        guard let reserve = pace.reserve(for: extent, at: now) else { return .alone }
        let end = now.adding(microseconds: reserve)
        if source.wantsFrame { return source.drawTime.map { $0 <= end } ?? false ? .now : .alone }
        guard !isPostponed, source.isInFlight || source.pace.hasJustShown(at: now) else { return .alone }
        // A blank that has just passed may be the flip, which the display has yet to report.
        let flip =
            source.isInFlight ? source.pace.nextBlank(after: now.adding(microseconds: -FramePace.handover)) : nil
        let next = source.pace.deadline(for: extent, at: flip.map { max($0, now) } ?? now)
        return now < next && next < end ? .later(next) : .alone
    }

    /// The least time between two frames of a controller in microseconds, or nil for every frame of this output.
    package var controllerInterval: Int64? { thinning.controllerInterval }

    /// Adapts how often controllers follow to a frame that has been presented.
    ///
    /// `deviceWait` is how long clients' pictures have waited for devices, in microseconds since the start.
    package mutating func thinControllers(_ presentation: Presentation, deviceWait: Int64) {
        guard pace.showsAtOnce else { return }
        thinning.shown(
            from: handedOver, to: presentation.time, deviceWait: deviceWait,
            refreshNanoseconds: Int64(presentation.refreshNanoseconds))
    }
}
