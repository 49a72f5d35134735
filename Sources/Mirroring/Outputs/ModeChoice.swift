package import Geometry

/// Chooses the order in which an output's modes are tried.
package enum ModeChoice {
    /// How far a listed rate may be from the requested rate: 59.94 Hz serves a request for 60 Hz.
    static let refreshToleranceMilliHertz = 500

    /// The modes that can be drawn, each once, in the order in which they are tried.
    ///
    /// First comes the mode that `request` asks for. The display need not list this mode if the request forces it, or
    /// if the display reports nothing about itself. Then comes the mode of the kernel's command line. The modes of the
    /// display's preferred size follow at their highest rates, the largest such size first. All other modes follow by
    /// pixels and refresh rate, descending.
    ///
    /// A mode larger than the preferred size is a scaled or cropped picture and does not come before it. Where the
    /// preferred size is shown at less than 50 Hz, smaller and faster modes come first: a pointer at 30 Hz is a
    /// nuisance, a coarser picture less so.
    package static func candidates(for output: OutputDescription, request: ModeRequest? = nil) -> [Mode] {
        let drawable = output.modes.filter(\.canBeDrawn)
        let rest = stableSorted(drawable) {
            ($0.size.area, $0.refreshMilliHertz, $0.isPreferred ? 1 : 0)
                > ($1.size.area, $1.refreshMilliHertz, $1.isPreferred ? 1 : 0)
        }
        let preferredSizes = drawable.filter(\.isPreferred).map(\.size)
        let native = rest.filter { preferredSizes.contains($0.size) }
        var smooth: [Mode] = []
        if let first = native.first, isSlow(first) {
            smooth = rest.filter { $0.size.area <= first.size.area && $0.refreshMilliHertz >= leastSmoothMilliHertz }
        }
        var seen: Set<Timing> = []
        let first = requested(request, for: output, among: rest) + rest.filter(\.isOfCommandLine)
        return (first + smooth + native + rest).filter { seen.insert(Timing($0)).inserted }
    }

    /// The listed mode that a request means, or nil where the display lists no such mode that can be drawn.
    static func listed(_ request: ModeRequest, in output: OutputDescription) -> Mode? {
        requested(request, among: output.modes.filter(\.canBeDrawn)).first
    }

    private static func requested(
        _ request: ModeRequest?, for output: OutputDescription, among modes: [Mode]
    ) -> [Mode] {
        guard let request else { return [] }
        let listed = requested(request, among: modes)
        var timing = request.forcedTiming
        if timing == nil, output.isSilent, listed.isEmpty { timing = request.timingForSilentDisplays }
        return [timing.map { Mode($0) }].compactMap(\.self).filter(\.canBeDrawn) + listed
    }

    /// The least rate that looks smooth.
    private static let leastSmoothMilliHertz = 50_000 - 500

    /// Whether a mode has a known rate that does not look smooth.
    private static func isSlow(_ mode: Mode) -> Bool {
        mode.refreshMilliHertz > 0 && mode.refreshMilliHertz < leastSmoothMilliHertz
    }

    /// The modes of the requested size in the order in which they are tried.
    ///
    /// A request with a rate gets the modes near this rate, the nearest first. A request without a rate gets all modes,
    /// the highest rate first.
    private static func requested(_ request: ModeRequest, among modes: [Mode]) -> [Mode] {
        let fitting = modes.filter { $0.size == request.size }
        guard let wanted = request.refreshMilliHertz else { return fitting }
        func distance(_ mode: Mode) -> UInt {
            let (low, high) = (min(mode.refreshMilliHertz, wanted), max(mode.refreshMilliHertz, wanted))
            return UInt(bitPattern: high &- low)
        }
        let near = fitting.filter { distance($0) <= refreshToleranceMilliHertz }
        return stableSorted(near) { distance($0) < distance($1) }
    }

    /// Sorts stably, because displays list their preferred timing first.
    private static func stableSorted(_ modes: [Mode], by areInOrder: (Mode, Mode) -> Bool) -> [Mode] {
        modes.enumerated().sorted { left, right in
            if areInOrder(left.element, right.element) { return true }
            if areInOrder(right.element, left.element) { return false }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// The properties by which two listed modes count as the same.
    private struct Timing: Hashable {
        let size: Size<ScanoutSpace>
        let refreshMilliHertz: Int
        let timing: ModeTiming?

        init(_ mode: Mode) {
            size = mode.size
            refreshMilliHertz = mode.refreshMilliHertz
            timing = mode.timing
        }
    }
}

extension Mode {
    /// Whether a picture can be made for this size.
    package var canBeDrawn: Bool {
        !size.isEmpty && size.width <= MemoryBuffer.maximumSide && size.height <= MemoryBuffer.maximumSide
    }
}

/// A requested mode: a size and, optionally, a refresh rate.
package struct ModeRequest: Hashable, Sendable {
    package var size: Size<ScanoutSpace>
    package var refreshMilliHertz: Int?
    /// The timing that the display is sent even if it does not list the mode, or nil for a listed mode.
    package var forced: ForcedTiming?

    /// A timing that no display has to list.
    package enum ForcedTiming: Hashable, Sendable {
        /// A timing computed by CVT, with reduced blanking.
        case reducedBlanking
        case exact(ModeTiming)
    }

    package init(size: Size<ScanoutSpace>, refreshMilliHertz: Int? = nil, forced: ForcedTiming? = nil) {
        self.size = size
        self.refreshMilliHertz = refreshMilliHertz
        self.forced = forced
    }

    /// A request for exactly this timing.
    package init(_ timing: ModeTiming) {
        self.init(
            size: Size(width: timing.horizontal.displayed, height: timing.vertical.displayed),
            refreshMilliHertz: timing.refreshMilliHertz, forced: .exact(timing))
    }

    /// The timing that the display is sent regardless of its list, or nil for a listed mode.
    package var forcedTiming: ModeTiming? {
        switch forced {
        case .reducedBlanking: ModeTiming(size, refreshMilliHertz: rate, isReduced: true)
        case .exact(let timing): timing
        case nil: nil
        }
    }

    /// The timing for a display that reports nothing about itself, or nil where it cannot be computed.
    var timingForSilentDisplays: ModeTiming? {
        let timing = forcedTiming ?? ModeTiming(size, refreshMilliHertz: rate, isReduced: false)
        return timing.isPossible ? timing : nil
    }

    private var rate: Int { refreshMilliHertz ?? 60_000 }
}
