/// How a mouse, a touchpad or another pointing device behaves. Nil leaves a setting as libinput has it for the device.
package struct PointingSettings: Hashable, Sendable {
    /// -1 for the slowest pointer to 1 for the fastest.
    package var speed: Double?
    package var profile: AccelerationProfile?
    /// Whether the content follows the fingers or the wheel, as on a touchscreen.
    package var scrollsNaturally: Bool?
    package var isLeftHanded: Bool?
    /// Whether the left and the right button together are the middle one.
    package var emulatesMiddle: Bool?
    package var scrollMethod: ScrollMethod?
    /// The button that is held to scroll, as a Linux event code.
    package var scrollButton: UInt32?
    /// Whether a tap is a click.
    package var taps: Bool?
    /// Whether a tap with the finger put down again drags.
    package var drags: Bool?
    /// Whether such a drag outlasts a short lift of the finger.
    package var locksDrags: Bool?
    package var isOffWhileTyping: Bool?
    package var clickMethod: ClickMethod?

    package init() {}

    /// Those of touchpads where the configuration says nothing: users of a kiosk or a handheld expect that a tap clicks.
    package static let ofTouchpads: PointingSettings = {
        var settings = PointingSettings()
        settings.taps = true
        return settings
    }()

    /// These, and what `other` sets where these set nothing.
    package func over(_ other: PointingSettings) -> PointingSettings {
        var settings = other
        settings.speed = speed ?? other.speed
        settings.profile = profile ?? other.profile
        settings.scrollsNaturally = scrollsNaturally ?? other.scrollsNaturally
        settings.isLeftHanded = isLeftHanded ?? other.isLeftHanded
        settings.emulatesMiddle = emulatesMiddle ?? other.emulatesMiddle
        settings.scrollMethod = scrollMethod ?? other.scrollMethod
        settings.scrollButton = scrollButton ?? other.scrollButton
        settings.taps = taps ?? other.taps
        settings.drags = drags ?? other.drags
        settings.locksDrags = locksDrags ?? other.locksDrags
        settings.isOffWhileTyping = isOffWhileTyping ?? other.isOffWhileTyping
        settings.clickMethod = clickMethod ?? other.clickMethod
        return settings
    }
}

/// How far the pointer goes for a movement of the device.
package enum AccelerationProfile: String, Hashable, Sendable, CaseIterable {
    /// Further, the faster the movement is.
    case adaptive
    /// By the same factor at any speed.
    case flat
}

/// What scrolls, beside a wheel.
package enum ScrollMethod: String, Hashable, Sendable, CaseIterable {
    case twoFinger = "two-finger"
    /// A finger along the touchpad's edge.
    case edge
    /// A movement while a button is held.
    case button
    case none
}

/// Which button the press of a touchpad that is one large button is.
package enum ClickMethod: String, Hashable, Sendable, CaseIterable {
    /// By where the finger is.
    case buttonAreas = "button-areas"
    /// By how many fingers are on the touchpad.
    case clickfinger
}

/// The settings of all pointing devices.
package struct PointingRules: Hashable, Sendable {
    /// Of every pointing device, touchpads among them.
    package var pointers = PointingSettings()
    package var touchpads = PointingSettings.ofTouchpads
    /// Rules for devices by name, which count before both; of several that set a value the first one.
    package var devices: [DeviceRule] = []

    package init() {}

    /// The settings of one device.
    package func settings(of name: String, isPointer: Bool, isTouchpad: Bool) -> PointingSettings {
        var settings = devices.filter { $0.name == name }
            .reduce(PointingSettings()) { settings, rule in settings.over(rule.pointing) }
        if isTouchpad { settings = settings.over(touchpads) }
        if isPointer { settings = settings.over(pointers) }
        return settings
    }
}
