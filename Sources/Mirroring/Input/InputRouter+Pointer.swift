package import Geometry

/// The pointer as it moves on the panel, across applications and overlays.
struct PanelPointer: Hashable, Sendable {
    /// The pointing devices present.
    var devices: Set<DeviceID> = []
    /// What is under it.
    var target = InputTarget.nobody
    /// Its position on the panel while no application tracks it; nil where that is unknown.
    var point: Point<PanelSpace>?
}

/// How a device moves the pointer of the panel.
private enum PointerMovement {
    case by(RelativeMotion, from: Point<PanelSpace>)
    case to(DevicePosition)
}

extension InputRouter {
    /// `isHeld`: a client of the panel's base holds the pointer.
    mutating func routePointer(_ event: InputEvent, isHeld: Bool) -> [InputAction] {
        switch event {
        case .pointerMotion(let device, let motion, let time): move(by: motion, device, time, isHeld: isHeld)
        case .pointerPosition(let device, let position, let time): move(to: position, device, time, isHeld: isHeld)
        case .pointerButton(let device, let code, let pressed, let time):
            pressed ? press(code, device, time, isHeld: isHeld) : release(code, device, time)
        case .pointerAxis(let device, let axis, let time): scroll(axis, device, time)
        case .pointerGesture(let device, let gesture, let time): routeGesture(gesture, device, time)
        default: []
        }
    }

    /// Records that an application holds the pointer at this point, wherever a device has moved it.
    package mutating func pointerHeld(by choice: HostedApplication, at point: Point<ContentSpace>) {
        pointers[choice].held(at: point)
    }

    // MARK: Movement

    private mutating func move(
        by motion: RelativeMotion, _ device: DeviceID, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        guard motion.isFinite else { return [] }
        if isExternal(device) { return deliver(pointers[.content].moved(motion, time), to: .content) }
        guard let from = pointerPlace, let size = targets.panelSize else {
            // The pointer moves on the external, where no overlay of the panel is in its way.
            guard let application = targets.application else { return [] }
            let left = pointer.target == .application(application) ? [] : leavePointer()
            pointer.target = .application(application)
            return left + deliver(pointers[application].moved(motion, time), to: application)
        }
        let point = size.clamped(from.offset(x: motion.dx, y: motion.dy))
        return move(to: point, .by(motion, from: from), time, isHeld: isHeld)
    }

    private mutating func move(
        to position: DevicePosition, _ device: DeviceID, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        switch mapping.output(of: device, in: targets.geometry) {
        case .external:
            let hit = targets.hit(position, from: .external, on: .application(.content))
            return point(.content, at: hit, time)
        case .panel:
            guard let point = targets.panelPoint(at: position) else { return [] }
            return move(to: point, .to(position), time, isHeld: isHeld)
        case .nowhere:
            return []
        }
    }

    private mutating func move(
        to point: Point<PanelSpace>, _ movement: PointerMovement, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        let held = contacts.all(where: \.holdsPanelPointer)
        if let target = held.first?.target { return drag(held, on: target, to: point, movement, time) }
        let target = keepsPointer(isHeld) ? pointer.target : targets.target(at: point)
        let isNew = target != pointer.target
        let left = isNew ? leavePointer() : []
        (pointer.target, pointer.point) = (target, point)
        switch target {
        case .overlay(let id):
            return left + [.overlay(id, .hover(point, time))]
        case .application(let choice, via: .some):
            return left + self.point(choice, at: targets.hit(point, on: target), time)
        case .application(let choice, nil):
            if isNew, targets.hasPointer, case .by(_, let from) = movement { bring(choice, pointerFrom: from) }
            return left + move(choice, movement, time)
        case .nobody:
            return left
        }
    }

    /// Moves the pointer with a button held: it stays with the button's target.
    private mutating func drag(
        _ held: [Contact], on target: InputTarget, to point: Point<PanelSpace>, _ movement: PointerMovement,
        _ time: Timestamp
    ) -> [InputAction] {
        switch target {
        case .overlay(let id):
            pointer.point = point
            let motions = held.filter { $0.target == target }.compactMap(\.id).map { number in
                InputAction.overlay(id, .motion(number, point, time))
            }
            return motions + [.overlay(id, .hover(point, time))]
        case .application(let choice, via: .some):
            pointer.point = point
            return self.point(choice, at: targets.hit(point, on: target), time)
        case .application(let choice, nil):
            return move(choice, movement, time)
        case .nobody:
            return []
        }
    }

    private mutating func move(
        _ choice: HostedApplication, _ movement: PointerMovement, _ time: Timestamp
    ) -> [InputAction] {
        switch movement {
        case .by(let motion, _):
            return deliver(pointers[choice].moved(motion, time), to: choice)
        case .to(let position):
            return point(choice, at: targets.hit(position, from: .panel, on: .application(choice)), time)
        }
    }

    private mutating func point(
        _ choice: HostedApplication, at hit: InputHit, _ time: Timestamp
    ) -> [InputAction] {
        let holdsButton = contacts.holdsButton(on: choice)
        return deliver(pointers[choice].pointed(at: hit, holdsButton: holdsButton, time), to: choice)
    }

    /// The pointer comes to an application from this point of the panel.
    private mutating func bring(_ choice: HostedApplication, pointerFrom point: Point<PanelSpace>) {
        guard let viewport = targets.geometry(of: choice).viewport else { return }
        pointers[choice].held(at: viewport.externalPoint(at: point))
    }

