package import Geometry

/// Fingers that rest on the controller, and their final effect on the content.
extension InputRouter {
    /// When `timeUp` is due, or nil while no finger may be about to rest.
    package var restDeadline: Timestamp? { resting?.due }

    /// Takes the finger from the application after `restDeadline`; the application's touches are cancelled.
    package mutating func timeUp(at time: Timestamp) -> [InputAction] {
        now = max(now, time)
        guard let finger = resting, finger.due <= time, targets.areas[.press] != nil,
            let contact = contacts[finger.device, finger.means]
        else { return [] }
        resting = nil
        return cancelTouches(on: controlled) + hold(contact, of: .press, at: finger.point, time)
    }

    /// Taps on the content.
    package mutating func tap(at point: Point<ContentSpace>, _ time: Timestamp) -> [InputAction] {
        guard targets.geometry.contentSize != nil else { return [] }
        focus = controlled
        let id = contacts.freeID(on: .application(controlled))
        return deliver([.touchDown(id, point, time), .touchFrame, .touchUp(id, time), .touchFrame], to: controlled)
    }

    /// Moves the pointer to a point of the content and clicks the right button.
    package mutating func rightClick(at point: Point<ContentSpace>, _ time: Timestamp) -> [InputAction] {
        guard targets.geometry.contentSize != nil, !contacts.holdsButton(on: controlled) else { return [] }
        focus = controlled
        let click: [ContentInput] = [true, false].flatMap { pressed -> [ContentInput] in
            [.pointerButton(PointerButton.right, pressed: pressed, time), .pointerFrame]
        }
        return bringPointer(toContentAt: point, time) + deliver(click, to: controlled)
    }

    /// Scrolls the content by a number of its logical pixels, with the pointer at a point.
    package mutating func scrollContent(
        at point: Point<ContentSpace>, down distance: Double, _ time: Timestamp
    ) -> [InputAction] {
        guard targets.geometry.contentSize != nil, !contacts.holdsButton(on: controlled) else { return [] }
        let scroll: [ContentInput] = [
            .pointerAxis(PointerAxis(source: .finger, dy: distance), time), .pointerFrame,
            .pointerAxis(PointerAxis(source: .finger, stopsY: true), time), .pointerFrame,
        ]
        return bringPointer(toContentAt: point, time) + deliver(scroll, to: controlled)
    }

    private mutating func bringPointer(toContentAt point: Point<ContentSpace>, _ time: Timestamp) -> [InputAction] {
        let content = InputTarget.application(controlled)
        let left = pointer.target == content ? [] : leavePointer()
        pointer.target = content
        (pointer.isPresent, pointer.isPointed) = (true, false)
        let pointed = pointers[controlled].pointed(at: .content(point), holdsButton: false, time)
        return left + deliver(pointed, to: controlled)
    }

    /// Gives the finger that has rested back to the application, as if the finger came down now.
    package mutating func giveBack(
        from start: Point<PanelSpace>, to point: Point<PanelSpace>, _ time: Timestamp
    ) -> [InputAction] {
        let held = contacts.removeAll { $0.target == .overlay(.press) }
        var actions = held.compactMap(\.id).map { InputAction.overlay(.press, .cancel($0)) }
        let target = InputTarget.application(controlled)
        guard let finger = held.first, held.count == 1, let viewport = targets.geometry.viewport else { return actions }
        var contact = Contact(finger.means, of: finger.device, from: finger.output, on: target)
        let number = contacts.freeID(on: target)
        let (first, last) = (viewport.externalPoint(at: start), viewport.externalPoint(at: point))
        contact.id = number
        contact.point = viewport.clamped(last)
        contact.dragged = DraggedFinger(start: start, point: point)
        contacts.insert(contact)
        actions += deliver(
            [
                .touchDown(number, viewport.clamped(first), time), .touchFrame,
                .touchMotion(number, viewport.clamped(last), time), .touchFrame,
            ], to: controlled)
        return actions
    }

