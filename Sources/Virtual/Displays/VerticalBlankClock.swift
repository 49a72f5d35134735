package import Mirroring

/// The instants of a display's vertical blanks: evenly spaced from a moment when a mode was set.
///
/// Pure arithmetic. Blank `n` comes at `start + n / rate`, rounded up to a whole microsecond so that rounding
/// errors never add up over a long run.
package struct VerticalBlankClock: Hashable, Sendable {
    /// A vertical blank: its instant and its number since the start, from 1.
    package struct Blank: Hashable, Sendable {
        package let time: Timestamp
        package let sequence: UInt64
    }

    /// When the mode was set, on this display or on another of the same rate.
    package let start: Timestamp
    private let rate: UInt64

    /// A clock of `refreshMilliHertz`, taken as at least 1.
    package init(start: Timestamp, refreshMilliHertz: Int) {
        self.start = start
        rate = UInt64(max(1, refreshMilliHertz))
    }

    /// The refresh period in nanoseconds, rounded down.
    package var periodNanoseconds: Int { Int(1_000_000_000_000 / rate) }

    /// The first blank strictly after `instant`; the very first one when `instant` is before the start.
    package func next(after instant: Timestamp) -> Blank {
        let elapsed = UInt64(clamping: instant.since(start))
        let sequence = Self.scaled(elapsed, by: rate, over: Self.unit).quotient &+ 1
        let offset = Self.scaled(sequence, by: Self.unit, over: rate)
        let microseconds = Int64(clamping: offset.quotient &+ (offset.remainder == 0 ? 0 : 1))
        return Blank(time: start.adding(microseconds: microseconds), sequence: sequence)
    }

    /// Microseconds in a second times thousandths of a hertz in a hertz.
    private static let unit: UInt64 = 1_000_000_000

    /// `value * factor / divisor` without overflow on the way.
    private static func scaled(
        _ value: UInt64, by factor: UInt64, over divisor: UInt64
    ) -> (quotient: UInt64, remainder: UInt64) {
        let product = value.multipliedFullWidth(by: factor)
        guard product.high < divisor else { return (.max, 0) }
        return divisor.dividingFullWidth(product)
    }
}
