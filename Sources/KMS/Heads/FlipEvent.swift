import CDRM
import Mirroring

/// A page-flip completion event from the kernel.
struct FlipEvent: Hashable, Sendable {
    /// The token with which the flip was submitted.
    let token: UInt64
    let time: Timestamp
    /// The low 32 bits of the CRTC's vertical blank count; 0 without a counter.
    let sequence: UInt32

    /// Parses the flip events in the bytes read from the device; stops at malformed data.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> [FlipEvent] {
        var events: [FlipEvent] = []
        var rest = bytes[...]
        while rest.count >= MemoryLayout<drm_event>.size {
            let header = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: drm_event.self)
            guard let length = Int(exactly: header.length), length >= MemoryLayout<drm_event>.size,
                length <= rest.count
            else { break }
            if header.type == UInt32(DRM_EVENT_FLIP_COMPLETE), length >= MemoryLayout<drm_event_vblank>.size {
                events.append(
                    FlipEvent(UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: drm_event_vblank.self)))
            }
            rest = rest.dropFirst(length)
        }
        return events
    }

    private init(_ event: drm_event_vblank) {
        token = event.user_data
        time = Timestamp(microseconds: Int64(event.tv_sec) * 1_000_000 + Int64(event.tv_usec))
        sequence = event.sequence
    }
}

/// Extends a 32-bit vertical blank count to 64 bits.
struct SequenceCounter: Hashable, Sendable {
    private var last: UInt64 = 0

    init() {}

    /// The smallest full count that has `low` as its low half and is not less than the last count.
    mutating func extend(_ low: UInt32) -> UInt64 {
        last &+= UInt64(low &- UInt32(truncatingIfNeeded: last))
        return last
    }
}

/// Paces displays that complete flips immediately, as virtual ones do, to their mode's refresh rate.
///
/// Without pacing, a client that draws on every frame event would draw hundreds of times a second. Flips are reported on a grid of
/// instants, one refresh apart. A flip that is late by less than a refresh is reported at once and leaves the grid as it is, so that the
/// next flip can catch up. After a longer pause, a new grid begins with the flip.
struct FlipPacer: Hashable, Sendable {
    private let intervalMicroseconds: Int64
    /// The grid's instant of the last flip.
    private var last: Timestamp?

    /// Paces to a rate in thousandths of a hertz; 0 disables pacing.
    init(refreshMilliHertz: Int) {
        intervalMicroseconds = refreshMilliHertz > 0 ? Int64(1_000_000_000 / refreshMilliHertz) : 0
    }

    /// How much too early a flip may be reported, in microseconds, so that two displays can be reported together.
    var tolerance: Int64 { intervalMicroseconds / 8 }

    /// When to report a flip that happened at `time`.
    mutating func release(_ time: Timestamp) -> Timestamp {
        let next = last?.adding(microseconds: intervalMicroseconds)
        guard let next, time.since(next) < intervalMicroseconds else {
            last = time
            return time
        }
        last = next
        return max(time, next)
    }
}
