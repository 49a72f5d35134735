import Mirroring
import WaylandBinding

/// Adds up the fractions of clicks that high-resolution wheels report, for clients that support whole clicks only.
struct WheelClicks: Hashable {
    /// Whole clicks to send.
    struct Whole: Hashable {
        var x = 0
        var y = 0
    }

    private var restX = 0
    private var restY = 0

    mutating func add(_ axis: PointerAxis) -> Whole {
        Whole(x: Self.take(axis.clicks120X, &restX), y: Self.take(axis.clicks120Y, &restY))
    }

    private static func take(_ clicks: Int, _ rest: inout Int) -> Int {
        // A change of direction drops the rest.
        if clicks.signum() * rest.signum() < 0 { rest = 0 }
        rest = rest &+ clicks
        let whole = rest / 120
        rest -= whole * 120
        return whole
    }
}

extension Resource where Interface == WlPointer {
    /// Sends one scroll event with everything that the client's version supports.
    func send(_ axis: PointerAxis, clicks: WheelClicks.Whole, time: Timestamp) {
        sendAxisSource(axisSource: axis.source.wire)
        send(.verticalScroll, AxisPart(value: axis.dy, clicks120: axis.clicks120Y, clicks: clicks.y, axis.stopsY), time)
        send(
            .horizontalScroll, AxisPart(value: axis.dx, clicks120: axis.clicks120X, clicks: clicks.x, axis.stopsX), time
        )
    }

    private func send(_ direction: WlPointer.Axis, _ part: AxisPart, _ time: Timestamp) {
        let time = time.waylandMilliseconds
        if part.value != 0 || part.clicks120 != 0 {
            if version >= 8 {
                if part.clicks120 != 0 {
                    sendAxisValue120(axis: direction, value120: Int32(clamping: part.clicks120))
                }
            } else if part.clicks != 0 {
                sendAxisDiscrete(axis: direction, discrete: Int32(clamping: part.clicks))
            }
            sendAxis(time: time, axis: direction, value: part.value)
        }
        if part.stops { sendAxisStop(time: time, axis: direction) }
    }
}

/// One axis of a scroll event.
private struct AxisPart {
    var value: Double
    var clicks120: Int
    var clicks: Int
    var stops: Bool

    init(value: Double, clicks120: Int, clicks: Int, _ stops: Bool) {
        self.value = value
        self.clicks120 = clicks120
        self.clicks = clicks
        self.stops = stops
    }
}

extension PointerAxis.Source {
    fileprivate var wire: WlPointer.AxisSource {
        switch self {
        case .wheel: .wheel
        case .finger: .finger
        case .continuous: .continuous
        }
    }
}
