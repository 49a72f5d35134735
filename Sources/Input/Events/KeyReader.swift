import CInput
import Mirroring

/// Reads a keyboard's keys; clients generate repeats themselves.
enum KeyReader {
    static func read(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        guard let keyboard = libinput_event_get_keyboard_event(event.handle) else { return [] }
        let pressed = libinput_event_keyboard_get_key_state(keyboard) == LIBINPUT_KEY_STATE_PRESSED
        let time = Timestamp(libinput: libinput_event_keyboard_get_time_usec(keyboard))
        return [.key(device, code: libinput_event_keyboard_get_key(keyboard), pressed: pressed, time)]
    }
}
