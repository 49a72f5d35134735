import CInput
import Mirroring

/// A device's configuration through libinput.
struct PointingDevice {
    /// The `struct libinput_device`.
    let handle: OpaquePointer

    /// Whether the device is a touchpad: like other compositors, Kagami tells it by its ability to tap.
    var isTouchpad: Bool { libinput_device_config_tap_get_finger_count(handle) > 0 }

    /// Applies the settings, and libinput's defaults for the device where there are none.
    /// Returns the configuration's names of the settings that the device does not support.
    func apply(_ settings: PointingSettings) -> [String] {
        var refused: [String] = []
        /// Sets one value, if the device supports it.
        func set<Value>(
            _ key: String, _ wanted: Value?, _ isPossible: Bool, _ standard: (OpaquePointer) -> Value,
            _ set: (OpaquePointer, Value) -> libinput_config_status
        ) {
            let isDone = isPossible && set(handle, wanted ?? standard(handle)) == LIBINPUT_CONFIG_STATUS_SUCCESS
            if wanted != nil, !isDone { refused.append(key) }
        }
        let accelerates = libinput_device_config_accel_is_available(handle) != 0
        set(
            "accel_profile", settings.profile.map(\.libinput), accelerates,
            libinput_device_config_accel_get_default_profile, libinput_device_config_accel_set_profile)
        set(
            "accel_speed", settings.speed, accelerates, libinput_device_config_accel_get_default_speed,
            libinput_device_config_accel_set_speed)
        set(
            "natural_scroll", settings.scrollsNaturally.map(\.libinput),
            libinput_device_config_scroll_has_natural_scroll(handle) != 0,
            libinput_device_config_scroll_get_default_natural_scroll_enabled,
            libinput_device_config_scroll_set_natural_scroll_enabled)
        set(
            "left_handed", settings.isLeftHanded.map(\.libinput),
            libinput_device_config_left_handed_is_available(handle) != 0,
            libinput_device_config_left_handed_get_default, libinput_device_config_left_handed_set)
        set(
            "middle_emulation",
            settings.emulatesMiddle.map {
                $0 ? LIBINPUT_CONFIG_MIDDLE_EMULATION_ENABLED : LIBINPUT_CONFIG_MIDDLE_EMULATION_DISABLED
            },
            libinput_device_config_middle_emulation_is_available(handle) != 0,
            libinput_device_config_middle_emulation_get_default_enabled,
            libinput_device_config_middle_emulation_set_enabled)
        set(
            "scroll_method", settings.scrollMethod.map(\.libinput),
            libinput_device_config_scroll_get_methods(handle) != 0,
            libinput_device_config_scroll_get_default_method, libinput_device_config_scroll_set_method)
        set(
            "scroll_button", settings.scrollButton,
            libinput_device_config_scroll_get_methods(handle) & LIBINPUT_CONFIG_SCROLL_ON_BUTTON_DOWN.rawValue != 0,
            libinput_device_config_scroll_get_default_button, libinput_device_config_scroll_set_button)
        set(
            "tap", settings.taps.map { $0 ? LIBINPUT_CONFIG_TAP_ENABLED : LIBINPUT_CONFIG_TAP_DISABLED }, isTouchpad,
            libinput_device_config_tap_get_default_enabled, libinput_device_config_tap_set_enabled)
        set(
            "drag", settings.drags.map { $0 ? LIBINPUT_CONFIG_DRAG_ENABLED : LIBINPUT_CONFIG_DRAG_DISABLED },
            isTouchpad, libinput_device_config_tap_get_default_drag_enabled,
            libinput_device_config_tap_set_drag_enabled)
        set(
            "drag_lock",
            settings.locksDrags.map { $0 ? LIBINPUT_CONFIG_DRAG_LOCK_ENABLED : LIBINPUT_CONFIG_DRAG_LOCK_DISABLED },
            isTouchpad, libinput_device_config_tap_get_default_drag_lock_enabled,
            libinput_device_config_tap_set_drag_lock_enabled)
        set(
            "disable_while_typing",
            settings.isOffWhileTyping.map { $0 ? LIBINPUT_CONFIG_DWT_ENABLED : LIBINPUT_CONFIG_DWT_DISABLED },
            libinput_device_config_dwt_is_available(handle) != 0,
            libinput_device_config_dwt_get_default_enabled, libinput_device_config_dwt_set_enabled)
        set(
            "click_method", settings.clickMethod.map(\.libinput),
            libinput_device_config_click_get_methods(handle) != 0,
            libinput_device_config_click_get_default_method, libinput_device_config_click_set_method)
        return refused
    }
}

extension Bool {
    fileprivate var libinput: CInt { self ? 1 : 0 }
}

extension AccelerationProfile {
    fileprivate var libinput: libinput_config_accel_profile {
        switch self {
        case .adaptive: LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE
        case .flat: LIBINPUT_CONFIG_ACCEL_PROFILE_FLAT
        }
    }
}

extension ScrollMethod {
    fileprivate var libinput: libinput_config_scroll_method {
        switch self {
        case .twoFinger: LIBINPUT_CONFIG_SCROLL_2FG
        case .edge: LIBINPUT_CONFIG_SCROLL_EDGE
        case .button: LIBINPUT_CONFIG_SCROLL_ON_BUTTON_DOWN
        case .none: LIBINPUT_CONFIG_SCROLL_NO_SCROLL
        }
    }
}

extension ClickMethod {
    fileprivate var libinput: libinput_config_click_method {
        switch self {
        case .buttonAreas: LIBINPUT_CONFIG_CLICK_METHOD_BUTTON_AREAS
        case .clickfinger: LIBINPUT_CONFIG_CLICK_METHOD_CLICKFINGER
        }
    }
}
