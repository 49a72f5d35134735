import CInput
import Mirroring

/// Reads a mouse's, touchpad's or absolute pointer's movements and buttons.
enum PointerReader {
    static func read(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        guard let pointer = libinput_event_get_pointer_event(event.handle) else { return [] }
        let time = Timestamp(libinput: libinput_event_pointer_get_time_usec(pointer))
        switch event.type {
        case LIBINPUT_EVENT_POINTER_MOTION: return [.pointerMotion(device, motion(pointer), time)]
        case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
            let position = DevicePosition(
                clampedX: libinput_event_pointer_get_absolute_x_transformed(pointer, 1),
                y: libinput_event_pointer_get_absolute_y_transformed(pointer, 1))
            return [.pointerPosition(device, position, time)]
        default: return button(pointer, of: device, at: time)
        }
    }

    private static func motion(_ pointer: OpaquePointer) -> RelativeMotion {
        RelativeMotion(
            dx: libinput_event_pointer_get_dx(pointer), dy: libinput_event_pointer_get_dy(pointer),
            unacceleratedDX: libinput_event_pointer_get_dx_unaccelerated(pointer),
            unacceleratedDY: libinput_event_pointer_get_dy_unaccelerated(pointer))
    }

    private static func button(_ pointer: OpaquePointer, of device: DeviceID, at time: Timestamp) -> [InputEvent] {
        let pressed = libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED
        let code = libinput_event_pointer_get_button(pointer)
        return [.pointerButton(device, button: code, pressed: pressed, time)]
    }
}
