/// When to draw an output's frame: as late as still makes the next vertical blank, so that it contains all that clients
/// commit until then, such as the answer to a touch.
///
/// The next blanks follow from the last presentation and the refresh. From a blank are taken: the longest recent drawing
/// time of such frames, by how much the loop recently woke up too late, and a margin.
///
///     blank            deadline   blank
///     | damage waits ... | draw   | shown
///
/// Drawing at once is shown no earlier, except where the frame takes longer than any did recently. A frame is due at once
/// where the next blank or the drawing time is unknown, where drawing takes as long as a refresh, and past the deadline; also
/// where the display waits for it, or shows it at once.
package struct FramePace: Hashable, Sendable {
    private var lastBlank: Timestamp?
    private var refreshNanoseconds: Int64 = 0
    /// Whether the display waits for frames: none comes earlier than a refresh after the last one, and later ones are shown
    /// when they are there.
    package private(set) var isVariable = false
    private var times = DrawingTimes()
    private var lateness = DrawingTimes.Bounds(0)

    /// A display needs the frame so long before the blank at least, in microseconds.
    package static let handover: Int64 = 400
    /// So long before the blank a display should have the frame, in microseconds.
    package static let margin: Int64 = 1500
    /// By how much a display's clock may differ from ours: one part in so many.
    private static let driftShare: Int64 = 10_000

    package init() {}

    /// Whether blanks can be predicted: the display has shown a frame, and counts its blanks. One that does not shows frames
    /// whenever they come.
    package var knowsBlanks: Bool { lastBlank != nil }

    /// Records when a frame came to the screen.
    package mutating func presented(_ presentation: Presentation) {
        let isKnown = presentation.sequence != 0 && presentation.refreshNanoseconds > 0 && !presentation.isTorn
        lastBlank = isKnown ? presentation.time : nil
        refreshNanoseconds = Int64(presentation.refreshNanoseconds)
        isVariable = presentation.isVariable
    }

    /// Records how long a frame took to draw and to hand to the display.
    package mutating func drew(_ extent: FrameExtent, inMicroseconds duration: Int64) {
        times.add(extent, microseconds: duration)
    }

    /// Records how long after a deadline the drawing began.
    package mutating func woke(lateByMicroseconds delay: Int64) {
        lateness.add(max(0, delay))
    }

    /// The first vertical blank after `instant`; nil where unknown, and where it comes as soon as there is a frame.
    package func nextBlank(after instant: Timestamp) -> Timestamp? {
        guard let lastBlank, refreshNanoseconds > 0 else { return nil }
        // Hardware dates a blank at its end, which may still be ahead.
        let elapsed = max(0, instant.since(lastBlank))
        let count = elapsed * 1000 / refreshNanoseconds + 1
        if isVariable, count > 1 { return nil }
        return lastBlank.adding(microseconds: (count * refreshNanoseconds + 999) / 1000)
    }

    /// Whether a frame came to the screen within the last refresh, so that clients probably draw the next.
    package func hasJustShown(at now: Timestamp) -> Bool {
        lastBlank.map { now.since($0) * 1000 < refreshNanoseconds } ?? false
    }

    /// When to draw a frame of that extent for which there is reason from `now` on; `now` for at once.
    package func deadline(for extent: FrameExtent, at now: Timestamp) -> Timestamp {
        guard let blank = nextBlank(after: now), let reserve = reserve(for: extent, at: now), let recent = times[extent]
        else { return now }
        let due = blank.adding(microseconds: -reserve)
        if due > now { return due }
        // Shown whenever it is there.
        if isVariable { return now }
        // Not even the quickest of late would make that blank: the frame may as well wait for what else comes.
        let soonest = now.adding(microseconds: recent.low + Self.handover)
        guard soonest > blank.adding(microseconds: drift(at: now)) else { return now }
        return max(now, due.adding(microseconds: refreshNanoseconds / 1000))
    }

    /// The latest instant, `deadline` or up to a drawing time earlier, at which a frame drawn together with another
    /// output's makes the first blank of this one after that; `deadline` itself where none does.
    ///
    /// `isInFlight` is whether this output still shows its last frame at the next blank.
    package func deadline(
        for extent: FrameExtent, upTo deadline: Timestamp, at now: Timestamp, isInFlight: Bool
    ) -> Timestamp {
        guard let blank = nextBlank(after: deadline), let reserve = reserve(for: extent, at: now) else {
            return deadline
        }
        let due = blank.adding(microseconds: -reserve)
        guard due < deadline, due >= now else { return deadline }
        if isInFlight, let flip = nextBlank(after: now), due <= flip { return deadline }
        return due
    }

    /// How long before a blank the drawing of such a frame must begin; nil where that cannot be said.
    package func reserve(for extent: FrameExtent, at now: Timestamp) -> Int64? {
        guard knowsBlanks, let recent = times[extent] else { return nil }
        let drift = drift(at: now)
        let reserve = recent.high + lateness.high + Self.margin + drift
        // After a long time without a frame nobody knows when the blanks are.
        guard drift * 4000 < refreshNanoseconds, reserve * 1000 < refreshNanoseconds else { return nil }
        return reserve
    }

    private func drift(at now: Timestamp) -> Int64 {
        lastBlank.map { max(0, now.since($0)) / Self.driftShare } ?? 0
    }
}
