import CInput
import Mirroring

/// Reads a touchpad's swipes, pinches and holds.
enum GestureReader {
    static func read(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        guard let gesture = libinput_event_get_gesture_event(event.handle) else { return [] }
        let time = Timestamp(libinput: libinput_event_gesture_get_time_usec(gesture))
        let read: PointerGesture? =
            switch event.type {
            case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: begin(.swipe, gesture)
            case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: begin(.pinch, gesture)
            case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: begin(.hold, gesture)
            case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: .update(movement(gesture))
            case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: .update(pinch(gesture))
            case LIBINPUT_EVENT_GESTURE_SWIPE_END, LIBINPUT_EVENT_GESTURE_PINCH_END, LIBINPUT_EVENT_GESTURE_HOLD_END:
                .end(isCancelled: libinput_event_gesture_get_cancelled(gesture) != 0)
            default: nil
            }
        return read.map { [.pointerGesture(device, $0, time)] } ?? []
    }

    private static func begin(_ kind: PointerGesture.Kind, _ gesture: OpaquePointer) -> PointerGesture {
        .begin(kind, fingers: Int(libinput_event_gesture_get_finger_count(gesture)))
    }

    private static func movement(_ gesture: OpaquePointer) -> GestureMovement {
        GestureMovement(dx: libinput_event_gesture_get_dx(gesture), dy: libinput_event_gesture_get_dy(gesture))
    }

    private static func pinch(_ gesture: OpaquePointer) -> GestureMovement {
        var movement = movement(gesture)
        movement.scale = libinput_event_gesture_get_scale(gesture)
        movement.rotation = libinput_event_gesture_get_angle_delta(gesture)
        return movement
    }
}
