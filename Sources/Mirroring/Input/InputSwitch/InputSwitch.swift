package import Geometry

/// A decision of the input switch.
package enum SwitchedInput: Hashable, Sendable {
    /// The event goes to this application's router.
    case deliver(InputEvent, to: PanelForeground.Choice)
    /// The pointer has moved from the application to an overlay.
    case pointerLeft(PanelForeground.Choice)
    /// The pointer comes to the application, from this point of the panel; the event that brought it follows.
    case pointerCame(PanelForeground.Choice, Point<PanelSpace>)
    case overlay(OverlayID, OverlayInput)
}

/// Directs the events of input devices to the content, the panel application or an overlay.
///
/// A finger, button, key, gesture or pen stays with the target that it went down on until it ends. A new one goes to
/// what lies under it: the overlays from the top down, then the panel's base. Devices tied to the external belong to
/// the content. Keys go to the application that was last pressed on or brought to the foreground.
///
/// Invariants: each down is ended exactly once, where it began; an overlay receives nothing of a contact that has
/// ended; hovering and leaving alternate.
package struct InputSwitch {
    package internal(set) var ground = InputGround()
    /// The application with keyboard focus.
    package internal(set) var focus = PanelForeground.Choice.content
    var mapping: DeviceMapping
    var touches: [TouchKey: PressTarget] = [:]
    /// The applications that have had touches since the last frame.
    var unframed: Set<PanelForeground.Choice> = []
    var pointer = SwitchedPointer()
    var gestures: [DeviceID: PanelForeground.Choice] = [:]
    var tools: [DeviceID: SwitchedTool] = [:]
    /// The latest time of any tool's event.
    var toolTime = Timestamp(microseconds: 0)
    /// The application that has each key, by the device that holds it.
    private var keys: [DeviceID: [UInt32: PanelForeground.Choice]] = [:]

    package init(rules: [DeviceRule] = []) {
        mapping = DeviceMapping(rules: rules)
    }

    /// Applies other device rules, also to the devices present; call `cancelAll` before.
    package mutating func use(_ mapping: DeviceMapping) {
        self.mapping = mapping
    }

    /// The pointer's position while it is over an overlay.
    package var overlayPointer: Point<PanelSpace>? {
        guard case .overlay = pointer.owner else { return nil }
        return pointer.point
    }

    /// Routes one event; `places` holds the pointer's positions in the applications.
    package mutating func route(_ event: InputEvent, places: PointerPlaces) -> [SwitchedInput] {
        switch event {
        case .deviceAdded(let device):
            mapping.add(device)
            if device.capabilities.contains(.pointer) { pointer.devices.insert(device.id) }
            return both(event)
        case .deviceRemoved(let device):
            return remove(device) + both(event)
        case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame:
            return routeTouch(event)
        case .pointerMotion, .pointerPosition, .pointerButton, .pointerAxis:
            return routePointer(event, places)
        case .pointerGesture(let device, let gesture, _):
            return routeGesture(event, gesture, device)
        case .tool(let device, let step, let time):
            return routeTool(event, step, device, time)
        case .key(let device, let code, let pressed, _):
            return routeKey(event, HeldPress(device: device, code: code), pressed)
        }
    }

    /// Applies a changed ground; contacts on overlays that are gone are cancelled. Call `cancelAll` before when the
    /// base changes.
    package mutating func update(_ next: InputGround, places: PointerPlaces) -> [SwitchedInput] {
        var outputs: [SwitchedInput] = []
        let gone = { (id: OverlayID) in next.areas[id] == nil }
        let closed = { (id: OverlayID) in next.areas[id]?.forwarded.isEmpty ?? true }
        outputs += giveUp { target in
            switch target {
            case .overlay(let id, _): gone(id)
            case .application(_, let via): via.map(closed) ?? false
            }
        }
        if next.base != ground.base {
            outputs += movePointerOff(places)
            outputs += takeToolsOff()
            if let application = next.application, application != ground.application { focus = application }
        }
        ground = next
        return outputs + settlePointer(places)
    }

    /// Cancels everything that is held on an overlay; the routers end what they hold.
    package mutating func cancelAll() -> [SwitchedInput] {
        let cancelled = giveUp {
            if case .overlay = $0 { true } else { false }
        }
        (touches, unframed, gestures, keys) = ([:], [], [:], [:])
        pointer.presses = [:]
        return cancelled
    }

    /// Whether the device belongs to the external, and so to the content.
    func isExternal(_ device: DeviceID) -> Bool {
        mapping.target(of: device, in: ground.geometry) == .external
    }

    /// The lowest number that no contact on an overlay has.
    var freeContact: ContactID {
        let held = Array(touches.values) + Array(pointer.presses.values) + tools.values.compactMap(\.press)
        let taken = Set(held.compactMap(\.contact))
        let free = (0...Int32(clamping: taken.count)).first { !taken.contains(ContactID($0)) }
        return ContactID(free ?? 0)
    }

    private func both(_ event: InputEvent) -> [SwitchedInput] {
        [.deliver(event, to: .content), .deliver(event, to: .application)]
    }

    private mutating func routeKey(
        _ event: InputEvent, _ press: HeldPress, _ isPressed: Bool
    ) -> [SwitchedInput] {
        guard isPressed else {
            // A key without a known owner may still count as held for the VT switch.
            return keys[press.device]?.removeValue(forKey: press.code).map { [.deliver(event, to: $0)] } ?? both(event)
        }
        let target = keys[press.device]?[press.code] ?? (isExternal(press.device) ? .content : focus)
        keys[press.device, default: [:]][press.code] = target
        return [.deliver(event, to: target)]
    }

    private mutating func routeGesture(
        _ event: InputEvent, _ gesture: PointerGesture, _ device: DeviceID
    ) -> [SwitchedInput] {
        if case .begin = gesture {
            gestures[device] = isExternal(device) ? .content : pointer.application(on: ground)
        }
        guard let target = gestures[device] else { return [] }
        if case .end = gesture { gestures[device] = nil }
        return [.deliver(event, to: target)]
    }

    /// Removes a device; the routers end what it holds.
    private mutating func remove(_ device: DeviceID) -> [SwitchedInput] {
        var outputs: [SwitchedInput] = []
        for (key, target) in touches where key.device == device { outputs += target.cancelled }
        for (press, target) in pointer.presses where press.device == device { outputs += target.cancelled }
        outputs += tools[device]?.press?.cancelled ?? []
        if touches.keys.contains(where: { $0.device == device }) {
            touches = touches.filter { $0.key.device != device }
        }
        if pointer.presses.keys.contains(where: { $0.device == device }) {
            pointer.presses = pointer.presses.filter { $0.key.device != device }
        }
        keys[device] = nil
        gestures[device] = nil
        tools[device] = nil
        mapping.remove(device)
        if pointer.devices.remove(device) != nil, pointer.devices.isEmpty { outputs += leaveOverlay() }
        return outputs
    }

    /// Ends every press that `isLost` selects: on overlays by a cancel, in the applications by the event that ends it
    /// there.
    private mutating func giveUp(_ isLost: (PressTarget) -> Bool) -> [SwitchedInput] {
        var outputs: [SwitchedInput] = []
        for (key, target) in touches where isLost(target) {
            touches[key] = nil
            outputs += target.cancelled
            if case .application(let choice, _) = target {
                outputs.append(.deliver(.touchCancel(key.device, slot: key.slot, pointer.time), to: choice))
            }
        }
        for (press, target) in pointer.presses where isLost(target) {
            pointer.presses[press] = nil
            outputs += target.cancelled
            if case .application(let choice, _) = target {
                let release = InputEvent.pointerButton(
                    press.device, button: press.code, pressed: false, pointer.time)
                outputs.append(.deliver(release, to: choice))
            }
        }
        for (device, tool) in tools {
            guard let target = tool.press, isLost(target) else { continue }
            tools[device]?.press = nil
            outputs += target.cancelled
            if case .application(let choice, _) = target {
                tools[device]?.owner = .nowhere
                outputs.append(.deliver(.tool(device, .away, toolTime), to: choice))
            }
        }
        return outputs
    }
}

