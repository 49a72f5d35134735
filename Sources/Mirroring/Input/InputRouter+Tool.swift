import Geometry

/// A tool in proximity of a tablet.
struct ToolPresence: Hashable, Sendable {
    let tool: TabletTool
    /// The output that the tool's tablet belongs to.
    let output: DeviceOutput
    /// The target under the tool.
    var target: InputTarget
    /// The tool's place on its tablet, and its axes there.
    var position: DevicePosition
    var axes: ToolAxes
    /// Whether the tool has come near or moved where nothing was visible.
    ///
    /// Such a tool does nothing until its tip has been lifted or the tool goes away, even if something becomes visible.
    var isBlind = false
    /// Whether the tip is down, on whichever target; the tool keeps its target until the tip is up.
    var isTipDown = false
    /// The tool's position on the application that has it, or nil while no application has it.
    var point: Point<ContentSpace>?
}

/// Routes the tools of tablets.
///
/// There is no tool over the bars, except that a tool whose tip or button went down on the content continues along the
/// content's edge. A tip that came down in the bars, or stayed down when its contact was ended, is ignored until it is
/// up.
extension InputRouter {
    mutating func routeTool(_ event: ToolEvent, of device: DeviceID, _ time: Timestamp) -> [InputAction] {
        guard tablets.contains(device) else { return [] }
        switch event {
        case .near(let tool, let position, let axes):
            let lost = removeTool(of: device)
            let (output, target) = capture(position, on: device)
            tools[device] = ToolPresence(tool: tool, output: output, target: target, position: position, axes: axes)
            noteBlindness(of: device)
            return lost + follow(device, position, axes, time)
        case .motion(let position, let axes): return move(device, position, axes, time)
        case .down(let position, let axes): return lower(device, position, axes, time)
        case .up: return lift(device, time)
        case .button(let code, let pressed): return button(code, pressed, device, time)
        case .away: return removeTool(of: device)
        }
    }

    /// The tablets with a tool in proximity, by number.
    var toolDevices: [DeviceID] { tools.keys.sorted { $0.number < $1.number } }

    private mutating func move(
        _ device: DeviceID, _ position: DevicePosition, _ axes: ToolAxes, _ time: Timestamp
    ) -> [InputAction] {
        if let contact = contacts[device, .toolTip], case .overlay(let id) = contact.target, let number = contact.id {
            return targets.panelPoint(at: position).map { [.overlay(id, .motion(number, $0, time))] } ?? []
        }
        tools[device]?.position = position
        tools[device]?.axes = axes
        let left = settle(device)
        noteBlindness(of: device)
        return left + follow(device, position, axes, time)
    }

    /// Gives the tools at rest to the targets under them after the targets have changed.
    mutating func settleTools() -> [InputAction] {
        var actions: [InputAction] = []
        for device in toolDevices {
            actions += settle(device)
            guard let tool = tools[device], tool.point == nil else { continue }
            actions += follow(device, tool.position, tool.axes, now)
        }
        return actions
    }

    /// Gives a tool that nothing holds to the target under it.
    private mutating func settle(_ device: DeviceID) -> [InputAction] {
        guard let tool = tools[device], !isHeld(device) else { return [] }
        let under = capture(tool.position, on: device).target
        let target = tool.isBlind && under != .overlay(.blank) ? .nobody : under
        guard target != tool.target else { return [] }
        let left = withdrawTool(of: device)
        tools[device]?.target = target
        return left
    }

    private mutating func noteBlindness(of device: DeviceID) {
        guard let tool = tools[device], tool.target.application == nil else { return }
        if targets.hides(tool.output) { tools[device]?.isBlind = true }
    }

    /// Moves the tool on the application that has it or gets it now.
    private mutating func follow(
        _ device: DeviceID, _ position: DevicePosition, _ axes: ToolAxes, _ time: Timestamp
    ) -> [InputAction] {
        guard let tool = tools[device], let choice = tool.target.application else { return [] }
        let hit = targets.hit(position, from: tool.output, on: tool.target)
        guard let last = tool.point else {
            guard case .content(let point) = hit, !tool.isTipDown else { return [] }
            tools[device]?.point = point
            return [.deliver(.tool(device, .enter(tool.tool, point, axes.bounded), time), to: choice)]
        }
        let point: Point<ContentSpace>
        switch hit {
        case .content(let inside): point = inside
        case .bars(let nearest) where holdsTool(device): point = nearest
        case .nowhere where holdsTool(device): point = last
        case .bars, .nowhere: return withdrawTool(of: device)
        }
        tools[device]?.point = point
        return [.deliver(.tool(device, .motion(point, axes.bounded), time), to: choice)]
    }

