import Geometry
import Mirroring
import WaylandBinding

/// The seat's graphics tablets: the focus of each tablet's tool, and the events sent to clients.
///
/// The surface on which a tip comes down or a button is pressed keeps the tool until all are up. For clients without
/// tablet support the tool emulates a pointer.
final class SeatTablets: SeatExtension {
    /// A tool in proximity, over the content.
    private struct Live {
        let key: ToolKey
        var point: Point<LogicalSpace>
        var axes: ToolAxes
        /// The tool's focus; nil over a surface whose client does not support tablets.
        var focus: ToolFocus?
        /// Takes the tool away from the clients while its tip is down.
        var grab: (any SeatGrab)?
        /// Follows the tip, which the client keeps.
        var follower: (any PressFollower)?
    }

    private let standIn: PenPointer
    private let scope: InputScope
    private var tablets: [DeviceDescription] = []
    private var tools: [ToolKey] = []
    private var seats: [TabletSeat] = []
    private var live: [DeviceID: Live] = [:]

    init(scope: InputScope, standIn: PenPointer) {
        self.scope = scope
        self.standIn = standIn
    }

    /// The cursor of a focused tool; nil to draw the pointer's cursor.
    var cursor: ContentCursor? {
        for tool in live.values {
            if let grab = tool.grab { return .named(grab.cursorName, at: tool.point) }
            if let focus = tool.focus { return focus.cursor.content(at: tool.point, over: scope.windows) }
        }
        return nil
    }

    func take(_ input: ContentInput, on seat: Seat) -> Bool {
        switch input {
        case .tabletAdded(let tablet): add(tablet)
        case .tabletRemoved(let device): remove(device)
        case .tool(let device, let tool, let time): take(tool, of: device, time)
        default: return false
        }
        return true
    }

    func mouseMoves() {
        standIn.pointerMoved()
    }

    func withdraw() {
        standIn.withdraw()
    }

    private func take(_ input: ToolInput, of device: DeviceID, _ time: Timestamp) {
        switch input {
        case .enter(let tool, let point, let axes):
            let key = ToolKey(tool, on: device)
            introduce(key)
            live[device] = Live(key: key, point: scope.logical(point), axes: axes)
            move(device, time)
        case .motion(let point, let axes):
            live[device]?.point = scope.logical(point)
            live[device]?.axes = axes
            move(device, time)
        case .down: down(device, time)
        case .up: up(device, time)
        case .button(let code, let pressed): button(code, pressed, device, time)
        case .leave: leave(device, time)
        }
    }

    /// Surfaces appeared, disappeared or moved.
    func layoutChanged(_ time: Timestamp) {
        for (device, tool) in live {
            if let focus = tool.focus, scope.place(of: focus.surface) == nil { unfocus(device, time) }
            if tool.grab == nil { move(device, time) }
        }
    }

    /// Sends `proximity_out` before the surface is destroyed or hidden.
    func willHide(_ root: Surface, _ time: Timestamp) {
        for (device, tool) in live where tool.focus?.surface.root === root { unfocus(device, time) }
    }

    private func move(_ device: DeviceID, _ time: Timestamp) {
        guard let tool = live[device] else { return }
        scope.cursorChanged()
        if let grab = tool.grab { return grab.moved(to: tool.point, time) }
        if tool.focus?.isHeld != true, !standIn.isHolding(device) { refocus(device, time) }
        guard let focus = live[device]?.focus else { return standIn.move(device, to: tool.point, time) }
        if let local = scope.place(of: focus.surface)?.local(tool.point) { focus.move(to: local, tool.axes, time) }
        live[device]?.follower?.moved(to: tool.point, time)
    }

    /// Updates the focus of a tool with nothing pressed.
    private func refocus(_ device: DeviceID, _ time: Timestamp) {
        guard let tool = live[device] else { return }
        let target = scope.target(at: tool.point)?.surface
        if let target, target === tool.focus?.surface { return }
        unfocus(device, time)
        guard let target else { return }
        let own = seats.filter { $0.client == target.client }
        if own.isEmpty { return }
        standIn.leave(device, takesPointer: true, time)
        live[device]?.focus = ToolFocus(
            tool.key, of: device, on: target, seats: own, serial: scope.nextSerial(),
            cursor: SeatCursor { [weak scope] in scope?.cursorChanged() })
        scope.cursorChanged()
    }

    private func unfocus(_ device: DeviceID, _ time: Timestamp) {
        guard let tool = live[device], let focus = tool.focus else { return }
        live[device]?.focus = nil
        live[device]?.follower = nil
        scope.cursorChanged()
        focus.leave(scope.nextSerial(), time)
        tool.follower?.cancelled()
    }

