import CInput
import Mirroring

/// Reads a mouse's, touchpad's or absolute pointer's movements, buttons and scrolling.
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

    /// Reads a wheel, scrolling fingers or a scrolling button.
    static func readScroll(
        _ event: borrowing LibinputEvent, from source: PointerAxis.Source, of device: DeviceID
    ) -> [InputEvent] {
        guard let pointer = libinput_event_get_pointer_event(event.handle) else { return [] }
        let time = Timestamp(libinput: libinput_event_pointer_get_time_usec(pointer))
        let axis = PointerAxis(
            source: source, horizontal: reading(pointer, LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL, source),
            vertical: reading(pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL, source))
        return [.pointerAxis(device, axis, time)]
    }

    private static func reading(
        _ pointer: OpaquePointer, _ axis: libinput_pointer_axis, _ source: PointerAxis.Source
    ) -> ScrollReading? {
        guard libinput_event_pointer_has_axis(pointer, axis) != 0 else { return nil }
        return ScrollReading(
            value: libinput_event_pointer_get_scroll_value(pointer, axis),
            // libinput reports 120ths for wheels only.
            clicks120: source == .wheel ? libinput_event_pointer_get_scroll_value_v120(pointer, axis) : 0)
    }
}

/// One axis of a scroll event.
struct ScrollReading: Hashable {
    /// Pixels, or degrees of a wheel, which compositors treat as pixels by convention: 15 for each click.
    var value: Double
    /// Clicks of a wheel in 120ths; 0 for other sources.
    var clicks120 = 0.0
}

extension PointerAxis {
    /// Converts both axes; nil for an axis that the event does not contain.
    ///
    /// Fingers and continuous sources end a movement with a value of zero; a wheel never ends.
    init(source: Source, horizontal: ScrollReading?, vertical: ScrollReading?) {
        let endsWithZero = source != .wheel
        func distance(_ reading: ScrollReading?) -> Double {
            guard let value = reading?.value, value.isFinite else { return 0 }
            return value
        }
        func clicks(_ reading: ScrollReading?) -> Int {
            guard source == .wheel, let value = reading?.clicks120.rounded() else { return 0 }
            return Int(exactly: value) ?? 0
        }
        self.init(
            source: source, dx: distance(horizontal), dy: distance(vertical), clicks120X: clicks(horizontal),
            clicks120Y: clicks(vertical), stopsX: endsWithZero && horizontal?.value == 0,
            stopsY: endsWithZero && vertical?.value == 0)
    }
}
