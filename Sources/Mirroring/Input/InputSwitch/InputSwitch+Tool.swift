import Geometry

/// A tool in a tablet's proximity, as the switch follows it across applications and overlays.
struct SwitchedTool: Hashable, Sendable {
    let tool: TabletTool
    /// Who has the tool; a tool tied to the external stays with the content.
    var owner: PanelHit
    let isOnExternal: Bool
    /// The target of the tip's press, from its down to its up.
    var press: PressTarget?
    /// Whether the tip is down, whatever its target; until it is up the tool keeps its owner.
    var isTipDown = false
    /// Buttons held on an application.
    var buttons: Set<UInt32> = []

    var isHeld: Bool { isTipDown || !buttons.isEmpty }

    var application: PanelForeground.Choice? {
        switch owner {
        case .base(let choice): choice
        case .forwarded: .content
        case .overlay, .nowhere: nil
        }
    }
}

extension InputSwitch {
    mutating func routeTool(
        _ event: InputEvent, _ step: ToolEvent, _ device: DeviceID, _ time: Timestamp
    ) -> [SwitchedInput] {
        toolTime = max(toolTime, time)
        switch step {
        case .near(let tool, let position, _):
            let lost = takeAway(device)
            let isOnExternal = isExternal(device)
            let owner = isOnExternal ? .base(.content) : hit(position, device)
            tools[device] = SwitchedTool(tool: tool, owner: owner, isOnExternal: isOnExternal)
            return lost + deliver(event, of: device)
        case .motion(let position, let axes): return moved(device, position, axes, event, time)
        case .down(let position, let axes): return down(device, position, axes, event, time)
        case .up: return up(device, event, time)
        case .button(let code, let pressed):
            guard tools[device]?.application != nil else { return [] }
            if pressed { tools[device]?.buttons.insert(code) } else { tools[device]?.buttons.remove(code) }
            return deliver(event, of: device)
        case .away: return takeAway(device)
        }
    }

    /// Takes the tools off a ground that is going away; held ones must be lifted before they can reach the new one.
    mutating func takeToolsOff() -> [SwitchedInput] {
        let affected = tools.filter { !$0.value.isOnExternal }.keys.sorted { $0.number < $1.number }
        return affected.flatMap { device in
            let left = leave(device)
            tools[device]?.press = nil
            return left
        }
    }

    /// Removes a tool that has left its tablet or that another has replaced.
    private mutating func takeAway(_ device: DeviceID) -> [SwitchedInput] {
        defer { tools[device] = nil }
        return leave(device)
    }

    /// Takes the tool away from its owner.
    private mutating func leave(_ device: DeviceID) -> [SwitchedInput] {
        guard let tool = tools[device] else { return [] }
        tools[device]?.owner = .nowhere
        tools[device]?.buttons = []
        let away = tool.application.map { [SwitchedInput.deliver(.tool(device, .away, toolTime), to: $0)] } ?? []
        return (tool.press?.cancelled ?? []) + away
    }

    private mutating func moved(
        _ device: DeviceID, _ position: DevicePosition, _ axes: ToolAxes, _ event: InputEvent, _ time: Timestamp
    ) -> [SwitchedInput] {
        guard let tool = tools[device] else { return [] }
        if case .overlay(let id, let contact)? = tool.press {
            return point(position).map { [.overlay(id, .motion(contact, $0, time))] } ?? []
        }
        return settle(device, position, axes, time) ?? deliver(event, of: device)
    }

    /// Gives a tool that nothing holds to the target under it; nil if that target has it already.
    private mutating func settle(
        _ device: DeviceID, _ position: DevicePosition, _ axes: ToolAxes, _ time: Timestamp
    ) -> [SwitchedInput]? {
        guard let tool = tools[device], !tool.isHeld, !tool.isOnExternal else { return nil }
        let hit = hit(position, device)
        guard hit != tool.owner else { return nil }
        let left = leave(device)
        tools[device]?.owner = hit
        return left + deliver(.tool(device, .near(tool.tool, position, axes), time), of: device)
    }

    private mutating func down(
        _ device: DeviceID, _ position: DevicePosition, _ axes: ToolAxes, _ event: InputEvent, _ time: Timestamp
    ) -> [SwitchedInput] {
        guard tools[device]?.isTipDown == false else { return moved(device, position, axes, event, time) }
        let settled = settle(device, position, axes, time) ?? []
        tools[device]?.isTipDown = true
        switch tools[device]?.owner {
        case .overlay(let id):
            guard let point = point(position) else { return settled }
            let contact = freeContact
            tools[device]?.press = .overlay(id, contact)
            return settled + [.overlay(id, .down(contact, .tool, point, time))]
        case .forwarded(let id): press(.content, via: id, by: device)
        case .base(let choice): press(choice, via: nil, by: device)
        case .nowhere, nil: break
        }
        return settled + deliver(event, of: device)
    }

    private mutating func press(_ choice: PanelForeground.Choice, via: OverlayID?, by device: DeviceID) {
        tools[device]?.press = .application(choice, via: via)
        focus = choice
    }

    private mutating func up(_ device: DeviceID, _ event: InputEvent, _ time: Timestamp) -> [SwitchedInput] {
        defer {
            tools[device]?.press = nil
            tools[device]?.isTipDown = false
        }
        if case .overlay(let id, let contact)? = tools[device]?.press { return [.overlay(id, .up(contact, time))] }
        return deliver(event, of: device)
    }

    private func deliver(_ event: InputEvent, of device: DeviceID) -> [SwitchedInput] {
        tools[device]?.application.map { [.deliver(event, to: $0)] } ?? []
    }

    private func hit(_ position: DevicePosition, _ device: DeviceID) -> PanelHit {
        guard mapping.target(of: device, in: ground.geometry) == .panel, let point = point(position) else {
            return .nowhere
        }
        return ground.hit(point)
    }

    private func point(_ position: DevicePosition) -> Point<PanelSpace>? {
        guard position.x.isFinite, position.y.isFinite else { return nil }
        return ground.panel?.point(at: position, in: PanelSpace.self)
    }
}
