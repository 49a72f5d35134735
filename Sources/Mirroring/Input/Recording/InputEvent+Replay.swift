extension InputEvent {
    /// The device that it came from.
    package var device: DeviceID {
        switch self {
        case .deviceAdded(let description): description.id
        case .deviceRemoved(let device), .touchFrame(let device, _), .touchUp(let device, _, _): device
        case .touchDown(let device, _, _, _), .touchMotion(let device, _, _, _): device
        case .touchCancel(let device, _, _), .pointerMotion(let device, _, _): device
        case .pointerPosition(let device, _, _), .pointerAxis(let device, _, _): device
        case .pointerButton(let device, _, _, _), .key(let device, _, _, _): device
        }
    }

    /// The same event at another time.
    package func at(_ time: Timestamp) -> InputEvent { remade(device, time) }

    /// The same event of another device.
    package func on(_ device: DeviceID) -> InputEvent { remade(device, time ?? Timestamp(microseconds: 0)) }

    private func remade(_ device: DeviceID, _ time: Timestamp) -> InputEvent {
        switch self {
        case .deviceAdded(var description):
            description.id = device
            return .deviceAdded(description)
        case .deviceRemoved: return .deviceRemoved(device)
        case .touchDown(_, let slot, let place, _): return .touchDown(device, slot: slot, place, time)
        case .touchMotion(_, let slot, let place, _): return .touchMotion(device, slot: slot, place, time)
        case .touchUp(_, let slot, _): return .touchUp(device, slot: slot, time)
        case .touchCancel(_, let slot, _): return .touchCancel(device, slot: slot, time)
        case .touchFrame: return .touchFrame(device, time)
        case .pointerMotion(_, let motion, _): return .pointerMotion(device, motion, time)
        case .pointerPosition(_, let place, _): return .pointerPosition(device, place, time)
        case .pointerAxis(_, let axis, _): return .pointerAxis(device, axis, time)
        case .pointerButton(_, let button, let pressed, _):
            return .pointerButton(device, button: button, pressed: pressed, time)
        case .key(_, let code, let pressed, _): return .key(device, code: code, pressed: pressed, time)
        }
    }
}
