package import Geometry

/// Turns the events of input devices into input for the content.
///
/// Any events in any order yield a sequence in which every down, press and entry is matched and every position lies on
/// the content.
package struct InputRouter {
    package private(set) var geometry: InputGeometry = .parked
    private var mapping: DeviceMapping
    private var pointers: Set<DeviceID> = []
    private var tablets: Set<DeviceID> = []
    private var touch = TouchTracker()
    private var pointer = PointerRouter()
    private var gesture = GestureTracker()
    private var tools = ToolTracker()
    private var keys = KeyRouter()
    /// The latest time of any event, for those that carry none.
    private var now = Timestamp(microseconds: 0)

    package init(rules: [DeviceRule] = []) {
        mapping = DeviceMapping(rules: rules)
    }

    /// Applies other device rules, also to the devices present; call `cancelAll` before.
    package mutating func use(_ mapping: DeviceMapping) {
        self.mapping = mapping
    }

    /// The fingers on the content, for drawing their discs.
    package var liveContacts: [TouchTracker.Contact] { touch.liveContacts }

    /// Where the pointer is, or nil while it is not on the content.
    package var pointerPosition: Point<ContentSpace>? { pointer.isOnContent ? pointer.position : nil }

    /// Routes one event; returns the resulting actions in order.
    package mutating func route(_ event: InputEvent) -> [InputAction] {
        if let time = event.time { now = max(now, time) }
        switch event {
        case .deviceAdded(let device):
            return add(device)
        case .deviceRemoved(let device):
            return remove(device)
        case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame:
            return deliver(routeTouch(event))
        case .pointerMotion, .pointerPosition, .pointerButton, .pointerAxis, .pointerGesture:
            return deliver(routePointer(event))
        case .tool(let device, let event, let time):
            guard tablets.contains(device) else { return [] }
            let place = event.position.map { hit($0, device) } ?? .nowhere
            return deliver(tools.take(event, of: device, at: place, time))
        case .key(let device, let code, let pressed, let time):
            return routeKey(device, code, pressed, time)
        }
    }

    /// Records that the content holds the pointer at this point, wherever a device has moved it.
    package mutating func pointerHeld(at point: Point<ContentSpace>) {
        pointer.held(at: point)
    }

    /// Reports that the pointer has moved to something that is not the content.
    package mutating func pointerLeft() -> [InputAction] {
        deliver(pointer.left())
    }

    /// The pointer's position, or where it would be if it came back.
    package var pointerPlace: Point<ContentSpace> { pointer.position }

    /// Applies changed displays; call `cancelAll` before.
    package mutating func update(_ geometry: InputGeometry, at time: Timestamp) -> [InputAction] {
        self.geometry = geometry
        return deliver(pointer.resize(to: geometry.contentSize, time))
    }

    /// Ends every contact, button and key, because what is under them is about to change.
    package mutating func cancelAll(at time: Timestamp) -> [InputAction] {
        keys.releaseAll()
        return deliver(
            touch.cancelAll() + gesture.cancel(at: time) + tools.cancelAll(at: time) + [.releaseAll(time)]
                + pointer.releaseAll())
    }
}

// MARK: - Kinds of events

extension InputRouter {
    private mutating func add(_ device: DeviceDescription) -> [InputAction] {
        mapping.add(device)
        if device.capabilities.contains(.pointer) { pointers.insert(device.id) }
        guard device.capabilities.contains(.tablet), tablets.insert(device.id).inserted else { return [] }
        return deliver([.tabletAdded(device)])
    }

    private mutating func remove(_ device: DeviceID) -> [InputAction] {
        mapping.remove(device)
        let wasPointer = pointers.remove(device) != nil
        let time = now
        let released = keys.remove(device).map { ContentInput.key($0, pressed: false, time) }
        let left = pointer.remove(device, isLast: wasPointer && pointers.isEmpty, time)
        let lost = touch.remove(device) + gesture.remove(device, at: time) + tools.remove(device, at: time)
        let gone: [ContentInput] = tablets.remove(device) == nil ? [] : [.tabletRemoved(device)]
        return deliver(lost + released + left + gone)
    }

    private mutating func routeTouch(_ event: InputEvent) -> [ContentInput] {
        switch event {
        case .touchDown(let device, let slot, let position, let time):
            touch.down(device, slot: slot, at: hit(position, device), time)
        case .touchMotion(let device, let slot, let position, let time):
            touch.motion(device, slot: slot, at: hit(position, device), time)
        case .touchUp(let device, let slot, let time):
            touch.up(device, slot: slot, time)
        case .touchCancel(let device, let slot, _):
            touch.cancel(device, slot: slot)
        case .touchFrame:
            touch.frame()
        default:
            []
        }
    }

    private mutating func routePointer(_ event: InputEvent) -> [ContentInput] {
        switch event {
        case .pointerMotion(_, let motion, let time):
            pointer.moved(motion, time)
        case .pointerPosition(let device, let position, let time):
            pointer.pointed(at: hit(position, device), time)
        case .pointerButton(let device, let code, let pressed, let time):
            pointer.button(code, pressed: pressed, on: device, time)
        case .pointerAxis(_, let axis, let time):
            pointer.axis(axis, time)
        case .pointerGesture(let device, let step, let time):
            gesture.take(step, of: device, hasPointer: pointer.isOnContent, time)
        default:
            []
        }
    }

    private mutating func routeKey(
        _ device: DeviceID, _ code: UInt32, _ pressed: Bool, _ time: Timestamp
    ) -> [InputAction] {
        switch keys.key(code, pressed: pressed, on: device, hasScreen: geometry != .parked) {
        case .ignored: []
        case .deliver: [.deliver(.key(code, pressed: pressed, time))]
        case .switchVT(let terminal): [.switchVT(terminal)]
        }
    }

    private func hit(_ position: DevicePosition, _ device: DeviceID) -> InputHit {
        geometry.hit(position, on: mapping.target(of: device, in: geometry))
    }

    private func deliver(_ inputs: [ContentInput]) -> [InputAction] { inputs.map(InputAction.deliver) }
}
