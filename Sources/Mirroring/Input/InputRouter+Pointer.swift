package import Geometry

/// The pointer as it moves on the panel across applications and overlays.
struct PanelPointer: Hashable, Sendable {
    /// The pointing devices that are present.
    var devices: Set<DeviceID> = []
    /// The target under the pointer.
    var target = InputTarget.nobody
    /// The pointer's position on the panel while no application tracks it, or nil where unknown.
    var point: Point<PanelSpace>?
    /// Whether a device has moved the pointer or pressed a button; before that, no application has the pointer.
    var isPresent = false
    /// Whether an absolute device, and not a mouse, has put the pointer where it is on the panel.
    var isPointed = false
    /// Whether the content lost the pointer of devices tied to the external when the external was hidden.
    var hasLeftExternal = false
    /// The touchpads whose fingers began to scroll while nothing was visible, until the fingers are lifted.
    var blindScrolls: Set<DeviceID> = []
}

/// How a device moves the pointer of the panel.
private enum PointerMovement {
    case by(RelativeMotion, from: Point<PanelSpace>)
    case to(DevicePosition)
}

extension InputRouter {
    /// Routes a pointing device's event; `isHeld` says that a client of the panel's base holds the pointer.
    mutating func routePointer(_ event: InputEvent, isHeld: Bool) -> [InputAction] {
        switch event {
        case .pointerMotion(let device, let motion, let time): move(by: motion, device, time, isHeld: isHeld)
        case .pointerPosition(let device, let position, let time): move(to: position, device, time, isHeld: isHeld)
        case .pointerButton(let device, let code, let pressed, let time):
            pressed ? press(code, device, time, isHeld: isHeld) : release(code, device, time, isHeld: isHeld)
        case .pointerAxis(let device, let axis, let time): scroll(axis, device, time)
        case .pointerGesture(let device, let gesture, let time): routeGesture(gesture, device, time)
        default: []
        }
    }

    /// Records that an application holds the pointer at this point, regardless of a device's motions.
    package mutating func pointerHeld(by choice: HostedApplication, at point: Point<ContentSpace>) {
        pointers[choice].held(at: point)
    }

    // MARK: Movement

    private mutating func move(
        by motion: RelativeMotion, _ device: DeviceID, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        guard motion.isFinite else { return [] }
        let output = mapping.output(of: device, in: targets.geometry)
        if output.isBeyondPanel {
            return targets.hides(output) ? [] : deliver(pointers[controlled].moved(motion, time), to: controlled)
        }
        (pointer.isPresent, pointer.isPointed) = (true, false)
        guard let from = pointerPlace, let size = targets.panelSize else {
            let target = heldPointer.first?.target ?? targets.targetOnExternal
            let left = pointer.target == target ? [] : leavePointer()
            (pointer.target, pointer.point) = (target, nil)
            guard let choice = target.application else { return left }
            return left + deliver(pointers[choice].moved(motion, time), to: choice)
        }
        let point = size.clamped(from.offset(x: motion.dx, y: motion.dy))
        return move(to: point, .by(motion, from: from), time, isHeld: isHeld)
    }

    private mutating func move(
        to position: DevicePosition, _ device: DeviceID, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        let output = mapping.output(of: device, in: targets.geometry)
        switch output {
        case .external, .copy:
            let hit = targets.hit(position, from: output, on: targets.target(beside: output))
            return point(controlled, at: hit, time)
        case .panel:
            guard let point = targets.panelPoint(at: position) else { return [] }
            (pointer.isPresent, pointer.isPointed) = (true, true)
            return move(to: point, .to(position), time, isHeld: isHeld)
        case .nowhere:
            return []
        }
    }

