import CInputExtras
import Glibc
import Runtime

/// Reads one game pad, at most once a second: a stick that trembles, or is used, wakes the service no more than that.
final class PadReader {
    private let descriptor: CInt
    private let acted: () -> Void
    private let gone: () -> Void
    private var activity: PadActivity
    private var source: DescriptorSource?
    private var rest: Timer?

    /// Calls `acted` when the player does something, and `gone` once when nothing can be read any longer. The caller owns the
    /// descriptor, which does not block.
    init(
        _ descriptor: CInt, loop: EventLoop, acted: @escaping () -> Void, gone: @escaping () -> Void
    ) throws(RuntimeError) {
        self.descriptor = descriptor
        self.acted = acted
        self.gone = gone
        activity = PadActivity(axes: Self.axes(of: descriptor))
        rest = loop.makeTimer { [weak self] in self?.source?.update(Self.awaited) }
        source = try loop.watch(descriptor, for: Self.awaited) { [weak self] _ in self?.read() }
    }

    deinit {
        source?.cancel()
    }

    private func read() {
        rest?.arm(after: Self.pause)
        var (hasActed, isIncomplete) = (false, false)
        var events = [kagami_pad_event](repeating: kagami_pad_event(), count: Self.batch)
        for _ in 0..<Self.mostBatches {
            let count = Int(kagami_pad_read(descriptor, &events, CInt(Self.batch)))
            if count < 0 {
                source?.cancel()
                rest?.disarm()
                return gone()
            }
            for event in events.prefix(count) {
                isIncomplete = isIncomplete || event.type == Self.synchronization && event.code == Self.dropped
                if activity.take(type: event.type, code: event.code, value: event.value) { hasActed = true }
            }
            if count < Self.batch { break }
        }
        // The kernel keeps little of what a busy stick says: where the axes are now tells the rest.
        if isIncomplete, activity.take(axesAt: Self.axes(of: descriptor).mapValues(\.value)) { hasActed = true }
        if hasActed { acted() }
    }

    private static func axes(of descriptor: CInt) -> [UInt16: PadActivity.Axis] {
        var axes: [UInt16: PadActivity.Axis] = [:]
        for code in 0..<UInt16(KAGAMI_PAD_AXES) {
            var axis = kagami_pad_axis()
            guard kagami_pad_read_axis(descriptor, code, &axis) == 0, axis.maximum > axis.minimum else { continue }
            axes[code] = PadActivity.Axis(
                value: axis.value, minimum: axis.minimum, maximum: axis.maximum, flat: axis.flat)
        }
        return axes
    }

    /// `EV_SYN` and `SYN_DROPPED`.
    private static let (synchronization, dropped): (UInt16, UInt16) = (0, 3)
    private static let awaited: Readiness = [.readable, .once]
    /// In microseconds.
    private static let pause: Int64 = 1_000_000
    /// The kernel keeps some dozens of events.
    private static let (batch, mostBatches) = (64, 8)
}
