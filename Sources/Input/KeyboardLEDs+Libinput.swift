import CInput
import Mirroring

extension KeyboardLEDs {
    /// As libinput names them.
    var libinput: libinput_led {
        let bits: [(KeyboardLEDs, libinput_led)] = [
            (.numLock, LIBINPUT_LED_NUM_LOCK), (.capsLock, LIBINPUT_LED_CAPS_LOCK),
            (.scrollLock, LIBINPUT_LED_SCROLL_LOCK),
        ]
        return libinput_led(rawValue: bits.filter { contains($0.0) }.reduce(0) { $0 | $1.1.rawValue })
    }
}
