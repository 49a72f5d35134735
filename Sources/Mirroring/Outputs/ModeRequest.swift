package import Geometry

/// A requested mode: a size and, optionally, a refresh rate.
package struct ModeRequest: Hashable, Sendable {
    package var size: Size<ScanoutSpace>
    package var refreshMilliHertz: Int?
    /// What the display is sent even where it lists no such mode; nil for modes from its list.
    package var forced: ForcedTiming?

    /// A timing that no display has to list.
    package enum ForcedTiming: Hashable, Sendable {
        /// Computed by CVT, with reduced blanking.
        case reducedBlanking
        case exact(ModeTiming)
    }

    package init(size: Size<ScanoutSpace>, refreshMilliHertz: Int? = nil, forced: ForcedTiming? = nil) {
        self.size = size
        self.refreshMilliHertz = refreshMilliHertz
        self.forced = forced
    }

    /// A request for all of a modeline.
    package init(_ timing: ModeTiming) {
        self.init(
            size: Size(width: timing.horizontal.displayed, height: timing.vertical.displayed),
            refreshMilliHertz: timing.refreshMilliHertz, forced: .exact(timing))
    }

    /// The timing that the display is sent whatever it lists.
    package var forcedTiming: ModeTiming? {
        switch forced {
        case .reducedBlanking: ModeTiming(size, refreshMilliHertz: rate, isReduced: true)
        case .exact(let timing): timing
        case nil: nil
        }
    }

    /// The timing for a display that says nothing about itself; nil where that cannot be computed.
    var timingForSilentDisplays: ModeTiming? {
        let timing = forcedTiming ?? ModeTiming(size, refreshMilliHertz: rate, isReduced: false)
        return timing.isPossible ? timing : nil
    }

    private var rate: Int { refreshMilliHertz ?? 60_000 }
}
