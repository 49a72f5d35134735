package import Mirroring

/// One input event as a line of a recording: `type`, `time_us`, `device`, and the event's own keys.
///
/// Positions are fractions of the device, so that a recording fits a panel of any size.
package struct RecordedInput: Hashable, Sendable {
    /// The CLOCK_MONOTONIC time of the recording; only differences are meaningful later.
    package let time: Timestamp
    package let event: InputEvent

    /// `time` is used for events without a time (devices added and removed).
    package init(_ event: InputEvent, at time: Timestamp) {
        self.event = event
        self.time = event.time ?? time
    }

    /// The event as if `device` had sent it at `time`.
    package func event(from device: DeviceID, at time: Timestamp) -> InputEvent {
        switch event {
        case .deviceAdded(var description):
            description.id = device
            return .deviceAdded(description)
        case .deviceRemoved: return .deviceRemoved(device)
        case .touchDown(_, let slot, let position, _): return .touchDown(device, slot: slot, position, time)
        case .touchMotion(_, let slot, let position, _): return .touchMotion(device, slot: slot, position, time)
        case .touchUp(_, let slot, _): return .touchUp(device, slot: slot, time)
        case .touchCancel(_, let slot, _): return .touchCancel(device, slot: slot, time)
        case .touchFrame: return .touchFrame(device, time)
        case .pointerMotion(_, let motion, _): return .pointerMotion(device, motion, time)
        case .pointerPosition(_, let position, _): return .pointerPosition(device, position, time)
        case .pointerButton(_, let button, let pressed, _):
            return .pointerButton(device, button: button, pressed: pressed, time)
        case .pointerAxis(_, let axis, _): return .pointerAxis(device, axis, time)
        case .pointerGesture(_, let gesture, _): return .pointerGesture(device, gesture, time)
        case .tool(_, let tool, _): return .tool(device, tool, time)
        case .key(_, let code, let pressed, _): return .key(device, code: code, pressed: pressed, time)
        case .lid(_, let isClosed, _): return .lid(device, isClosed: isClosed, time)
        }
    }
}

extension InputEvent {
    /// The event's device.
    package var device: DeviceID {
        switch self {
        case .deviceAdded(let description): description.id
        case .deviceRemoved(let device), .touchDown(let device, _, _, _), .touchMotion(let device, _, _, _),
            .touchUp(let device, _, _), .touchCancel(let device, _, _), .touchFrame(let device, _),
            .pointerMotion(let device, _, _), .pointerPosition(let device, _, _),
            .pointerButton(let device, _, _, _), .pointerAxis(let device, _, _),
            .pointerGesture(let device, _, _), .tool(let device, _, _), .key(let device, _, _, _),
            .lid(let device, _, _):
            device
        }
    }

    /// The capability that a device needs to send this event.
    var capability: DeviceCapability? {
        switch self {
        case .deviceAdded, .deviceRemoved: nil
        case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame: .touch
        case .pointerMotion, .pointerPosition, .pointerButton, .pointerAxis, .pointerGesture: .pointer
        case .tool: .tablet
        case .key: .keyboard
        case .lid: .lid
        }
    }
}