/// The pointer's positions in the applications' routers, in their own pixels.
package struct PointerPlaces {
    package var content: Point<PanelSpace>
    package var application: Point<PanelSpace>
    /// Whether the application in question holds the pointer and does not yield it to an overlay.
    package var isHeld: Bool

    package init(
        content: Point<PanelSpace>, application: Point<PanelSpace>, isHeld: Bool = false
    ) {
        self.content = content
        self.application = application
        self.isHeld = isHeld
    }

    subscript(choice: PanelForeground.Choice) -> Point<PanelSpace> {
        choice == .content ? content : application
    }
}

/// One finger on one device.
struct TouchKey: Hashable, Sendable {
    let device: DeviceID
    let slot: Int32
}

/// A button or key held down on a device.
struct HeldPress: Hashable, Sendable {
    let device: DeviceID
    let code: UInt32
}

/// The owner of a press, from its down to its end.
enum PressTarget: Hashable, Sendable {
    /// `via` is the overlay through which the content was pressed.
    case application(PanelForeground.Choice, via: OverlayID?)
    case overlay(OverlayID, ContactID)

    var contact: ContactID? {
        guard case .overlay(_, let contact) = self else { return nil }
        return contact
    }

    /// The cancel that an overlay receives for the press.
    var cancelled: [SwitchedInput] {
        guard case .overlay(let id, let contact) = self else { return [] }
        return [.overlay(id, .cancel(contact))]
    }
}