    /// Gives a contact of an overlay to the target below the overlay.
    ///
    /// For that target the contact comes down at `start` and moves to `point`, where it is now.
    package mutating func giveWay(
        _ number: ContactID, of id: OverlayID, from start: Point<PanelSpace>, to point: Point<PanelSpace>,
        _ time: Timestamp
    ) -> [InputAction] {
        now = max(now, time)
        let held = contacts.all { $0.target == .overlay(id) && $0.id == number && ($0.isFinger || $0.isButton) }
        guard let held = held.first else { return [] }
        contacts.remove(held.device, held.means)
        var below = targets
        below.areas[id] = nil
        let contact = Contact(held.means, of: held.device, from: held.output, on: below.target(at: start))
        let cancelled = InputAction.overlay(id, .cancel(number))
        return [cancelled]
            + (held.isFinger
                ? touch(contact, at: start, hitting: targets.hit(start, on: contact.target), time)
                : press(contact, from: start, to: point, time))
    }

    /// Gives the fingers that have rested to the controller's view.
    ///
    /// For the view the fingers come down where they rested together.
    package mutating func zoom(with fingers: [PressingFinger], _ time: Timestamp) -> [InputAction] {
        let held = contacts.removeAll { $0.target == .overlay(.press) }
        var actions = held.compactMap(\.id).map { InputAction.overlay(.press, .cancel($0)) }
        guard targets.areas[.view] != nil else { return actions }
        var moves: [InputAction] = []
        for contact in held {
            guard let finger = fingers.first(where: { $0.id == contact.id }) else { continue }
            actions += hold(contact, of: .view, at: finger.start, time)
            guard let number = contacts[contact.device, contact.means]?.id else { continue }
            moves.append(.overlay(.view, .motion(number, finger.point, time)))
        }
        return actions + moves
    }

    /// Starts to watch whether a finger that has just come down on the content rests.
    mutating func watchRest(_ contact: Contact, at point: Point<PanelSpace>, _ time: Timestamp) {
        guard let rule = restRule, controllerMode.isDirect, targets.base == .controller,
            targets.areas[.press] != nil,
            contacts.all(where: { $0.isFinger && $0.target.application == controlled }).isEmpty
        else { return }
        resting = RestingFinger(
            device: contact.device, means: contact.means, start: point, point: point,
            due: time.adding(microseconds: rule.microseconds))
    }

    /// Keeps watching the finger as it moves, unless it has moved too far.
    mutating func keepRest(_ contact: Contact, at position: DevicePosition) {
        guard let finger = resting, finger.isOf(contact), let rule = restRule else { return }
        guard let point = targets.panelPoint(at: position), point.distance(to: finger.start) <= rule.slop else {
            return resting = nil
        }
        resting?.point = point
    }
}

extension RestingFinger {
    func isOf(_ contact: Contact) -> Bool { contact.device == device && contact.means == means }
}

/// How long and how still a finger must rest before the controller takes it from the application.
package struct RestRule: Hashable, Sendable {
    package let microseconds: Int64
    /// The greatest distance that a resting finger may move, in panel pixels.
    package let slop: Double

    /// A rule for a panel with `density` pixels per millimetre.
    package init(microseconds: Int64, density: Double) {
        self.microseconds = microseconds
        slop = Self.slopMillimetres * density
    }

    private static let slopMillimetres = 3.0
}

/// A finger that may be about to rest.
struct RestingFinger: Hashable, Sendable {
    let device: DeviceID
    let means: Contact.Means
    let start: Point<PanelSpace>
    var point: Point<PanelSpace>
    /// When the finger has rested long enough.
    let due: Timestamp
}

/// One of two fingers that rested together, with its place then and its place now.
package struct PressingFinger: Hashable, Sendable {
    package let id: ContactID
    package let start: Point<PanelSpace>
    package let point: Point<PanelSpace>

    package init(id: ContactID, start: Point<PanelSpace>, point: Point<PanelSpace>) {
        self.id = id
        self.start = start
        self.point = point
    }
}

/// A finger that acts on the content through the controller, with the place where it came down and its place now.
package struct DraggedFinger: Hashable, Sendable {
    package var start: Point<PanelSpace>
    package var point: Point<PanelSpace>
}