    /// The pointer's position on the panel; nil while it is on the external.
    private var pointerPlace: Point<PanelSpace>? {
        switch pointer.target {
        case .overlay, .application(_, via: .some): return pointer.point
        case .application(let choice, nil): return targets.hasPointer ? panelPoint(of: choice) : nil
        case .nobody:
            guard targets.hasPointer, let application = targets.application else { return nil }
            return pointer.point ?? panelPoint(of: application)
        }
    }

    /// Where an application's pointer is on the panel, or would be if it came back.
    private func panelPoint(of choice: HostedApplication) -> Point<PanelSpace> {
        targets.geometry(of: choice).viewport?.panelPoint(of: pointers[choice].position) ?? Point(x: 0, y: 0)
    }

    /// Whether the application that has the pointer keeps it, regardless of overlays.
    private func keepsPointer(_ isHeld: Bool) -> Bool {
        guard isHeld, case .application(let choice, nil) = pointer.target else { return false }
        return choice == targets.application
    }

    private func isExternal(_ device: DeviceID) -> Bool {
        mapping.output(of: device, in: targets.geometry) == .external
    }

    // MARK: Buttons and wheels

    private mutating func press(
        _ code: UInt32, _ device: DeviceID, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        var actions: [InputAction] = []
        if let stale = contacts[device, .button(code)] {
            // Its release was lost; an application takes this press for the same one.
            if stale.target.application != nil, stale.isSent { return [] }
            contacts.remove(device, .button(code))
            if case .overlay(let id) = stale.target, let number = stale.id {
                actions.append(.overlay(id, .cancel(number)))
            }
        }
        let output = mapping.output(of: device, in: targets.geometry)
        if output == .external {
            return actions + press(Contact(.button(code), of: device, from: output, on: .application(.content)), time)
        }
        actions += settlePointer(isHeld: isHeld)
        if pointer.target == .nobody, let application = targets.application {
            pointer.target = .application(application)
            if targets.hasPointer, let point = pointer.point { bring(application, pointerFrom: point) }
        }
        return actions + press(Contact(.button(code), of: device, from: output, on: pointer.target), time)
    }

    private mutating func press(_ contact: Contact, _ time: Timestamp) -> [InputAction] {
        var contact = contact
        switch contact.target {
        case .overlay(let id):
            guard let point = pointer.point else { return [] }
            let number = contacts.freeID(on: contact.target)
            contact.id = number
            contacts.insert(contact)
            return [.overlay(id, .down(number, .button(contact.code), point, time))]
        case .application(let choice, _):
            focus = choice
            let entering = pointers[choice].prepareForPress(time)
            contact.isSent = entering != nil
            let isNew = contacts.insert(contact)
            guard let entering else { return [] }
            let press: [ContentInput] = [.pointerButton(contact.code, pressed: true, time), .pointerFrame]
            return deliver(entering + (isNew ? press : []), to: choice)
        case .nobody:
            return []
        }
    }

    private mutating func release(_ code: UInt32, _ device: DeviceID, _ time: Timestamp) -> [InputAction] {
        guard let contact = contacts.remove(device, .button(code)) else { return [] }
        switch contact.target {
        case .overlay(let id):
            return contact.id.map { [.overlay(id, .up($0, time))] } ?? []
        case .application(let choice, _):
            let inputs = released(contact, .pointerButton(contact.code, pressed: false, time), .pointerFrame)
            let holdsButton = contacts.holdsButton(on: choice)
            return deliver(inputs + pointers[choice].leaveBars(holdsButton: holdsButton), to: choice)
        case .nobody:
            return []
        }
    }

    private func scroll(_ axis: PointerAxis, _ device: DeviceID, _ time: Timestamp) -> [InputAction] {
        guard axis.dx.isFinite, axis.dy.isFinite else { return [] }
        if !isExternal(device), case .overlay(let id) = pointer.target { return [.overlay(id, .scroll(axis, time))] }
        guard let choice = isExternal(device) ? .content : pointerApplication, pointers[choice].isEntered else {
            return []
        }
        return deliver([.pointerAxis(axis, time), .pointerFrame], to: choice)
    }

    /// The application under the pointer; nil over an overlay.
    var pointerApplication: HostedApplication? {
        pointer.target == .nobody ? targets.application : pointer.target.application
    }

    // MARK: Leaving

    /// Updates what is under a pointer at rest after overlays have come, gone or moved.
    mutating func settlePointer(isHeld: Bool) -> [InputAction] {
        guard pointer.target != .nobody, !keepsPointer(isHeld), let point = pointerPlace,
            contacts.all(where: \.holdsPanelPointer).isEmpty
        else { return [] }
        let target = targets.target(at: point)
        guard target != pointer.target else { return [] }
        let left = leavePointer()
        pointer.point = point
        guard case .overlay(let id) = target else { return left }
        pointer.target = target
        return left + [.overlay(id, .hover(point, now))]
    }

    /// Takes the pointer off a base that is going away; it keeps its place on the panel.
    mutating func movePointerOff() -> [InputAction] {
        pointer.point = pointerPlace ?? pointer.point
        guard case .application(_, nil) = pointer.target else { return [] }
        return leavePointer()
    }

    mutating func leavePointer() -> [InputAction] {
        defer { pointer.target = .nobody }
        switch pointer.target {
        case .overlay(let id): return [.overlay(id, .hoverEnded)]
        case .application(let choice, _):
            // A drag goes on all the same.
            return contacts.holdsButton(on: choice) ? [] : deliver(pointers[choice].leave(), to: choice)
        case .nobody: return []
        }
    }
}
