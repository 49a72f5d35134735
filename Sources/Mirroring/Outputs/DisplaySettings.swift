package import Geometry

/// What someone has set for one display; nil for what the configuration, or the display itself, says.
package struct DisplaySettings: Hashable, Sendable {
    /// One of the modes that the display lists.
    package var mode: ModeRequest?
    /// Physical pixels per logical pixel.
    package var scale: Scale?
    package var transform: Transform?
    package var variableRefresh: VariableRefresh?
    /// What fingers on the controller do while the display is the external.
    package var controllerMode: ControllerMode?
    /// How much of each edge the display's glass cuts off, in percent of the width and height.
    package var overscanPercent: Int?
    /// Which part of the content the controller shows while the display is the external.
    package var zoom: ContentZoom?
    /// How loud the display's own sink is while the display is the external, in percent as people hear loudness.
    package var volumePercent: Int?

    /// What a display may cut off at an edge.
    package static let overscanPercents = 0...10
    /// What PipeWire's own controls offer.
    package static let volumePercents = 0...150

    package init(
        mode: ModeRequest? = nil, scale: Scale? = nil, transform: Transform? = nil,
        variableRefresh: VariableRefresh? = nil, controllerMode: ControllerMode? = nil, overscanPercent: Int? = nil,
        zoom: ContentZoom? = nil, volumePercent: Int? = nil
    ) {
        self.mode = mode
        self.scale = scale
        self.transform = transform
        self.variableRefresh = variableRefresh
        self.controllerMode = controllerMode
        self.overscanPercent = overscanPercent
        self.zoom = zoom
        self.volumePercent = volumePercent
    }

    package var isEmpty: Bool { self == DisplaySettings() }

    /// These settings with what newer ones say in their place.
    package func updated(with newer: DisplaySettings) -> DisplaySettings {
        DisplaySettings(
            mode: newer.mode ?? mode, scale: newer.scale ?? scale, transform: newer.transform ?? transform,
            variableRefresh: newer.variableRefresh ?? variableRefresh,
            controllerMode: newer.controllerMode ?? controllerMode,
            overscanPercent: newer.overscanPercent ?? overscanPercent, zoom: newer.zoom ?? zoom,
            volumePercent: newer.volumePercent ?? volumePercent)
    }
}

/// A controller's zoom, and the size of the content that it is a part of: another size begins with all of the content.
package struct ContentZoom: Hashable, Sendable {
    package let zoom: ControllerZoom
    package let size: Size<ContentSpace>

    package init(_ zoom: ControllerZoom, of size: Size<ContentSpace>) {
        self.zoom = zoom
        self.size = size
    }
}

/// What the core needs of those who set displays up from outside: tools.
package protocol DisplaySettingsPort: AnyObject {
    /// Held weakly.
    var settingsObserver: (any DisplaySettingsObserver)? { get set }
}

/// Gives displays other settings.
package protocol DisplaySettingsObserver: AnyObject {
    /// Why a display cannot have these settings, as far as that is known without trying; nil where it can. Changes nothing.
    func refusal(of settings: DisplaySettings, on id: OutputID) -> String?

    /// Gives a display these settings beside those that it has; returns why it cannot have them, and then it is as before.
    func set(_ settings: DisplaySettings, on id: OutputID) -> String?
}

/// A transform by its name in configuration and status: `normal`, `90`, `flipped-270`.
package struct TransformName: Hashable, Sendable, CustomStringConvertible {
    package let transform: Transform

    package init(_ transform: Transform) {
        self.transform = transform
    }

    /// Nil for any text that names no transform.
    package init?(_ name: String) {
        guard let index = Self.all.firstIndex(of: name), let transform = Transform(rawValue: Int32(index)) else {
            return nil
        }
        self.transform = transform
    }

    /// Every name, in the order of `wl_output.transform`.
    package static let all = [
        "normal", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270",
    ]

    package var description: String { Self.all[Int(transform.rawValue)] }
}
