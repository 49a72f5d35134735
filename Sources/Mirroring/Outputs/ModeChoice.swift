import Geometry

/// The order in which an output's modes are tried.
package enum ModeChoice {
    /// How far a listed rate may be from the requested one: 59.94 Hz serves a request for 60.
    static let refreshToleranceMilliHertz = 500

    /// All modes that can be drawn, each once, the one to try first in front.
    ///
    /// First the mode that `request` asks for; then the native modes, those that the display calls its own,
    /// the largest first; then the rest from the most pixels and the highest rate down. A mode that is merely
    /// larger than the native one is a scaled or cropped picture and does not go before it.
    package static func candidates(for output: OutputDescription, request: ModeRequest? = nil) -> [Mode] {
        let drawable = output.modes.filter(\.canBeDrawn)
        let native = stableSorted(drawable.filter(\.isPreferred)) { $0.size.area > $1.size.area }
        let rest = stableSorted(drawable) {
            ($0.size.area, $0.refreshMilliHertz) > ($1.size.area, $1.refreshMilliHertz)
        }
        var seen: Set<Timing> = []
        return (requested(request, among: rest) + native + rest).filter { seen.insert(Timing($0)).inserted }
    }

    /// The modes of the requested size: those near the requested rate from the nearest on, or all of them from
    /// the highest rate down.
    private static func requested(_ request: ModeRequest?, among modes: [Mode]) -> [Mode] {
        guard let request else { return [] }
        let fitting = modes.filter { $0.size == request.size }
        guard let wanted = request.refreshMilliHertz else { return fitting }
        func distance(_ mode: Mode) -> UInt {
            let (low, high) = (min(mode.refreshMilliHertz, wanted), max(mode.refreshMilliHertz, wanted))
            return UInt(bitPattern: high &- low)
        }
        let near = fitting.filter { distance($0) <= refreshToleranceMilliHertz }
        return stableSorted(near) { distance($0) < distance($1) }
    }

    /// Sorted, with equals in their first order: displays list the timing they like better first.
    private static func stableSorted(_ modes: [Mode], by areInOrder: (Mode, Mode) -> Bool) -> [Mode] {
        modes.enumerated().sorted { left, right in
            if areInOrder(left.element, right.element) { return true }
            if areInOrder(right.element, left.element) { return false }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// What makes two listed modes the same picture.
    private struct Timing: Hashable {
        let size: Size<ScanoutSpace>
        let refreshMilliHertz: Int

        init(_ mode: Mode) {
            size = mode.size
            refreshMilliHertz = mode.refreshMilliHertz
        }
    }
}

extension Mode {
    /// The size is one that a picture can be made for.
    package var canBeDrawn: Bool {
        !size.isEmpty && size.width <= PixelBuffer.maximumSide && size.height <= PixelBuffer.maximumSide
    }
}
