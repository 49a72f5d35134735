import Geometry

/// The pointer as the switch follows it across applications and overlays.
struct SwitchedPointer: Hashable, Sendable {
    var devices: Set<DeviceID> = []
    /// Who has the pointer.
    var owner = PanelHit.nowhere
    /// Its position on the panel while no application tracks it; nil where that is unknown.
    var point: Point<PanelSpace>?
    /// Held buttons and their owners; while one is held the pointer stays with its owner.
    var presses: [HeldPress: PressTarget] = [:]
    /// The latest time of any pointer event.
    var time = Timestamp(microseconds: 0)

    /// The application under the pointer; nil over an overlay's own area.
    func application(on ground: InputGround) -> PanelForeground.Choice? {
        switch owner {
        case .overlay: nil
        case .forwarded: .content
        case .base(let choice): choice
        case .nowhere: ground.application
        }
    }
}

extension InputSwitch {
    mutating func routePointer(_ event: InputEvent, _ places: PointerPlaces) -> [SwitchedInput] {
        if let time = event.time { pointer.time = max(pointer.time, time) }
        switch event {
        case .pointerMotion(let device, let motion, let time):
            if isExternal(device) { return [.deliver(event, to: .content)] }
            guard motion.isFinite else { return [] }
            return moveBy(motion, event, time, places)
        case .pointerPosition(let device, let position, let time):
            if isExternal(device) { return [.deliver(event, to: .content)] }
            guard position.x.isFinite, position.y.isFinite, let panel = ground.panel,
                mapping.target(of: device, in: ground.geometry) == .panel
            else { return [] }
            return move(to: panel.point(at: position, in: PanelSpace.self), from: nil, event, time, places)
        case .pointerButton(let device, let code, let pressed, let time):
            let press = HeldPress(device: device, code: code)
            return pressed ? self.press(press, event, time, places) : release(press, event, time)
        case .pointerAxis(let device, let axis, let time):
            if !isExternal(device), case .overlay(let id) = pointer.owner { return [.overlay(id, .scroll(axis, time))] }
            let target = isExternal(device) ? .content : pointer.application(on: ground)
            return target.map { [.deliver(event, to: $0)] } ?? []
        default: return []
        }
    }

    // MARK: Movement

    private mutating func moveBy(
        _ motion: RelativeMotion, _ event: InputEvent, _ time: Timestamp, _ places: PointerPlaces
    ) -> [SwitchedInput] {
        guard let from = place(places), let panel = ground.panel else {
            // The pointer moves on the external, where no overlay of the panel is in its way.
            guard let application = ground.application else { return [] }
            let left = pointer.owner == .base(application) ? [] : leave()
            pointer.owner = .base(application)
            return left + [.deliver(event, to: application)]
        }
        let size = panel.transform.inverse.apply(to: panel.scanoutSize) as Size<PanelSpace>
        return move(to: size.clamped(from.offset(x: motion.dx, y: motion.dy)), from: from, event, time, places)
    }

    /// The pointer's position on the panel; nil while it is on the external.
    private func place(_ places: PointerPlaces) -> Point<PanelSpace>? {
        switch pointer.owner {
        case .overlay, .forwarded: return pointer.point
        case .base(let choice): return ground.hasPointer ? places[choice] : nil
        case .nowhere:
            guard ground.hasPointer, let application = ground.application else { return nil }
            return pointer.point ?? places[application]
        }
    }

    /// Moves the pointer to a point of the panel; `from` is its previous position for a relative device.
    private mutating func move(
        to point: Point<PanelSpace>, from: Point<PanelSpace>?, _ event: InputEvent, _ time: Timestamp,
        _ places: PointerPlaces
    ) -> [SwitchedInput] {
        if let held = pointer.presses.values.first {
            return drag(held, to: point, event, time)
        }
        let hit = isKept(places) ? pointer.owner : ground.hit(point)
        let isNew = hit != pointer.owner
        let left = isNew ? leave() : []
        pointer.owner = hit
        pointer.point = point
        switch hit {
        case .overlay(let id): return left + [.overlay(id, .hover(point, time))]
        case .forwarded: return left + forward(to: point, event, time)
        case .base(let choice):
            guard isNew, let from, ground.hasPointer else { return left + [.deliver(event, to: choice)] }
            return left + [.pointerCame(choice, from), .deliver(event, to: choice)]
        case .nowhere: return left
        }
    }

    /// Whether the application that has the pointer keeps it.
    private func isKept(_ places: PointerPlaces) -> Bool {
        guard places.isHeld, case .base(let choice) = pointer.owner else { return false }
        return choice == ground.application
    }

