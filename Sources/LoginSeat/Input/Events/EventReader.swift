import CInput
import Mirroring

/// Converts a libinput event of a known device to the core's events: none, one or two.
enum EventReader {
    static func read(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        switch event.type {
        case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
            LIBINPUT_EVENT_TOUCH_CANCEL, LIBINPUT_EVENT_TOUCH_FRAME:
            touch(event, of: device)
        case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE, LIBINPUT_EVENT_POINTER_BUTTON:
            PointerReader.read(event, of: device)
        case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL: PointerReader.readScroll(event, from: .wheel, of: device)
        case LIBINPUT_EVENT_POINTER_SCROLL_FINGER: PointerReader.readScroll(event, from: .finger, of: device)
        case LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS: PointerReader.readScroll(event, from: .continuous, of: device)
        case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN, LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, LIBINPUT_EVENT_GESTURE_SWIPE_END,
            LIBINPUT_EVENT_GESTURE_PINCH_BEGIN, LIBINPUT_EVENT_GESTURE_PINCH_UPDATE, LIBINPUT_EVENT_GESTURE_PINCH_END,
            LIBINPUT_EVENT_GESTURE_HOLD_BEGIN, LIBINPUT_EVENT_GESTURE_HOLD_END:
            GestureReader.read(event, of: device)
        case LIBINPUT_EVENT_KEYBOARD_KEY: key(event, of: device)
        case LIBINPUT_EVENT_TABLET_TOOL_AXIS, LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY, LIBINPUT_EVENT_TABLET_TOOL_TIP,
            LIBINPUT_EVENT_TABLET_TOOL_BUTTON:
            TabletReader.read(event, of: device)
        case LIBINPUT_EVENT_SWITCH_TOGGLE: lid(event, of: device)
        // Pads are not used. POINTER_AXIS duplicates the scroll events for old programs.
        default: []
        }
    }

    private static func touch(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
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

    /// The slot of a contact. A single-touch screen has no slots and reports -1.
    private static func slot(_ touch: OpaquePointer) -> Int32 { max(0, libinput_event_touch_get_slot(touch)) }

    private static func position(_ touch: OpaquePointer) -> DevicePosition {
        DevicePosition(
            clampedX: libinput_event_touch_get_x_transformed(touch, 1),
            y: libinput_event_touch_get_y_transformed(touch, 1))
    }

    /// Reads the lid; other switches, such as a convertible's keyboard switch, do not matter.
    private static func lid(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        guard let toggle = libinput_event_get_switch_event(event.handle),
            libinput_event_switch_get_switch(toggle) == LIBINPUT_SWITCH_LID
        else { return [] }
        let isClosed = libinput_event_switch_get_switch_state(toggle) == LIBINPUT_SWITCH_STATE_ON
        let time = Timestamp(libinput: libinput_event_switch_get_time_usec(toggle))
        return [.lid(device, isClosed: isClosed, time)]
    }

    /// Reads a key. Clients generate a key's repeats themselves.
    private static func key(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        guard let keyboard = libinput_event_get_keyboard_event(event.handle) else { return [] }
        let pressed = libinput_event_keyboard_get_key_state(keyboard) == LIBINPUT_KEY_STATE_PRESSED
        let time = Timestamp(libinput: libinput_event_keyboard_get_time_usec(keyboard))
        return [.key(device, code: libinput_event_keyboard_get_key(keyboard), pressed: pressed, time)]
    }
}

extension Timestamp {
    /// The time of an event from libinput, which uses CLOCK_MONOTONIC in microseconds.
    init(libinput microseconds: UInt64) {
        self.init(microseconds: Int64(clamping: microseconds))
    }
}

extension DevicePosition {
    /// The position at these fractions, clamped to the edges for badly calibrated sensors.
    init(clampedX x: Double, y: Double) {
        self.init(x: Self.fraction(x), y: Self.fraction(y))
    }

    private static func fraction(_ value: Double) -> Double {
        value.isFinite ? min(max(value, 0), 1) : 0
    }
}

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
