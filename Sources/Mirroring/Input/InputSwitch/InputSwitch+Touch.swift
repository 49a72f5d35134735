import Geometry

extension InputSwitch {
    mutating func routeTouch(_ event: InputEvent) -> [SwitchedInput] {
        switch event {
        case .touchDown(let device, let slot, let position, let time):
            let key = TouchKey(device: device, slot: slot)
            return end(key, time) + begin(key, position, event, time)
        case .touchMotion(let device, let slot, let position, let time):
            return follow(TouchKey(device: device, slot: slot), event) { ground, contact in
                guard position.x.isFinite, position.y.isFinite, let panel = ground.panel else { return nil }
                return .motion(contact, panel.point(at: position, in: PanelSpace.self), time)
            }
        case .touchUp(let device, let slot, let time):
            let key = TouchKey(device: device, slot: slot)
            defer { touches[key] = nil }
            return follow(key, event) { _, contact in .up(contact, time) }
        case .touchCancel(let device, let slot, _):
            let key = TouchKey(device: device, slot: slot)
            defer { touches[key] = nil }
            return follow(key, event) { _, contact in .cancel(contact) }
        case .touchFrame:
            defer { unframed = [] }
            return unframed.sorted { $0.rawValue < $1.rawValue }.map { .deliver(event, to: $0) }
        default: return []
        }
    }

    private mutating func begin(
        _ key: TouchKey, _ position: DevicePosition, _ event: InputEvent, _ time: Timestamp
    ) -> [SwitchedInput] {
        if isExternal(key.device) { return deliver(event, of: key, to: .content, via: nil) }
        guard position.x.isFinite, position.y.isFinite, let panel = ground.panel,
            mapping.target(of: key.device, in: ground.geometry) == .panel
        else { return [] }
        let point = panel.point(at: position, in: PanelSpace.self)
        switch ground.hit(point) {
        case .overlay(let id):
            let contact = freeContact
            touches[key] = .overlay(id, contact)
            return [.overlay(id, .down(contact, .finger, point, time))]
        case .forwarded(let id): return deliver(event, of: key, to: .content, via: id)
        case .base(let choice): return deliver(event, of: key, to: choice, via: nil)
        case .nowhere: return []
        }
    }

    private mutating func deliver(
        _ event: InputEvent, of key: TouchKey, to choice: PanelForeground.Choice, via: OverlayID?
    ) -> [SwitchedInput] {
        touches[key] = .application(choice, via: via)
        unframed.insert(choice)
        focus = choice
        return [.deliver(event, to: choice)]
    }

    /// Ends the contact of a live slot whose up was lost.
    private mutating func end(_ key: TouchKey, _ time: Timestamp) -> [SwitchedInput] {
        defer { touches[key] = nil }
        return follow(key, .touchUp(key.device, slot: key.slot, time)) { _, contact in .up(contact, time) }
    }

    /// Sends a finger's event to its owner.
    private mutating func follow(
        _ key: TouchKey, _ event: InputEvent, _ input: (InputGround, ContactID) -> OverlayInput?
    ) -> [SwitchedInput] {
        switch touches[key] {
        case .overlay(let id, let contact):
            return input(ground, contact).map { [.overlay(id, $0)] } ?? []
        case .application(let choice, _):
            unframed.insert(choice)
            return [.deliver(event, to: choice)]
        case nil: return []
        }
    }
}
