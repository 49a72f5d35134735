/// How a mouse, a touchpad or another pointing device behaves.
///
/// A setting that is nil stays as libinput has it for the device.
package struct PointingSettings: Hashable, Sendable {
    /// The pointer's speed, from -1 for the slowest to 1 for the fastest.
    package var speed: Double?
    package var profile: AccelerationProfile?
    /// Whether the content follows the fingers or the wheel, as on a touchscreen.
    package var scrollsNaturally: Bool?
    package var isLeftHanded: Bool?
    /// Whether the left and the right button together act as the middle button.
    package var emulatesMiddle: Bool?
    package var scrollMethod: ScrollMethod?
    /// The button to hold for scrolling, as a Linux event code.
    package var scrollButton: UInt32?
    /// Whether a tap clicks.
    package var taps: Bool?
    /// Whether a finger put down again after a tap drags.
    package var drags: Bool?
    /// Whether a drag after a tap outlasts a short lift of the finger.
    package var locksDrags: Bool?
    package var isOffWhileTyping: Bool?
    package var clickMethod: ClickMethod?

    package init() {}

    /// The settings of touchpads without a configuration.
    ///
    /// Users of a kiosk or a handheld expect a tap to click.
    package static let ofTouchpads: PointingSettings = {
        var settings = PointingSettings()
        settings.taps = true
        return settings
    }()

    /// These settings, with the values of `other` where these are nil.
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

/// How far the pointer moves for a movement of the device.
package enum AccelerationProfile: String, Hashable, Sendable, CaseIterable {
    /// The faster the movement is, the further the pointer moves.
    case adaptive
    /// The factor is the same at any speed.
    case flat
}

/// The way to scroll without a wheel.
package enum ScrollMethod: String, Hashable, Sendable, CaseIterable {
    case twoFinger = "two-finger"
    /// A finger moves along the touchpad's edge.
    case edge
    /// The device moves while a button is held.
    case button
    case none
}

/// How a touchpad that is one large button tells which button a press is.
package enum ClickMethod: String, Hashable, Sendable, CaseIterable {
    /// The place of the finger tells.
    case buttonAreas = "button-areas"
    /// The number of fingers on the touchpad tells.
    case clickfinger
}

/// The settings of all pointing devices.
package struct PointingRules: Hashable, Sendable {
    /// The settings of every pointing device, including touchpads.
    package var pointers = PointingSettings()
    package var touchpads = PointingSettings.ofTouchpads
    /// Rules for devices by name, which override the settings above; the first rule that sets a value wins.
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
