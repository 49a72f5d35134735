/// When an output's frames are drawn, and its controllers': all that is known of that, in one value.
///
///     idle --- damaged ---> queued                       until when it may wait: `deadline`, from `FramePace`
///                             | drawTime has come
///                             v
///                           drawn, and handed over --- refused ---> backing off ---> queued
///                             |
///                             v
///                           in flight --- presented ---> idle, or queued where there is new damage
///
/// `FrameScheduler` is the states, `FramePace` the clock of the display, `FrameThinning` how often controllers follow.
package struct FramePacing: Hashable, Sendable {
    private var scheduler = FrameScheduler()
    private var pace = FramePace()
    private var thinning = FrameThinning()
    /// When the queued frame is drawn; nil for at once.
    package private(set) var drawTime: Timestamp?
    /// Whether the queued frame has been put off.
    private var isPostponed = false
    /// Whether the queued frame shows input that clients probably answer, such as a disc under a finger.
    private var expectsAnswer = false
    /// The frame that is being drawn: how much of the screen, and since when.
    private var drawing: Drawing?
    /// When the last frame was handed over, or refused.
    private var handedOver = Timestamp(microseconds: 0)

    private struct Drawing: Hashable {
        let extent: FrameExtent
        let since: Timestamp
    }

    package init() {}

    // MARK: States

    /// Whether a frame is to be drawn, now or later.
    package var wantsFrame: Bool { scheduler.wantsFrame }

    /// Whether a frame has been handed over that is not on screen.
    package var isInFlight: Bool { scheduler.isInFlight }

    /// Whether the output has refused the last frame.
    package var isFailing: Bool { scheduler.isFailing }

    /// Reports damage.
    package mutating func damaged() -> FrameAction { scheduler.damaged() }

    /// Reports that the queued frame shows what clients probably answer.
    package mutating func expectAnswer() { expectsAnswer = true }

    /// Reports that the queued frame is being drawn.
    package mutating func beganDrawing(_ extent: FrameExtent, at now: Timestamp) {
        drawing = Drawing(extent: extent, since: now)
    }

    /// Reports that the frame has been drawn and handed over, or refused.
    package mutating func endedDrawing(at now: Timestamp) {
        (drawTime, isPostponed, expectsAnswer) = (nil, false, false)
        handedOver = now
        if let drawing { pace.drew(drawing.extent, inMicroseconds: now.since(drawing.since)) }
        drawing = nil
    }

    /// Reports that the display will show the frame.
    package mutating func queued() { scheduler.presentationQueued() }

    /// Reports that the display has refused the frame.
    package mutating func refused(at now: Timestamp) -> FrameAction { scheduler.presentationFailed(at: now) }

    /// The delay of `.retryLater` is over.
    package mutating func retry() -> FrameAction { scheduler.retry() }

    /// Reports that the frame in flight is on screen.
    package mutating func presented(_ presentation: Presentation) -> FrameAction {
        pace.presented(presentation)
        return scheduler.presented()
    }

    // MARK: Deadlines

    /// Whether the display has shown a frame and counts no blanks: it shows each frame when it comes.
    package var showsAtOnce: Bool { pace.showsAtOnce }

    /// Whether the display waits for frames.
    package var isVariable: Bool { pace.isVariable }

    /// Whether the queued frame is to be drawn now.
    package func isDue(at now: Timestamp) -> Bool { drawTime.map { $0 <= now } ?? true }

    /// When the next frame should be drawn, going by this output alone: at once where little more is expected before the
    /// blank, which spares a wake-up.
    package func deadline(for extent: FrameExtent, at now: Timestamp) -> Timestamp {
        guard expectsAnswer || pace.hasJustShown(at: now) else { return now }
        let deadline = pace.deadline(for: extent, at: now)
        let isFirst = drawTime == nil && !expectsAnswer
        return isFirst && pace.isSoon(deadline, at: now) ? now : deadline
    }

    /// When to draw another output's frame, `deadline` or earlier, so that one of this output, which is drawn together with it, makes
    /// the next blank as well.
    package func deadline(for extent: FrameExtent, upTo deadline: Timestamp, at now: Timestamp) -> Timestamp {
        pace.deadline(for: extent, upTo: deadline, at: now, isInFlight: isInFlight)
    }

    /// Has the queued frame drawn at `instant` at the latest.
    package mutating func drawBy(_ instant: Timestamp) {
        drawTime = drawTime.map { min($0, instant) } ?? instant
    }

    /// Has the queued frame drawn no earlier than `instant`.
    package mutating func postpone(to instant: Timestamp) {
        (drawTime, isPostponed) = (instant, true)
    }

    /// Reports that the loop woke up late for the queued frame.
    package mutating func wokeLate(byMicroseconds delay: Int64) { pace.woke(lateByMicroseconds: delay) }

    // MARK: Controllers

    /// How a due frame goes with the next one of the output that it shows.
    package enum Pairing: Hashable, Sendable {
        /// By itself, or none is due.
        case alone
        /// The source's queued frame is drawn now as well, though it could wait a little longer.
        case now
        /// The source has just shown a frame or is about to, and its next would be late if this one were drawn by itself. No
        /// frame is put off twice: the source's next ones may have nothing for this screen.
        case later(Timestamp)
    }

    /// How the frame that is due goes with that of `source`, which it shows.
    package func pairing(_ extent: FrameExtent, with source: FramePacing, at now: Timestamp) -> Pairing {
        guard let reserve = pace.reserve(for: extent, at: now) else { return .alone }
        let end = now.adding(microseconds: reserve)
        if source.wantsFrame { return source.drawTime.map { $0 <= end } ?? false ? .now : .alone }
        guard !isPostponed, source.isInFlight || source.pace.hasJustShown(at: now) else { return .alone }
        // A blank that has just passed may be the flip, of which the display has yet to tell.
        let flip =
            source.isInFlight ? source.pace.nextBlank(after: now.adding(microseconds: -FramePace.handover)) : nil
        let next = source.pace.deadline(for: extent, at: flip.map { max($0, now) } ?? now)
        return now < next && next < end ? .later(next) : .alone
    }

    /// The least time between two frames of a controller, in microseconds; nil for every frame of this output.
    package var controllerInterval: Int64? { thinning.controllerInterval }

    /// Adapts how often controllers follow to a frame that has been presented; `deviceWait` is for how long clients' pictures
    /// have waited for devices, in microseconds since the start.
    package mutating func thinControllers(_ presentation: Presentation, deviceWait: Int64) {
        guard pace.showsAtOnce else { return }
        thinning.shown(
            from: handedOver, to: presentation.time, deviceWait: deviceWait,
            refreshNanoseconds: Int64(presentation.refreshNanoseconds))
    }
}
