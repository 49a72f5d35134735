/// An instant on CLOCK_MONOTONIC, in microseconds; where it says so, on CLOCK_BOOTTIME.
package struct Timestamp: Hashable, Comparable, Sendable, Codable {
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

    /// Microseconds from `earlier` to this instant.
    package func since(_ earlier: Timestamp) -> Int64 { microseconds - earlier.microseconds }

    package func adding(microseconds delta: Int64) -> Timestamp { Timestamp(microseconds: microseconds + delta) }

    /// Milliseconds modulo 2^32, as Wayland events carry them.
    package var waylandMilliseconds: UInt32 { UInt32(truncatingIfNeeded: microseconds / 1000) }
}
