import CInput
import Mirroring

/// Reads a touchscreen's events.
enum TouchReader {
    static func read(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        guard let touch = libinput_event_get_touch_event(event.handle) else { return [] }
        let time = Timestamp(libinput: libinput_event_touch_get_time_usec(touch))
        switch event.type {
        case LIBINPUT_EVENT_TOUCH_DOWN: return [.touchDown(device, slot: slot(touch), position(touch), time)]
        case LIBINPUT_EVENT_TOUCH_MOTION: return [.touchMotion(device, slot: slot(touch), position(touch), time)]
        case LIBINPUT_EVENT_TOUCH_UP: return [.touchUp(device, slot: slot(touch), time)]
        case LIBINPUT_EVENT_TOUCH_CANCEL: return [.touchCancel(device, slot: slot(touch), time)]
        default: return [.touchFrame(device, time)]
        }
    }

    /// A single-touch screen has no slots and reports -1.
    private static func slot(_ touch: OpaquePointer) -> Int32 { max(0, libinput_event_touch_get_slot(touch)) }

    private static func position(_ touch: OpaquePointer) -> DevicePosition {
        DevicePosition(
            clampedX: libinput_event_touch_get_x_transformed(touch, 1),
            y: libinput_event_touch_get_y_transformed(touch, 1))
    }
}
