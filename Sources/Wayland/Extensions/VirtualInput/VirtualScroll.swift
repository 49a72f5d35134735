import Mirroring
import WaylandBinding

/// The scrolling of one frame of a virtual pointer.
struct VirtualScroll: Hashable {
    var source: WlPointer.AxisSource = .wheel
    private var axis = PointerAxis(source: .wheel)
    private var isEmpty = true

    mutating func add(_ value: Double, on direction: WlPointer.Axis, clicks: Int = 0) {
        isEmpty = false
        switch direction {
        case .verticalScroll:
            axis.dy += value
            axis.clicks120Y = axis.clicks120Y &+ clicks &* 120
        case .horizontalScroll:
            axis.dx += value
            axis.clicks120X = axis.clicks120X &+ clicks &* 120
        }
    }

    mutating func stop(_ direction: WlPointer.Axis) {
        isEmpty = false
        switch direction {
        case .verticalScroll: axis.stopsY = true
        case .horizontalScroll: axis.stopsX = true
        }
    }

    /// Takes the frame's scrolling; nil when there was none.
    mutating func take() -> PointerAxis? {
        defer { self = VirtualScroll() }
        if isEmpty { return nil }
        var result = axis
        switch source {
        case .wheel, .wheelTilt: result.source = .wheel
        case .finger: result.source = .finger
        case .continuous: result.source = .continuous
        }
        return result
    }
}
