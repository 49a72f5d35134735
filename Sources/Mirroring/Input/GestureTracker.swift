/// Follows the gesture that the content receives, one at a time.
///
/// Invariants: each delivered beginning gets exactly one end; nothing is delivered outside a gesture. A touchpad that
/// begins during another's gesture is ignored until it begins again.
package struct GestureTracker {
    private struct Gesture {
        let device: DeviceID
        let kind: PointerGesture.Kind
    }

    private var live: Gesture?

    package init() {}

    /// Whether a gesture that the content knows of is in progress.
    package var isLive: Bool { live != nil }

    /// Takes a device's gesture event; `hasPointer` says whether the content has the pointer, which gestures belong to.
    package mutating func take(
        _ gesture: PointerGesture, of device: DeviceID, hasPointer: Bool, _ time: Timestamp
    ) -> [ContentInput] {
        switch gesture {
        case .begin(let kind, let fingers):
            if let live, live.device != device { return [] }
            let lost = cancel(at: time)
            guard hasPointer, fingers > 0 else { return lost }
            live = Gesture(device: device, kind: kind)
            return lost + [.pointerGesture(gesture, time)]
        case .update(let movement):
            guard let live, live.device == device, live.kind != .hold, movement.isFinite else { return [] }
            return [.pointerGesture(gesture, time)]
        case .end:
            guard live?.device == device else { return [] }
            live = nil
            return [.pointerGesture(gesture, time)]
        }
    }

    /// Ends the gesture of a device that was removed.
    package mutating func remove(_ device: DeviceID, at time: Timestamp) -> [ContentInput] {
        live?.device == device ? cancel(at: time) : []
    }

    /// Cancels the gesture, because its target is about to change.
    package mutating func cancel(at time: Timestamp) -> [ContentInput] {
        guard live != nil else { return [] }
        live = nil
        return [.pointerGesture(.end(isCancelled: true), time)]
    }
}
