import CInput

/// Settings of new devices that differ from libinput's defaults.
enum DeviceDefaults {
    /// Turns tap-to-click on for touchpads: users of a kiosk or a handheld expect it.
    static func apply(to device: OpaquePointer) {
        if libinput_device_config_tap_get_finger_count(device) > 0 {
            libinput_device_config_tap_set_enabled(device, LIBINPUT_CONFIG_TAP_ENABLED)
        }
    }
}