    private mutating func move(
        to point: Point<PanelSpace>, _ movement: PointerMovement, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        let held = heldPointer
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

    /// Moves the pointer while a button is held, so that the pointer stays with the button's target.
    private mutating func drag(
        _ held: [Contact], on target: InputTarget, to point: Point<PanelSpace>, _ movement: PointerMovement,
        _ time: Timestamp
    ) -> [InputAction] {
        pointer.point = point
        switch target {
        case .overlay(let id):
            let motions = held.filter { $0.target == target }.compactMap(\.id).map { number in
                InputAction.overlay(id, .motion(number, point, time))
            }
            return motions + [.overlay(id, .hover(point, time))]
        case .application(let choice, via: .some):
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

    /// Brings the pointer to an application from this point of the panel.
    private mutating func bring(_ choice: HostedApplication, pointerFrom point: Point<PanelSpace>) {
        guard let viewport = targets.geometry(of: choice).viewport else { return }
        pointers[choice].held(at: viewport.externalPoint(at: point))
    }

    /// The pointer's position on the panel, or nil while the pointer is on the external.
    private var pointerPlace: Point<PanelSpace>? {
        if pointer.isPointed { return pointer.point }
        guard targets.hasPointer else { return nil }
        switch pointer.target {
        case .overlay, .application(_, via: .some): return pointer.point
        case .application(let choice, nil): return panelPoint(of: choice)
        case .nobody: return pointer.point ?? targets.application.map(panelPoint)
        }
    }

    /// The target under the pointer, or the target that holds the pointer.
    private var targetUnderPointer: InputTarget {
        if let held = heldPointer.first { return held.target }
        return pointerPlace.map { targets.target(at: $0) } ?? targets.targetOnExternal
    }

    /// The target of actions that begin now with the pointer.
    ///
    /// The target is nobody while the pointer is on an application that is not visible.
    var targetOfPointer: InputTarget {
        let isUnseen = targets.isDark || targets.hasPointer && targets.isPanelBlack
        return isUnseen && pointer.target.application != nil ? .nobody : pointer.target
    }

    /// The buttons that keep the pointer with their target, in the order in which they went down.
    private var heldPointer: [Contact] { contacts.all(where: \.holdsPanelPointer) }

    /// Where an application's pointer is on the panel, or would be if the pointer came back.
    private func panelPoint(of choice: HostedApplication) -> Point<PanelSpace> {
        targets.geometry(of: choice).viewport?.panelPoint(of: pointers[choice].position) ?? Point(x: 0, y: 0)
    }

    /// Whether the application that holds the pointer keeps it, regardless of overlays that are not modal.
    private func keepsPointer(_ isHeld: Bool) -> Bool {
        guard isHeld, case .application(let choice, nil) = pointer.target, targets.modal == nil,
            targets.hasPointer ? !targets.isPanelBlack : !targets.isDark
        else { return false }
        return choice == targets.application
    }

    // MARK: Buttons and wheels

    private mutating func press(
        _ code: UInt32, _ device: DeviceID, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        var actions: [InputAction] = []
        if let stale = contacts[device, .button(code)] {
            // The button's release was lost; an application takes this press for the same press.
            if stale.target.application != nil, stale.isSent { return [] }
            contacts.remove(device, .button(code))
            if case .overlay(let id) = stale.target, let number = stale.id {
                actions.append(.overlay(id, .cancel(number)))
            }
        }
        let output = mapping.output(of: device, in: targets.geometry)
        if !output.isBeyondPanel {
            pointer.isPresent = true
            actions += settlePointer(isHeld: isHeld)
        }
        let target = output.isBeyondPanel ? targetOfButton(beside: output) : targetOfPointer
        var contact = Contact(.button(code), of: device, from: output, on: target)
        contact.isBlind = output.isBeyondPanel ? targets.hides(output) : targets.isDark
        return actions + press(contact, time)
    }

    /// The target of a button tied to an output beside the panel.
    ///
    /// The target is nobody beside a button that was pressed while the output was hidden.
    private func targetOfButton(beside output: DeviceOutput) -> InputTarget {
        let blind = contacts.all { $0.isBlind && $0.isButton && $0.output == output }
        return blind.isEmpty ? targets.target(beside: output) : .nobody
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
            contacts.insert(contact)
            return []
        }
    }

    /// Presses a button at `start` and drags to `point`.
    mutating func press(
        _ contact: Contact, from start: Point<PanelSpace>, to point: Point<PanelSpace>, _ time: Timestamp
    ) -> [InputAction] {
        var actions = leavePointer()
        (pointer.target, pointer.point) = (contact.target, start)
        guard case .application(let choice, _) = contact.target else { return actions + press(contact, time) }
        actions += self.point(choice, at: targets.hit(start, on: contact.target), time)
        actions += press(contact, time)
        pointer.point = point
        return actions + self.point(choice, at: targets.hit(point, on: contact.target), time)
    }

    private mutating func release(
        _ code: UInt32, _ device: DeviceID, _ time: Timestamp, isHeld: Bool
    ) -> [InputAction] {
        guard let contact = contacts.remove(device, .button(code)) else { return [] }
        var actions: [InputAction] = []
        switch contact.target {
        case .overlay(let id): return contact.id.map { [.overlay(id, .up($0, time))] } ?? []
        case .application(let choice, _):
            let inputs = released(contact, .pointerButton(contact.code, pressed: false, time), .pointerFrame)
            let holdsButton = contacts.holdsButton(on: choice)
            actions = deliver(inputs + pointers[choice].leaveBars(holdsButton: holdsButton), to: choice)
        case .nobody: break
        }
        // Something else may have come under the pointer meanwhile.
        return actions
            + (contact.output.isBeyondPanel ? settleExternalPointer() : settlePointer(isHeld: isHeld))
    }

    private mutating func scroll(
        _ axis: PointerAxis, _ device: DeviceID, _ time: Timestamp
    ) -> [InputAction] {
        guard axis.dx.isFinite, axis.dy.isFinite else { return [] }
        let output = mapping.output(of: device, in: targets.geometry)
        let target = output.isBeyondPanel ? targets.target(beside: output) : targetOfPointer
        let isUnseen = output.isBeyondPanel ? targets.hides(output) : targets.isDark || target == .overlay(.blank)
        if isUnseen, axis.source == .finger { pointer.blindScrolls.insert(device) }
        let isBlind = pointer.blindScrolls.contains(device)
        if axis.stopsX || axis.stopsY { pointer.blindScrolls.remove(device) }
        switch target {
        case _ where isBlind: return []
        case .overlay(let id): return [.overlay(id, .scroll(axis, time))]
        case .application(let choice, _) where pointers[choice].isEntered:
            return deliver([.pointerAxis(axis, time), .pointerFrame], to: choice)
        case .application, .nobody: return []
        }
    }

    // MARK: Leaving

    /// Gives a pointer at rest to the target under it after the targets have changed.
    mutating func settlePointer(isHeld: Bool) -> [InputAction] {
        guard pointer.isPresent, !keepsPointer(isHeld) else { return [] }
        let (target, place) = (targetUnderPointer, pointerPlace)
        guard target != pointer.target else {
            return heldPointer.isEmpty ? bring(to: target, at: place, isNew: false) : []
        }
        let left = leavePointer()
        (pointer.target, pointer.point) = (target, place)
        return left + bring(to: target, at: place, isNew: true)
    }

    /// Brings a pointer at rest to a target; `place` is on the panel, or nil while the pointer is on the external.
    private mutating func bring(
        to target: InputTarget, at place: Point<PanelSpace>?, isNew: Bool
    ) -> [InputAction] {
        switch (target, place) {
        case (.overlay(let id), let place?):
            return isNew ? [.overlay(id, .hover(place, now))] : []
        case (.application(let choice, let overlay), let place?) where overlay != nil || pointer.isPointed:
            let hit = targets.hit(place, on: target)
            if case .content(pointers[choice].position) = hit, pointers[choice].isEntered { return [] }
            return point(choice, at: hit, now)
        case (.application(let choice, _), _):
            if isNew, let place { bring(choice, pointerFrom: place) }
            return deliver(pointers[choice].prepareForPress(now) ?? [], to: choice)
        case (.overlay, nil), (.nobody, _):
            return []
        }
    }

    /// Settles the pointer of devices tied to outputs beside the panel.
    ///
    /// The pointer leaves the content while all these outputs are hidden, and comes back afterwards.
    mutating func settleExternalPointer() -> [InputAction] {
        guard targets.hidesContentBesidePanel else {
            defer { pointer.hasLeftExternal = false }
            guard pointer.hasLeftExternal else { return [] }
            return deliver(pointers[controlled].prepareForPress(now) ?? [], to: controlled)
        }
        guard pointer.target.application != controlled, !contacts.holdsButton(on: controlled) else { return [] }
        pointer.hasLeftExternal = pointer.hasLeftExternal || pointers[controlled].isEntered
        return leave(controlled)
    }

    /// Takes the pointer off a base that is going away; the pointer keeps its place on the panel.
    mutating func movePointerOff() -> [InputAction] {
        pointer.point = pointerPlace
        guard case .application(_, nil) = pointer.target else { return [] }
        return leavePointer()
    }

    mutating func leavePointer() -> [InputAction] {
        defer { pointer.target = .nobody }
        switch pointer.target {
        case .overlay(let id): return [.overlay(id, .hoverEnded)]
        case .application(let choice, _):
            // A drag goes on.
            return contacts.holdsButton(on: choice) ? [] : leave(choice)
        case .nobody: return []
        }
    }

    /// Takes the pointer off an application, which ends the application's gestures.
    private mutating func leave(_ choice: HostedApplication) -> [InputAction] {
        let gestures = contacts.all { $0.means == .gesture && $0.target.application == choice }
        return end(gestures) + deliver(pointers[choice].leave(), to: choice)
    }
}
