import Geometry

/// Follows each tablet's tool from proximity in to proximity out, with its tip and buttons.
///
/// Over the bars there is no tool, except that one whose tip or button went down on the content continues along its
/// edge. A tip that came down in the bars, or stayed down when its contact was ended, is ignored until it is up.
///
/// Invariants: each delivered entry gets one leave, each down one up before the leave, each press one release; every
/// position is inside the content.
package struct ToolTracker {
    /// What the content knows about a tool.
    private struct Presence {
        var point: Point<ContentSpace>
        var isDown = false
        var buttons: [UInt32] = []

        var isHeld: Bool { isDown || !buttons.isEmpty }
    }

    /// A tool in a tablet's proximity.
    private struct Sighting {
        let tool: TabletTool
        var isTipDown = false
        /// Nil while the content does not have the tool.
        var presence: Presence?
    }

    private var sightings: [DeviceID: Sighting] = [:]

    package init() {}

    /// Tablets whose tool the content has, and whether its tip is down.
    package var present: [DeviceID: Bool] {
        sightings.compactMapValues { $0.presence?.isDown }
    }

    /// Takes an event of a tablet's tool; `hit` is what lies at the event's position, if it has one.
    package mutating func take(
        _ event: ToolEvent, of device: DeviceID, at hit: InputHit, _ time: Timestamp
    ) -> [ContentInput] {
        let inputs: [ToolInput] =
            switch event {
            case .near(let tool, _, let axes): near(tool, device, hit, axes.bounded)
            case .motion(_, let axes): moved(device, hit, axes.bounded)
            case .down(_, let axes): down(device, hit, axes.bounded)
            case .up: up(device)
            case .button(let code, let pressed): button(code, pressed, device)
            case .away: remove(device)
            }
        return inputs.map { .tool(device, $0, time) }
    }

    /// Removes a tablet and its tool.
    package mutating func remove(_ device: DeviceID, at time: Timestamp) -> [ContentInput] {
        remove(device).map { .tool(device, $0, time) }
    }

    /// Takes all tools away from the content, because what is under them is about to change.
    package mutating func cancelAll(at time: Timestamp) -> [ContentInput] {
        sightings.keys.sorted { $0.number < $1.number }.flatMap { device in
            withdraw(device).map { .tool(device, $0, time) }
        }
    }

    private mutating func near(
        _ tool: TabletTool, _ device: DeviceID, _ hit: InputHit, _ axes: ToolAxes
    ) -> [ToolInput] {
        let lost = remove(device)
        sightings[device] = Sighting(tool: tool)
        return lost + moved(device, hit, axes)
    }

    private mutating func moved(_ device: DeviceID, _ hit: InputHit, _ axes: ToolAxes) -> [ToolInput] {
        guard var sighting = sightings[device] else { return [] }
        guard var presence = sighting.presence else {
            guard case .content(let point) = hit, !sighting.isTipDown else { return [] }
            sighting.presence = Presence(point: point)
            sightings[device] = sighting
            return [.enter(sighting.tool, point, axes)]
        }
        switch hit {
        case .content(let point): presence.point = point
        case .bars(let nearest) where presence.isHeld: presence.point = nearest
        case .nowhere where presence.isHeld: break
        case .bars, .nowhere: return withdraw(device)
        }
        sightings[device]?.presence = presence
        return [.motion(presence.point, axes)]
    }

    private mutating func down(_ device: DeviceID, _ hit: InputHit, _ axes: ToolAxes) -> [ToolInput] {
        guard sightings[device]?.isTipDown == false else { return moved(device, hit, axes) }
        let moves = moved(device, hit, axes)
        sightings[device]?.isTipDown = true
        guard sightings[device]?.presence != nil else { return moves }
        // A button held over the bars keeps the tool, but a tip that comes down there is not for the content.
        guard case .content = hit else { return moves }
        sightings[device]?.presence?.isDown = true
        return moves + [.down]
    }

    private mutating func up(_ device: DeviceID) -> [ToolInput] {
        sightings[device]?.isTipDown = false
        guard sightings[device]?.presence?.isDown == true else { return [] }
        sightings[device]?.presence?.isDown = false
        return [.up]
    }

    private mutating func button(_ code: UInt32, _ pressed: Bool, _ device: DeviceID) -> [ToolInput] {
        guard var presence = sightings[device]?.presence, presence.buttons.contains(code) != pressed else { return [] }
        if pressed { presence.buttons.append(code) } else { presence.buttons.removeAll { $0 == code } }
        sightings[device]?.presence = presence
        return [.button(code, pressed: pressed)]
    }

    private mutating func remove(_ device: DeviceID) -> [ToolInput] {
        defer { sightings[device] = nil }
        return withdraw(device)
    }

    private mutating func withdraw(_ device: DeviceID) -> [ToolInput] {
        guard let presence = sightings[device]?.presence else { return [] }
        sightings[device]?.presence = nil
        let releases = presence.buttons.reversed().map { ToolInput.button($0, pressed: false) }
        return (presence.isDown ? [.up] : []) + releases + [.leave]
    }
}
