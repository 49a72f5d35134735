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
