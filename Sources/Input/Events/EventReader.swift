import CInput
import Mirroring

/// Converts a libinput event of a known device to none, one or two events of the core.
enum EventReader {
    static func read(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        switch event.type {
        case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
            LIBINPUT_EVENT_TOUCH_CANCEL, LIBINPUT_EVENT_TOUCH_FRAME:
            TouchReader.read(event, of: device)
        case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE, LIBINPUT_EVENT_POINTER_BUTTON:
            PointerReader.read(event, of: device)
        case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL: ScrollReader.read(event, from: .wheel, of: device)
        case LIBINPUT_EVENT_POINTER_SCROLL_FINGER: ScrollReader.read(event, from: .finger, of: device)
        case LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS: ScrollReader.read(event, from: .continuous, of: device)
        case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN, LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_SWIPE_END,
            LIBINPUT_EVENT_GESTURE_PINCH_BEGIN, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_END,
            LIBINPUT_EVENT_GESTURE_HOLD_BEGIN, LIBINPUT_EVENT_GESTURE_HOLD_END:
            GestureReader.read(event, of: device)
        case LIBINPUT_EVENT_KEYBOARD_KEY: KeyReader.read(event, of: device)
        case LIBINPUT_EVENT_TABLET_TOOL_AXIS, LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY, LIBINPUT_EVENT_TABLET_TOOL_TIP,
            LIBINPUT_EVENT_TABLET_TOOL_BUTTON:
            TabletReader.read(event, of: device)
        // Pads and switches are not used; POINTER_AXIS duplicates the scroll events for old programs.
        default: []
        }
    }
}

extension Timestamp {
    /// The time of an event from libinput, which uses CLOCK_MONOTONIC in microseconds.
    init(libinput microseconds: UInt64) {
        self.init(microseconds: Int64(clamping: microseconds))
    }
}
