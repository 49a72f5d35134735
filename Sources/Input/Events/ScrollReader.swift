import CInput
import Mirroring

/// Reads wheels, scrolling fingers and scrolling buttons.
enum ScrollReader {
    static func read(
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