    private func down(_ device: DeviceID, _ time: Timestamp) {
        guard let focus = live[device]?.focus else { return standIn.tip(device, isDown: true, time) }
        guard scope.windows.pressed(on: focus.surface) else { return }
        focus.down(scope.actionSerial(for: focus.surface.client), time)
    }

    private func up(_ device: DeviceID, _ time: Timestamp) {
        guard let tool = live[device] else { return }
        if let grab = tool.grab {
            live[device]?.grab = nil
            grab.released(time)
        }
        standIn.tip(device, isDown: false, time)
        tool.focus?.up(time)
        live[device]?.follower = nil
        tool.follower?.released(time)
        move(device, time)
    }

    private func button(_ code: UInt32, _ pressed: Bool, _ device: DeviceID, _ time: Timestamp) {
        guard let focus = live[device]?.focus else {
            return standIn.button(code, pressed: pressed, of: device, time)
        }
        focus.button(code, pressed: pressed, scope.actionSerial(for: focus.surface.client), time)
        if !pressed { move(device, time) }
    }

    private func leave(_ device: DeviceID, _ time: Timestamp) {
        live[device]?.grab?.cancelled()
        unfocus(device, time)
        standIn.leave(device, takesPointer: false, time)
        live[device] = nil
        scope.cursorChanged()
    }
}

// MARK: Tablets and their clients

extension SeatTablets {
    func add(_ tablet: DeviceDescription) {
        tablets.append(tablet)
        for seat in seats { seat.add(tablet) }
    }

    /// Removes a tablet and the tools that are known only on it.
    func remove(_ device: DeviceID) {
        if live[device] != nil { leave(device, Timestamp(microseconds: 0)) }
        for key in tools where key.device == device {
            for seat in seats { seat.remove(key) }
        }
        tools.removeAll { $0.device == device }
        tablets.removeAll { $0.id == device }
        for seat in seats { seat.remove(device) }
        if tablets.isEmpty { standIn.withdraw() }
    }

    /// Adds a client's tablet seat and announces all tablets to it.
    func add(_ seat: TabletSeat) {
        seats.append(seat)
        seat.resource.onDestroy { [weak self, weak seat] in self?.seats.removeAll { $0 === seat } }
        for tablet in tablets { seat.add(tablet) }
        for key in tools { seat.add(key, tablets: self) }
    }

    private func introduce(_ key: ToolKey) {
        if tools.contains(key) { return }
        tools.append(key)
        for seat in seats { seat.add(key, tablets: self) }
    }
}

// MARK: Requests

extension SeatTablets {
    /// `zwp_tablet_tool_v2.set_cursor`: ignores an outdated serial, or a serial of another tool.
    func setCursor(
        _ tool: Resource<ZwpTabletToolV2>, serial: UInt32, surface: Surface?, hotspot: SurfaceOffset
    ) {
        let focus = focus(of: tool, serial)
        if let surface, !(focus?.cursor.mayShow(surface) ?? surface.mayBecome(.cursor)) {
            return tool.post(ZwpTabletToolV2.ErrorCode.role, "the surface has another role")
        }
        focus?.cursor.show(surface, hotspot: hotspot)
    }

    /// Sets one of our own cursors by its CSS name; otherwise like `setCursor`.
    func setCursor(_ tool: Resource<ZwpTabletToolV2>, serial: UInt32, named name: String) {
        focus(of: tool, serial)?.cursor.show(named: name)
    }

    private func focus(of tool: Resource<ZwpTabletToolV2>, _ serial: UInt32) -> ToolFocus? {
        live.values.compactMap(\.focus).first { $0.isOf(tool) && $0.serial == serial }
    }

    /// Starts a grab with the tool whose tip came down with this serial. The tool leaves its client.
    func begin(serial: UInt32, client: Client, _ make: (Point<LogicalSpace>) -> any SeatGrab) -> Bool {
        let found = live.first { $0.value.focus?.downSerial == serial && $0.value.focus?.surface.client == client }
        guard let (device, tool) = found else { return false }
        let grab = make(tool.point)
        unfocus(device, Timestamp(microseconds: 0))
        live[device]?.grab = grab
        grab.onEnd = { [weak self, weak grab] in
            if self?.live[device]?.grab === grab { self?.live[device]?.grab = nil }
        }
        grab.moved(to: tool.point, Timestamp(microseconds: 0))
        return true
    }

    /// Has a tip followed, which the X server has and keeps; false if it has none.
    func followX(_ follower: any PressFollower) -> Bool {
        let found = live.first { _, tool in
            tool.focus.map { $0.downSerial != nil && $0.surface.client.usesPixels } ?? false
        }
        guard let (device, tool) = found else { return false }
        tool.follower?.cancelled()
        live[device]?.follower = follower
        follower.moved(to: tool.point, scope.now)
        return true
    }
}