    private mutating func drag(
        _ target: PressTarget, to point: Point<PanelSpace>, _ event: InputEvent, _ time: Timestamp
    ) -> [SwitchedInput] {
        switch target {
        case .overlay(let id, _):
            pointer.point = point
            let contacts = pointer.presses.values.compactMap(\.contact).sorted { $0.number < $1.number }
            return contacts.map { .overlay(id, .motion($0, point, time)) } + [.overlay(id, .hover(point, time))]
        case .application(_, via: .some):
            pointer.point = point
            return forward(to: point, event, time)
        case .application(let choice, nil): return [.deliver(event, to: choice)]
        }
    }

    /// Sends the content the pointer's position, mapped through the overlay that shows the content.
    private func forward(to point: Point<PanelSpace>, _ event: InputEvent, _ time: Timestamp) -> [SwitchedInput] {
        guard case .pointerMotion(let device, _, _) = event else { return [.deliver(event, to: .content)] }
        guard let position = ground.panel?.position(of: point) else { return [] }
        return [.deliver(.pointerPosition(device, position, time), to: .content)]
    }

    // MARK: Buttons

    private mutating func press(
        _ press: HeldPress, _ event: InputEvent, _ time: Timestamp, _ places: PointerPlaces
    ) -> [SwitchedInput] {
        if isExternal(press.device) {
            focus = .content
            return [.deliver(event, to: .content)]
        }
        let lost = pointer.presses.removeValue(forKey: press)?.cancelled ?? []
        let settled = lost + settlePointer(places)
        switch pointer.owner {
        case .overlay(let id):
            guard let point = pointer.point else { return settled }
            let contact = freeContact
            pointer.presses[press] = .overlay(id, contact)
            return settled + [.overlay(id, .down(contact, .button(press.code), point, time))]
        case .forwarded(let id):
            return settled + deliver(press, event, to: .content, via: id)
        case .base(let choice):
            return settled + deliver(press, event, to: choice, via: nil)
        case .nowhere:
            guard let application = ground.application else { return settled }
            pointer.owner = .base(application)
            let came = ground.hasPointer ? pointer.point.map { [SwitchedInput.pointerCame(application, $0)] } : nil
            return settled + (came ?? []) + deliver(press, event, to: application, via: nil)
        }
    }

    private mutating func deliver(
        _ press: HeldPress, _ event: InputEvent, to choice: PanelForeground.Choice, via: OverlayID?
    ) -> [SwitchedInput] {
        pointer.presses[press] = .application(choice, via: via)
        focus = choice
        return [.deliver(event, to: choice)]
    }

    private mutating func release(_ press: HeldPress, _ event: InputEvent, _ time: Timestamp) -> [SwitchedInput] {
        switch pointer.presses.removeValue(forKey: press) {
        case .overlay(let id, let contact): [.overlay(id, .up(contact, time))]
        case .application(let choice, _): [.deliver(event, to: choice)]
        // Devices of the external deliver to the content; a release without a known press is dropped.
        case nil: isExternal(press.device) ? [.deliver(event, to: .content)] : []
        }
    }

    // MARK: Leaving

    /// Updates what is under a pointer at rest after overlays have come, gone or moved.
    mutating func settlePointer(_ places: PointerPlaces) -> [SwitchedInput] {
        guard pointer.presses.isEmpty, !isKept(places), pointer.owner != .nowhere, let point = place(places) else {
            return []
        }
        let hit = ground.hit(point)
        guard hit != pointer.owner else { return [] }
        let left = leave()
        pointer.point = point
        guard case .overlay(let id) = hit else { return left }
        pointer.owner = hit
        return left + [.overlay(id, .hover(point, pointer.time))]
    }

    /// Takes the pointer off a base that is going away; it keeps its place on the panel.
    mutating func movePointerOff(_ places: PointerPlaces) -> [SwitchedInput] {
        pointer.point = place(places) ?? pointer.point
        guard case .base = pointer.owner else { return [] }
        return leave()
    }

    mutating func leaveOverlay() -> [SwitchedInput] {
        guard case .overlay = pointer.owner else { return [] }
        return leave()
    }

    private mutating func leave() -> [SwitchedInput] {
        defer { pointer.owner = .nowhere }
        switch pointer.owner {
        case .overlay(let id): return [.overlay(id, .hoverEnded)]
        case .forwarded: return [.pointerLeft(.content)]
        case .base(let choice): return [.pointerLeft(choice)]
        case .nowhere: return []
        }
    }
}
