/// Decides how many of the external's frames a controller leaves out, so that it does not slow the external.
///
/// A card without vertical blanks draws or transfers each frame when it comes, for the panel as for an external. The
/// controller follows fewer frames where the external falls short of its mode's rate and waits for the card for two
/// fifths of the time. The controller then follows every second frame, then every third or fourth, down to its least
/// rate. The controller follows more frames again once there is time to spare. Elsewhere the controller follows every
/// frame, also for a client that is slow by itself, such as a film.
package struct FrameThinning: Hashable, Sendable {
    /// Which frames the controller follows: every frame with 1, every second frame with 2, and so on.
    package private(set) var stride = 1
    /// Frames that followed one another without a pause.
    private var window = Window()
    /// The number of successive windows with time to spare.
    private var spare = 0
    /// The time from one frame to the next, in microseconds.
    private var interval: Int64 = 0

    private struct Window: Hashable {
        var frames = 0
        var elapsed: Int64 = 0
        var waited: Int64 = 0
        var last: Timestamp?
        var lastDeviceWait: Int64 = 0
    }

    /// The number of frames between two decisions.
    package static let frames = 32
    /// The number of successive windows with time to spare before the controller follows more frames.
    package static let patience = 4
    private static let longestStride: Int64 = 4
    /// The longest interval between the controller's frames in microseconds: thinning leaves 15 frames a second.
    private static let longestInterval: Int64 = 66_667
    /// The time without a frame after which counting begins anew, in microseconds.
    private static let pause: Int64 = 250_000

    package init() {}

    /// The least time between two frames of the controller in microseconds, or nil for every frame of the external.
    package var controllerInterval: Int64? { stride > 1 ? interval * Int64(stride) : nil }

    /// Records a frame of the external that was handed to the card at `start` and shown at `end`.
    ///
    /// `deviceWait` is how long clients' pictures have waited for devices, in microseconds since the start.
    /// `refreshNanoseconds` is the display's refresh.
    package mutating func shown(
        from start: Timestamp, to end: Timestamp, deviceWait: Int64, refreshNanoseconds: Int64
    ) {
        defer { (window.last, window.lastDeviceWait) = (end, deviceWait) }
        guard let last = window.last, end.since(last) < Self.pause else {
            self = FrameThinning()
            return
        }
        let elapsed = max(0, end.since(last))
        window.frames += 1
        window.elapsed += elapsed
        window.waited += min(elapsed, max(0, end.since(max(start, last))) + deviceWait - window.lastDeviceWait)
        guard window.frames == Self.frames else { return }
        decide(refreshNanoseconds)
        window = Window()
    }

    private mutating func decide(_ refreshNanoseconds: Int64) {
        interval = window.elapsed / Int64(Self.frames)
        // A rate up to a twentieth below the mode's rate counts as the mode's rate.
        let isShort = interval * 1000 * 19 > refreshNanoseconds * 20
        if isShort, window.waited * 5 > window.elapsed * 2 {
            spare = 0
            if Int64(stride) < Self.longestStride, interval * Int64(stride + 1) <= Self.longestInterval { stride += 1 }
        } else if window.waited * (isShort ? 4 : 3) < window.elapsed {
            spare += 1
            if spare >= Self.patience { (stride, spare) = (max(1, stride - 1), 0) }
        } else {
            spare = 0
        }
    }
}

/// Limits how often a controller follows its external, to save power or to keep from slowing the external.
///
/// Changes that come too soon wait and are shown together.
package struct SnapshotPace: Hashable, Sendable {
    /// The least time between two snapshots in microseconds, or nil for as many as the external has frames.
    package var interval: Int64? {
        // The first change after the limit begins or ends is shown at once.
        didSet { if (interval == nil) != (oldValue == nil) { last = nil } }
    }
    private var last: Timestamp?

    package init() {}

    /// When a change that comes at `now` may be shown, or nil for at once.
    package func due(at now: Timestamp) -> Timestamp? {
        guard let interval, let last else { return nil }
        let due = last.adding(microseconds: interval)
        return due > now ? due : nil
    }

    /// Records that changes have been shown; a slight delay does not make the next changes due later.
    package mutating func shown(at now: Timestamp) {
        guard let interval, let due = last?.adding(microseconds: interval), due <= now, now.since(due) < interval else {
            last = now
            return
        }
        last = due
    }
}
