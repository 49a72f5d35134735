import Geometry

extension InputRouter {
    mutating func routeTouch(_ event: InputEvent) -> [InputAction] {
        switch event {
        case .touchDown(let device, let slot, let position, let time):
            // A slot that is still down has lost its release.
            lift(device, slot, time) + touch(device, slot, position, time)
        case .touchMotion(let device, let slot, let position, let time): drag(device, slot, position, time)
        case .touchUp(let device, let slot, let time): lift(device, slot, time)
        case .touchCancel(let device, let slot, _): cancelTouch(device, slot)
        case .touchFrame: endFrame()
        default: []
        }
    }

    /// The output of a device, and the target at a position on the device.
    func capture(_ position: DevicePosition, on device: DeviceID) -> (output: DeviceOutput, target: InputTarget) {
        let output = mapping.output(of: device, in: targets.geometry)
        let target: InputTarget =
            switch output {
            case .external, .copy: targets.target(beside: output)
            case .panel: targets.panelPoint(at: position).map { targets.target(at: $0) } ?? .nobody
            case .nowhere: .nobody
            }
        return (output, target != .overlay(.blank) && isTouchedBlindly(output) ? .nobody : target)
    }

    private mutating func touch(
        _ device: DeviceID, _ slot: Int32, _ position: DevicePosition, _ time: Timestamp
    ) -> [InputAction] {
        let (output, target) = capture(position, on: device)
        return touch(
            Contact(.finger(slot: slot), of: device, from: output, on: target),
            at: output == .panel ? targets.panelPoint(at: position) : nil,
            hitting: targets.hit(position, from: output, on: target), time)
    }

    /// Brings a finger down on its target; `panelPoint` is nil where the finger is not on the panel.
    mutating func touch(
        _ contact: Contact, at panelPoint: Point<PanelSpace>?, hitting hit: InputHit, _ time: Timestamp
    ) -> [InputAction] {
        var contact = contact
        contact.id = contacts.freeID(on: contact.target)
        switch contact.target {
        case .overlay(let id):
            guard let panelPoint, let number = contact.id else { return [] }
            contacts.insert(contact)
            return [.overlay(id, .down(number, .finger, panelPoint, time))]
        case .application(let choice, _):
            if hit != .nowhere { focus = choice }
            resting = nil
            if contact.target == .application(controlled), let panelPoint {
                if let id = controllerHold(hit) { return takeHold(contact, of: id, at: panelPoint, time) }
                watchRest(contact, at: panelPoint, time)
                contact.dragged = draggedFinger(at: panelPoint)
            }
            // A finger that comes down in the bars is ignored until it is lifted.
            guard case .content(let point) = hit, let number = contact.id else { return [] }
            contact.point = point
            contacts.insert(contact)
            unframed.insert(choice)
            return [.deliver(.touchDown(number, point, time), to: choice)]
        case .nobody:
            contact.isBlind = targets.hides(contact.output)
            contacts.insert(contact)
            return []
        }
    }

    private mutating func drag(
        _ device: DeviceID, _ slot: Int32, _ position: DevicePosition, _ time: Timestamp
    ) -> [InputAction] {
        guard let contact = contacts[device, .finger(slot: slot)], let number = contact.id else { return [] }
        switch contact.target {
        case .overlay(let id):
            return targets.panelPoint(at: position).map { [.overlay(id, .motion(number, $0, time))] } ?? []
        case .application(let choice, _):
            keepRest(contact, at: position)
            if let point = targets.panelPoint(at: position) { contacts.drag(contact, to: point) }
            let hit = targets.hit(position, from: contact.output, on: contact.target)
            guard let point = hit.nearestContent, point != contact.point else { return [] }
            contacts.move(contact, to: point)
            unframed.insert(choice)
            return [.deliver(.touchMotion(number, point, time), to: choice)]
        case .nobody:
            return []
        }
    }

    private mutating func lift(_ device: DeviceID, _ slot: Int32, _ time: Timestamp) -> [InputAction] {
        guard let contact = contacts.remove(device, .finger(slot: slot)), let number = contact.id else { return [] }
        if resting?.isOf(contact) ?? false { resting = nil }
        switch contact.target {
        case .overlay(let id):
            return [.overlay(id, .up(number, time))]
        case .application(let choice, _):
            unframed.insert(choice)
            return [.deliver(.touchUp(number, time), to: choice)]
        case .nobody:
            return []
        }
    }

    private mutating func cancelTouch(_ device: DeviceID, _ slot: Int32) -> [InputAction] {
        switch contacts[device, .finger(slot: slot)]?.target {
        case .overlay(let id):
            let number = contacts.remove(device, .finger(slot: slot))?.id
            return number.map { [.overlay(id, .cancel($0))] } ?? []
        case .application(let choice, _):
            return cancelTouches(on: choice)
        case .nobody:
            contacts.remove(device, .finger(slot: slot))
            return []
        case nil:
            return []
        }
    }

    /// Ends a frame: the touches since the last frame happened at once.
    private mutating func endFrame() -> [InputAction] {
        defer { unframed = [] }
        return applications.reversed().filter(unframed.contains).map { .deliver(.touchFrame, to: $0) }
    }

    /// Cancels an application's touches.
    ///
    /// `wl_touch.cancel` ends all touches of the seat at once, so fingers that stay on are ignored until they are
    /// lifted.
    mutating func cancelTouches(on choice: HostedApplication) -> [InputAction] {
        let cancelled = contacts.removeAll { $0.isFinger && $0.target.application == choice }
        unframed.remove(choice)
        if let resting, cancelled.contains(where: resting.isOf) { self.resting = nil }
        return cancelled.isEmpty ? [] : [.deliver(.touchCancel, to: choice)]
    }
}