    private mutating func lower(
        _ device: DeviceID, _ position: DevicePosition, _ axes: ToolAxes, _ time: Timestamp
    ) -> [InputAction] {
        let moved = move(device, position, axes, time)
        guard let tool = tools[device], !tool.isTipDown else { return moved }
        tools[device]?.isTipDown = true
        var contact = Contact(.toolTip, of: device, from: tool.output, on: tool.target)
        switch tool.target {
        case .overlay(let id):
            guard let point = targets.panelPoint(at: position) else { return moved }
            let number = contacts.freeID(on: tool.target)
            contact.id = number
            contacts.insert(contact)
            return moved + [.overlay(id, .down(number, .tool, point, time))]
        case .application(let choice, _):
            focus = choice
            // A button held over the bars keeps the tool, but a tip that comes down there is not for the content.
            guard tool.point != nil, case .content = targets.hit(position, from: tool.output, on: tool.target) else {
                return moved
            }
            contacts.insert(contact)
            return moved + [.deliver(.tool(device, .down, time), to: choice)]
        case .nobody:
            contact.isBlind = tool.isBlind
            contacts.insert(contact)
            return moved
        }
    }

    private mutating func lift(_ device: DeviceID, _ time: Timestamp) -> [InputAction] {
        tools[device]?.isTipDown = false
        tools[device]?.isBlind = false
        guard let contact = contacts.remove(device, .toolTip) else { return [] }
        switch contact.target {
        case .overlay(let id): return contact.id.map { [.overlay(id, .up($0, time))] } ?? []
        // Something else may have come under the tool meanwhile.
        case .application(let choice, _): return [.deliver(.tool(device, .up, time), to: choice)] + settle(device)
        case .nobody: return []
        }
    }

    private mutating func button(
        _ code: UInt32, _ pressed: Bool, _ device: DeviceID, _ time: Timestamp
    ) -> [InputAction] {
        guard let tool = tools[device], tool.point != nil, let choice = tool.target.application,
            (contacts[device, .toolButton(code)] == nil) == pressed, !pressed || !targets.hides(tool.output)
        else { return [] }
        if pressed {
            contacts.insert(Contact(.toolButton(code), of: device, from: tool.output, on: tool.target))
        } else {
            contacts.remove(device, .toolButton(code))
        }
        return [.deliver(.tool(device, .button(code, pressed: pressed), time), to: choice)]
    }

    // MARK: Leaving

    /// Takes the tools off a base that is going away; held tools must be lifted before they reach the new base.
    mutating func takeToolsOff() -> [InputAction] {
        var actions: [InputAction] = []
        for device in toolDevices where !(tools[device]?.output.isBeyondPanel ?? false) {
            actions += takeTool(of: device)
        }
        return actions
    }

    /// Takes a tool from its target; the tool has no target until it is lifted and moved.
    mutating func takeTool(of device: DeviceID) -> [InputAction] {
        let left = withdrawTool(of: device)
        tools[device]?.target = .nobody
        return left
    }

    /// Removes a tool that has left its tablet or was replaced by another tool.
    mutating func removeTool(of device: DeviceID) -> [InputAction] {
        let left = withdrawTool(of: device)
        tools[device] = nil
        return left
    }

    /// Ends what the tool holds and takes it from the application that has it.
    mutating func withdrawTool(of device: DeviceID) -> [InputAction] {
        let held = contacts.all(of: device).filter(\.isTool)
        for contact in held { contacts.remove(device, contact.means) }
        let cancels = held.compactMap { contact -> InputAction? in
            guard case .overlay(let id) = contact.target else { return nil }
            return contact.id.map { .overlay(id, .cancel($0)) }
        }
        guard let tool = tools[device], tool.point != nil, let choice = tool.target.application else { return cancels }
        tools[device]?.point = nil
        let lifted: [ToolInput] = held.contains { $0.means == .toolTip } ? [.up] : []
        let releases = held.reversed().compactMap { contact -> ToolInput? in
            guard case .toolButton(let code) = contact.means else { return nil }
            return .button(code, pressed: false)
        }
        return cancels
            + deliver((lifted + releases + [.leave]).map { .tool(device, $0, now) }, to: choice)
    }

    /// Whether the tool must stay with its target.
    private func isHeld(_ device: DeviceID) -> Bool { tools[device]?.isTipDown == true || holdsTool(device) }

    /// Whether the tool's target has its tip or a button down.
    private func holdsTool(_ device: DeviceID) -> Bool { contacts.all(of: device).contains(where: \.isTool) }
}
