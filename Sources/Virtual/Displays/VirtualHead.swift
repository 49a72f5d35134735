import Geometry
import Mirroring

/// An enabled virtual display: its mode, its vertical blanks and the queued frame.
final class VirtualHead {
    let output: OutputID
    let mode: Mode
    let transform: Transform
    let depth: ColorDepth
    var cursor: CursorLayer?
    var timing = FrameTiming()
    let clock: VerticalBlankClock
    private let alarm: any Alarm
    /// The one buffer, in the viewer's orientation: nothing scans it out while the next frame is drawn in it.
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

    /// The buffer, made if need be; nil when out of memory.
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
