import Geometry

/// What the user may choose; every field has a default that needs no file.
package struct Configuration: Hashable, Sendable {
    package var application = TrustConfiguration()
    package var panel = PanelConfiguration()
    package var external = ExternalConfiguration()
    package var controller = ControllerConfiguration()
    package var keyboard = KeyboardConfiguration()
    package var pip = PiPConfiguration()
    package var hud = HUDConfiguration()
    package var bindings = BindingConfiguration()
    package var idle = IdleConfiguration()
    /// Rules for input devices, the first that matches wins.
    package var devices: [DeviceRule] = []

    package init() {}
}

/// The primary display.
package struct PanelConfiguration: Hashable, Sendable {
    /// The panel application and its arguments; empty for none.
    package var command: [String] = []
    package var trust = TrustConfiguration()
    /// The connector to use as the panel, over the built-in-first rule.
    package var output: OutputID?
    /// How the picture is turned, over what the display says of its mounting.
    package var transform: Transform?
    /// Pixels per logical pixel; nil for what fits the display's size.
    package var scale: Scale?

    package init() {}
}

/// The display that is plugged in.
package struct ExternalConfiguration: Hashable, Sendable {
    /// The connector to prefer over what the policy says.
    package var output: OutputID?
    package var policy: ExternalPolicy = .largest
    /// The mode to try first.
    package var mode: ModeRequest?
    package var transform: Transform = .normal
    /// Pixels per logical pixel; nil for what fits the display's size.
    package var scale: Scale?
    /// Whether an external is used at all when the service starts.
    package var isMirroringEnabled = true

    package init() {}
}

/// Which display becomes the external where several are plugged in.
package enum ExternalPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The one of the highest resolution: a larger one takes over from a smaller.
    case largest
    /// The one that was plugged in first, until it is unplugged.
    case first
}

/// A wished-for mode: a size, and perhaps a rate.
package struct ModeRequest: Hashable, Sendable {
    package var size: Size<ScanoutSpace>
    package var refreshMilliHertz: Int?

    package init(size: Size<ScanoutSpace>, refreshMilliHertz: Int? = nil) {
        self.size = size
        self.refreshMilliHertz = refreshMilliHertz
    }
}

/// The panel's scene while mirroring.
package struct ControllerConfiguration: Hashable, Sendable {
    package var barColor: Color = .black
    /// Panel pixels per external pixel at most.
    package var maximumScale: Double = 1
    package var showsTouchDiscs = true

    package init() {}
}

/// An xkb keymap by names, empty for the system's default, and how keys repeat.
package struct KeyboardConfiguration: Hashable, Sendable {
    package var layout = ""
    package var variant = ""
    package var options = ""
    package var model = ""
    /// Repeats a second; 0 for none.
    package var repeatRate = 25
    package var repeatDelayMilliseconds = 600

    package init() {}
}

/// Ties input devices to an output.
package struct DeviceRule: Hashable, Sendable {
    /// The device's whole name as the kernel gives it.
    package var name: String
    /// A connector's name, `panel` or `external`.
    package var output: String

    package init(name: String, output: String) {
        self.name = name
        self.output = output
    }
}
