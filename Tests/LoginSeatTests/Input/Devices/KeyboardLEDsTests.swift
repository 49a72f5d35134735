import CInput
import Mirroring
import Testing

@testable import LoginSeat

@Suite struct KeyboardLEDsTests {
    @Test func eachLightHasItsBit() {
        #expect(KeyboardLEDs([]).libinput.rawValue == 0)
        #expect(KeyboardLEDs.numLock.libinput == LIBINPUT_LED_NUM_LOCK)
        #expect(KeyboardLEDs.capsLock.libinput == LIBINPUT_LED_CAPS_LOCK)
        #expect(
            KeyboardLEDs([.scrollLock, .numLock]).libinput.rawValue
                == LIBINPUT_LED_SCROLL_LOCK.rawValue | LIBINPUT_LED_NUM_LOCK.rawValue)
    }

    @Test func keyboardsAmongTheDevicesAreFound() {
        var registry = DeviceRegistry<Int>()
        for (number, capabilities) in [Set([DeviceCapability.keyboard]), [.touch], [.keyboard, .pointer]].enumerated() {
            _ = registry.add(number) { DeviceDescription(id: $0, name: "device", capabilities: capabilities) }
        }
        #expect(registry.handles(with: .keyboard).sorted() == [0, 2])
    }
}
