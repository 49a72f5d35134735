import Geometry
import Mirroring
import WaylandBinding

/// A tool's focus on one surface, from proximity in to proximity out, and the state sent to the client.
final class ToolFocus {
    let surface: Surface
    /// The serial of `proximity_in`.
    let serial: UInt32
    let cursor: SeatCursor
    /// The serial of `down`; nil while the tip is up.
    private(set) var downSerial: UInt32?
    private let capabilities: Set<TabletTool.Capability>
    private let tools: [Resource<ZwpTabletToolV2>]
    private var buttons: [UInt32] = []
    private var local: Point<SurfaceSpace>?
    private var axes: ToolAxes?
    /// The last state that the client was not told because it lagged.
    private var untold: (local: Point<SurfaceSpace>, axes: ToolAxes, time: Timestamp)?

    /// Sends `proximity_in`; `seats` are the client's tablet seats.
    init(
        _ key: ToolKey, of device: DeviceID, on surface: Surface, seats: [TabletSeat], serial: UInt32,
        cursor: SeatCursor
    ) {
        self.surface = surface
        self.serial = serial
        self.cursor = cursor
        capabilities = key.tool.capabilities
        var tools: [Resource<ZwpTabletToolV2>] = []
        for seat in seats {
            guard let tool = seat.tool(key), let tablet = seat.tablet(device) else { continue }
            tool.sendProximityIn(serial: serial, tablet: tablet, surface: surface.resource)
            tools.append(tool)
        }
        self.tools = tools
    }

    /// True while the tip is down or a button is pressed.
    var isHeld: Bool { downSerial != nil || !buttons.isEmpty }

    func isOf(_ tool: Resource<ZwpTabletToolV2>) -> Bool { tools.contains { $0 === tool } }

    func move(to local: Point<SurfaceSpace>, _ axes: ToolAxes, _ time: Timestamp) {
        if surface.client.isLagging {
            if untold == nil { surface.client.onCatchUp { [weak self] in self?.tellLateMove() } }
            untold = (local, axes, time)
        } else {
            untold = nil
            tellMove(to: local, axes, time)
        }
    }

    private func tellLateMove() {
        guard let (local, axes, time) = untold else { return }
        untold = nil
        tellMove(to: local, axes, time)
    }

    private func tellMove(to local: Point<SurfaceSpace>, _ axes: ToolAxes, _ time: Timestamp) {
        let (oldLocal, old) = (self.local, self.axes)
        self.local = local
        self.axes = axes
        let turned = capabilities.contains(.wheel) && (axes.wheelDegrees != 0 || axes.wheelClicks != 0)
        if oldLocal == local, old == axes, !turned { return }
        for tool in tools {
            if oldLocal != local { tool.sendMotion(x: local.x, y: local.y) }
            tool.send(axes, since: old, capabilities)
        }
        frame(time)
    }

    func down(_ serial: UInt32, _ time: Timestamp) {
        tellLateMove()
        downSerial = serial
        for tool in tools { tool.sendDown(serial: serial) }
        frame(time)
    }

    func up(_ time: Timestamp) {
        guard downSerial != nil else { return }
        downSerial = nil
        tellLateMove()
        for tool in tools { tool.sendUp() }
        frame(time)
    }

    /// Sends a button event; a release only if its press was sent.
    func button(_ code: UInt32, pressed: Bool, _ serial: UInt32, _ time: Timestamp) {
        guard buttons.contains(code) != pressed else { return }
        tellLateMove()
        if pressed { buttons.append(code) } else { buttons.removeAll { $0 == code } }
        for tool in tools {
            tool.sendButton(serial: serial, button: code, state: pressed ? .pressed : .released)
        }
        frame(time)
    }

    /// Sends `proximity_out`, after releasing the tip and the buttons.
    func leave(_ serial: UInt32, _ time: Timestamp) {
        tellLateMove()
        if downSerial != nil {
            downSerial = nil
            for tool in tools { tool.sendUp() }
        }
        for code in buttons.reversed() {
            for tool in tools { tool.sendButton(serial: serial, button: code, state: .released) }
        }
        buttons = []
        for tool in tools { tool.sendProximityOut() }
        frame(time)
        cursor.forget()
    }

    private func frame(_ time: Timestamp) {
        for tool in tools { tool.sendFrame(time: time.waylandMilliseconds) }
    }
}

extension Resource where Interface == ZwpTabletToolV2 {
    /// Sends the axes that changed and that the tool has.
    fileprivate func send(_ axes: ToolAxes, since old: ToolAxes?, _ known: Set<TabletTool.Capability>) {
        if known.contains(.pressure), axes.pressure != old?.pressure {
            sendPressure(pressure: UInt32(clamping: Self.part(axes.pressure)))
        }
        if known.contains(.distance), axes.distance != old?.distance {
            sendDistance(distance: UInt32(clamping: Self.part(axes.distance)))
        }
        if known.contains(.tilt), axes.tiltX != old?.tiltX || axes.tiltY != old?.tiltY {
            sendTilt(tiltX: axes.tiltX, tiltY: axes.tiltY)
        }
        if known.contains(.rotation), axes.rotation != old?.rotation { sendRotation(degrees: axes.rotation) }
        if known.contains(.slider), axes.slider != old?.slider { sendSlider(position: Self.part(axes.slider)) }
        if known.contains(.wheel), axes.wheelDegrees != 0 || axes.wheelClicks != 0 {
            sendWheel(degrees: axes.wheelDegrees, clicks: Int32(clamping: axes.wheelClicks))
        }
    }

    /// Full scale on the wire is 65535.
    private static func part(_ value: Double) -> Int32 { Int32((value * 65535).rounded()) }
}
