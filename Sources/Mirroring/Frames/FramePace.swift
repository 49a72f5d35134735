package import Geometry

/// Decides when to draw an output's frame.
///
/// A frame is drawn as late as it can still make the next vertical blank, so that it contains all that clients commit
/// until then, such as the answer to a touch.
///
/// The next blanks follow from the last presentation and the refresh. The deadline comes before a blank by the longest
/// recent drawing time of frames with the same extent, the recent lateness of the loop's wake-ups, and a margin.
///
///     blank            deadline   blank
///     | damage waits ... | draw   | shown
///
/// Drawing at once shows the frame no earlier, unless the frame takes longer than all recent ones. A frame is due at
/// once where the next blank or the drawing time is unknown, where drawing takes as long as a refresh, and past the
/// deadline. A frame is also due at once where the display waits for it or shows it at once.
package struct FramePace: Hashable, Sendable {
    private var lastBlank: Timestamp?
    private var refreshNanoseconds: Int64 = 0
    /// Whether the display waits for frames.
    ///
    /// Such a display shows no frame earlier than one refresh after the last frame. It shows a later frame as soon as
    /// the frame arrives.
    package private(set) var isVariable = false
    private var times = DrawingTimes()
    private var lateness = DrawingTimes.Bounds(0)

    /// The least time before a blank at which a display needs the frame, in microseconds.
    package static let handover: Int64 = 400
    /// The time before a blank at which a display should have the frame, in microseconds.
    package static let margin: Int64 = 1500
    /// How far a display's clock may differ from ours: one part in this many.
    private static let driftShare: Int64 = 10_000

    package init() {}

    /// Whether the display has shown a frame and counts no blanks, so that it shows each frame when it comes.
    ///
    /// Clients that drew their next frame only after the presentation would make such a display wait.
    package var showsAtOnce: Bool { lastBlank == nil && refreshNanoseconds > 0 }

    /// Records when a frame appeared on the screen.
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

    /// The first vertical blank after `instant`, or nil where it is unknown.
    ///
    /// The blank is also unknown where it comes as soon as there is a frame.
    package func nextBlank(after instant: Timestamp) -> Timestamp? {
        guard let lastBlank, refreshNanoseconds > 0 else { return nil }
        // Hardware reports the end of a blank, which may still be ahead.
        let elapsed = max(0, instant.since(lastBlank))
        let count = elapsed * 1000 / refreshNanoseconds + 1
        if isVariable, count > 1 { return nil }
        return lastBlank.adding(microseconds: (count * refreshNanoseconds + 999) / 1000)
    }

    /// Whether a frame appeared within the last refresh, so that clients probably draw the next one.
    package func hasJustShown(at now: Timestamp) -> Bool {
        lastBlank.map { now.since($0) * 1000 < refreshNanoseconds } ?? false
    }

    /// Whether less than an eighth of a refresh is left; hardly anything arrives in this time.
    package func isSoon(_ deadline: Timestamp, at now: Timestamp) -> Bool {
        deadline.since(now) * 8000 < refreshNanoseconds
    }

    /// When to draw a frame of this extent that is wanted from `now` on; `now` means at once.
    package func deadline(for extent: FrameExtent, at now: Timestamp) -> Timestamp {
        guard let blank = nextBlank(after: now), let reserve = reserve(for: extent, at: now), let recent = times[extent]
        else { return now }
        let due = blank.adding(microseconds: -reserve)
        if due > now { return due }
        // A display that waits for frames shows this one as soon as it has it.
        if isVariable { return now }
        // Even the quickest recent drawing would miss this blank, so the frame waits for further changes.
        let soonest = now.adding(microseconds: recent.low + Self.handover)
        guard soonest > blank.adding(microseconds: drift(at: now)) else { return now }
        return max(now, due.adding(microseconds: refreshNanoseconds / 1000))
    }

    /// When to draw a frame together with another output's frame, which is due at `deadline`.
    ///
    /// The result is the latest instant at which the frame makes this output's first blank after `deadline`. The
    /// instant is at most one drawing time before `deadline`. The result is `deadline` where there is no such instant.
    ///
    /// `isInFlight` tells whether this output's last frame still waits for the next blank.
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

    /// How long before a blank the drawing of such a frame must begin, or nil where this is unknown.
    package func reserve(for extent: FrameExtent, at now: Timestamp) -> Int64? {
        guard lastBlank != nil, let recent = times[extent] else { return nil }
        let drift = drift(at: now)
        let reserve = recent.high + lateness.high + Self.margin + drift
        // After a long time without a frame, the times of the blanks are unknown.
        guard drift * 4000 < refreshNanoseconds, reserve * 1000 < refreshNanoseconds else { return nil }
        return reserve
    }

    private func drift(at now: Timestamp) -> Int64 {
        lastBlank.map { max(0, now.since($0)) / Self.driftShare } ?? 0
    }
}

