/// Follows the one gesture that the content is told of at a time.
///
/// Invariants: each delivered beginning gets exactly one end; nothing is delivered outside of a gesture. A touchpad
/// that begins while another's gesture goes on is not heard until it starts over.
package struct GestureTracker {
    private struct Gesture {
        let device: DeviceID
        let kind: PointerGesture.Kind
    }

    private var live: Gesture?

    package init() {}

    /// A gesture goes on that the content knows of.
    package var isLive: Bool { live != nil }

    /// A device's gesture goes on; `hasPointer` says whether the content has the pointer that a gesture belongs to.
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

    /// The device is gone, and its gesture with it.
    package mutating func remove(_ device: DeviceID, at time: Timestamp) -> [ContentInput] {
        live?.device == device ? cancel(at: time) : []
    }

    /// What the gesture belongs to is about to change.
    package mutating func cancel(at time: Timestamp) -> [ContentInput] {
        guard live != nil else { return [] }
        live = nil
        return [.pointerGesture(.end(isCancelled: true), time)]
    }
}
