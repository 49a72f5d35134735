import CInput

/// Settings that a new device is given over libinput's own defaults.
enum DeviceDefaults {
    /// Turns tap-to-click on for touchpads: on a kiosk's or a handheld's pad it is what people try first.
    static func apply(to device: OpaquePointer) {
        if libinput_device_config_tap_get_finger_count(device) > 0 {
            libinput_device_config_tap_set_enabled(device, LIBINPUT_CONFIG_TAP_ENABLED)
        }
    }
}