/// How much of a screen a frame redraws, in classes with clearly different drawing times.
package enum FrameExtent: Hashable, Sendable, CaseIterable {
    /// At most a sixty-fourth of the screen: a line of text, a cursor or nothing at all.
    case small
    /// At most an eighth of the screen.
    case medium
    case large

    /// The class of a frame that redraws `area` pixels of a screen of this size.
    package init(area: Int, of size: Size<OutputSpace>) {
        let whole = size.width * size.height
        self = area <= whole / 64 ? .small : area <= whole / 8 ? .medium : .large
    }
}

/// The recent drawing times of an output's frames, by extent.
struct DrawingTimes: Hashable, Sendable {
    /// Bounds that widen at once for a new value and narrow slowly, in microseconds.
    struct Bounds: Hashable, Sendable {
        private(set) var high: Int64
        private(set) var low: Int64

        init(_ value: Int64) { (high, low) = (value, value) }

        mutating func add(_ value: Int64) {
            high = max(value, high - high / 32)
            low = min(value, low + low / 32 + 1)
        }
    }

    private var small: Bounds?
    private var medium: Bounds?
    private var large: Bounds?

    /// Records the time from the start of a frame's drawing until the display had the frame.
    mutating func add(_ extent: FrameExtent, microseconds: Int64) {
        switch extent {
        case .small: Self.add(max(0, microseconds), to: &small)
        case .medium: Self.add(max(0, microseconds), to: &medium)
        case .large: Self.add(max(0, microseconds), to: &large)
        }
    }

    private static func add(_ value: Int64, to bounds: inout Bounds?) {
        if bounds == nil { bounds = Bounds(value) } else { bounds?.add(value) }
    }

    /// The times of frames of this extent, or of the next larger extent with times, or nil without any.
    subscript(extent: FrameExtent) -> Bounds? {
        switch extent {
        case .small: small ?? medium ?? large
        case .medium: medium ?? large
        case .large: large
        }
    }
}

/// How long the next frame may wait for clients that have just received frame callbacks.
///
/// A frame composed at once would lack what these clients are about to commit. As soon as one client always has
/// something new, all other clients would then appear only in every second frame.
package struct DrawingPatience: Hashable, Sendable {
    /// The recent worst case of composing a frame, in microseconds.
    private var cost: Int64 = 0

    /// The time reserved for the display to accept the frame, in microseconds.
    private static let margin: Int64 = 2000

    package init() {}

    /// Records how long a frame took to compose.
    package mutating func composed(inMicroseconds duration: Int64) {
        cost = max(duration, cost - cost / 8)
    }

    /// How long after a presentation the next frame may wait and still make its vertical blank, in microseconds.
    ///
    /// The result is 0 where composing takes about half a refresh or longer.
    package func microseconds(refreshNanoseconds: Int) -> Int64 {
        let refresh = Int64(refreshNanoseconds) / 1000
        return max(0, min(refresh / 2, refresh - cost - cost - Self.margin))
    }
}
