import Mirroring

/// How loud the external's sink is: as loud as somebody made it when the display was last the external.
///
/// Only what changes while a display has the sink counts as made for that display: what the sink brings along is not its.
struct SoundVolume: Equatable {
    enum Action: Equatable {
        /// Sets the sink's volume.
        case set(percent: Int)
        /// Somebody has set it.
        case remember(percent: Int)
    }

    private var display: DisplayKey?
    private var sink: String?
    private var seen = 0
    /// What was set, until PipeWire says so.
    private var awaited: Int?

    /// Follows the external, with the volume that is remembered for it, and its sink as PipeWire has it.
    mutating func follow(_ display: DisplayKey, sink: String, volume: Int, remembered: Int?) -> Action? {
        if display != self.display || sink != self.sink {
            self = SoundVolume(display: display, sink: sink, seen: volume)
            guard let remembered, remembered != volume else { return nil }
            awaited = remembered
            return .set(percent: remembered)
        }
        guard volume != seen else { return nil }
        seen = volume
        if let awaited {
            self.awaited = nil
            if volume == awaited { return nil }
        }
        return .remember(percent: volume)
    }

    /// There is no external, or sound goes somewhere else.
    mutating func end() {
        self = SoundVolume()
    }

    init() {}

    private init(display: DisplayKey, sink: String, seen: Int) {
        (self.display, self.sink, self.seen) = (display, sink, seen)
    }
}
