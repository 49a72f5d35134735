import Geometry
package import Mirroring

/// An enabled virtual display: its mode, its vertical blanks and the queued frame.
final class VirtualHead {
    let output: OutputID
    let mode: Mode
    let transform: Transform
    let depth: ColorDepth
    var cursor: PlaneElement?
    var timing = FrameTiming()
    var gamma: GammaTable?
    let clock: VerticalBlankClock
    private let alarm: any Alarm
    /// The only buffer, in the viewer's orientation: nothing scans it out while the next frame is drawn in it.
    private(set) var buffer: MemoryBuffer?
    private(set) var pending: VerticalBlankClock.Blank?

    init(
        _ output: OutputID, mode: Mode, transform: Transform, depth: ColorDepth, clock: VerticalBlankClock,
        alarm: any Alarm
    ) {
        self.output = output
        self.mode = mode
        self.transform = transform
        self.depth = depth
        self.clock = clock
        self.alarm = alarm
    }

    deinit {
        alarm.disarm()
    }

    /// The buffer, made at the first call; nil if memory is lacking.
    func makeBuffer() -> MemoryBuffer? {
        if buffer == nil {
            buffer = MemoryBuffer(
                size: transform.apply(to: mode.size), format: depth == .ten ? .xrgb2101010 : .xrgb8888)
        }
        return buffer
    }

    /// Queues a frame for the first blank after `instant`.
    func queueFrame(at instant: Timestamp) {
        let blank = clock.next(after: instant)
        pending = blank
        alarm.arm(at: blank.time.microseconds)
    }

    /// Takes the presentation of the queued frame; nil if none is queued.
    func takePresentation() -> Presentation? {
        guard let blank = pending else { return nil }
        pending = nil
        return Presentation(
            time: blank.time, refreshNanoseconds: clock.periodNanoseconds, sequence: blank.sequence,
            isHardwareClock: false)
    }
}

/// The instants of a display's vertical blanks, evenly spaced from the moment when a mode was set.
///
/// Blank `n` comes at `start + n / rate`, rounded up to a whole microsecond, so that rounding errors never add up.
package struct VerticalBlankClock: Hashable, Sendable {
    /// A vertical blank: its instant and its number since the start, from 1.
    package struct Blank: Hashable, Sendable {
        package let time: Timestamp
        package let sequence: UInt64
    }

    /// The moment when the mode was set, on this display or on another of the same rate.
    package let start: Timestamp
    private let rate: UInt64

    /// Creates a clock of `refreshMilliHertz`, which counts as at least 1.
    package init(start: Timestamp, refreshMilliHertz: Int) {
        self.start = start
        rate = UInt64(max(1, refreshMilliHertz))
    }

    /// The refresh period in nanoseconds, rounded down.
    package var periodNanoseconds: Int { Int(1_000_000_000_000 / rate) }

    /// The first blank strictly after `instant`; the very first one if `instant` is before the start.
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
