import Mirroring

/// Decides the volume of the external's sink: the volume that was set when the display was last the external.
///
/// Only changes made while a display has the sink count for that display; the volume that the sink starts with does not.
struct SoundVolume: Equatable {
    enum Action: Equatable {
        /// Sets the sink's volume.
        case set(percent: Int)
        /// Somebody has set the volume.
        case remember(percent: Int)
    }

    private var display: DisplayKey?
    private var sink: String?
    private var seen = 0
    /// The volume that was set, until PipeWire reports it.
    private var awaited: Int?

    /// Follows the external with its remembered volume, and its sink with PipeWire's volume.
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

    /// Forgets the sink, because there is no external, or because sound goes elsewhere.
    mutating func end() {
        self = SoundVolume()
    }

    init() {}

    private init(display: DisplayKey, sink: String, seen: Int) {
        (self.display, self.sink, self.seen) = (display, sink, seen)
    }
}
