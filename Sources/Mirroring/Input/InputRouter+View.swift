import Geometry

/// Fingers on the controller that do not act on the content where they lie.
extension InputRouter {
    /// The overlay that takes a finger coming down on the controller, or nil where the finger belongs to the content.
    func controllerHold(_ hit: InputHit) -> OverlayID? {
        guard hit != .nowhere else { return nil }
        switch controllerMode {
        case .trackpad: return targets.areas[.trackpad].map { _ in .trackpad }
        case .view: break
        case .direct, .keys:
            // An aiming finger takes the other fingers with it.
            if isHeld(.press) { return .press }
            guard twoFingers == .view else { return nil }
            // The view takes a single finger in the letterbox, and all fingers as soon as there are two.
            if case .content = hit, fingersOnController.isEmpty, !isHeld(.view) { return nil }
        }
        return targets.areas[.view].map { _ in .view }
    }

    /// Gives a finger to an overlay of the controller, with the fingers that are already on the controller.
    ///
    /// The content's touches are cancelled.
    mutating func takeHold(
        _ contact: Contact, of id: OverlayID, at point: Point<PanelSpace>, _ time: Timestamp
    ) -> [InputAction] {
        let before = fingersOnController
        var actions = before.isEmpty ? [] : cancelTouches(on: controlled)
        for finger in before {
            guard let place = finger.point.flatMap({ targets.geometry.viewport?.panelPoint(of: $0) }) else { continue }
            actions += hold(finger, of: id, at: place, time)
        }
        return actions + hold(contact, of: id, at: point, time)
    }

    mutating func hold(
        _ finger: Contact, of id: OverlayID, at point: Point<PanelSpace>, _ time: Timestamp
    ) -> [InputAction] {
        let target = InputTarget.overlay(id)
        let number = contacts.freeID(on: target)
        var held = Contact(finger.means, of: finger.device, from: finger.output, on: target)
        held.id = number
        contacts.insert(held)
        return [.overlay(id, .down(number, .finger, point, time))]
    }

    /// The one finger that acts on the content through the controller, or nil for none or several.
    package var draggedFinger: DraggedFinger? {
        let fingers = contacts.all { $0.dragged != nil }
        return fingers.count == 1 ? fingers[0].dragged : nil
    }

    /// Whether fingers act on the content through the controller or aim there.
    package var hasFingersOnController: Bool {
        !contacts.all { $0.dragged != nil || $0.target == .overlay(.press) }.isEmpty
    }

    /// Whether the content has a pointer's button down.
    package var contentHoldsButton: Bool { contacts.holdsButton(on: controlled) }

    /// Moves the fingers that act on the content through the controller to the content that is now under them.
    package mutating func followView(at time: Timestamp) -> [InputAction] {
        now = max(now, time)
        var inputs: [ContentInput] = []
        for finger in contacts.all(where: { $0.dragged != nil }) {
            guard let number = finger.id, let place = finger.dragged?.point,
                let point = targets.geometry.hit(at: place).nearestContent, point != finger.point
            else { continue }
            contacts.move(finger, to: point)
            inputs.append(.touchMotion(number, point, time))
        }
        return inputs.isEmpty ? [] : deliver(inputs + [.touchFrame], to: controlled)
    }

    /// The start of a finger that comes down on the content, or nil where it does not come through the controller.
    func draggedFinger(at point: Point<PanelSpace>) -> DraggedFinger? {
        targets.base == .controller ? DraggedFinger(start: point, point: point) : nil
    }

    /// The fingers that act on the content through the controller.
    var fingersOnController: [Contact] {
        contacts.all { $0.isFinger && $0.output == .panel && $0.target == .application(controlled) }
    }

    private func isHeld(_ id: OverlayID) -> Bool { !contacts.all { $0.target == .overlay(id) }.isEmpty }
}
