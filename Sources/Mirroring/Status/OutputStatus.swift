import Geometry

/// One connector with its display.
package struct OutputStatus: Hashable, Sendable, Codable {
    package var name: OutputID
    package var isConnected: Bool
    /// The output's role, or nil while nothing is connected.
    @Nullable package var role: OutputRole?
    package var modes: [ModeStatus]
    /// The current mode, or nil while the output is disabled.
    @Nullable package var currentMode: ModeStatus?
    /// Whether the display is turned off, or nil while the output is disabled.
    @Nullable package var isOff: Bool?
    // The identity in the display's EDID; a value is nil where the EDID lacks it.
    @Nullable package var make: String?
    @Nullable package var model: String?
    @Nullable package var serial: String?
    /// The size of the display's picture, or nil where the display reports none.
    @Nullable package var physicalSize: PhysicalSize?
    /// The touchscreens that are the display's own glass.
    package var touchscreens: [TouchscreenStatus]
    /// The remembered settings made by hand for the display, or nil for none.
    @Nullable package var remembered: DisplaySettings?
    /// The layers of the output's frames, from back to front; empty while the output is disabled.
    package var layers: [LayerStatus]
    /// Whether the display can wait for frames.
    package var canVaryRefresh: Bool
    /// Whether the display waits for frames, or nil while the output is disabled.
    @Nullable package var variableRefresh: TimingOutcome?
    /// The colour depth of the output's drawn frames, or nil while the output is disabled.
    @Nullable package var depth: FrameDepth?

    private enum CodingKeys: String, CodingKey {
        case name, role, modes, make, model, serial, touchscreens, remembered, layers, depth
        case isConnected = "connected"
        case currentMode = "current_mode"
        case isOff = "off"
        case physicalSize = "physical_size_mm"
        case canVaryRefresh = "vrr_capable"
        case variableRefresh = "vrr"
    }
}

extension OutputStatus {
    package init(
        _ output: OutputDescription, role: OutputRole?, currentMode: Mode?, isOff: Bool = false,
        touchscreens: [TouchscreenStatus] = [], remembered: DisplaySettings? = nil, layers: [LayerStatus] = [],
        timing: TimingState? = nil, depth: FrameDepth? = nil
    ) {
        self.init(
            name: output.id, isConnected: output.isConnected, role: role,
            modes: output.modes.map { ModeStatus($0) }, currentMode: currentMode.map { ModeStatus($0) },
            isOff: currentMode.map { _ in isOff }, make: output.identity.make, model: output.identity.model,
            serial: output.identity.serial, physicalSize: output.physicalSize, touchscreens: touchscreens,
            remembered: remembered, layers: layers, canVaryRefresh: output.canVaryRefresh,
            variableRefresh: timing?.variableRefresh, depth: depth)
    }
}

/// A timing of a display: pixels scanned out, before any rotation, and the rate in thousandths of a hertz.
package struct ModeStatus: Hashable, Sendable, Codable {
    package var width: Int
    package var height: Int
    package var refreshMilliHertz: Int
    package var isPreferred: Bool

    private enum CodingKeys: String, CodingKey {
        case width, height
        case refreshMilliHertz = "refresh_mhz"
        case isPreferred = "preferred"
    }
}

extension ModeStatus {
    package init(_ mode: Mode) {
        self.init(
            width: mode.size.width, height: mode.size.height, refreshMilliHertz: mode.refreshMilliHertz,
            isPreferred: mode.isPreferred)
    }
}

/// A layer of a screen's frame and how it is shown.
package struct LayerStatus: Hashable, Sendable, Codable {
    package var kind: OutputLayerKind
    package var path: LayerPath
    /// Why the display does not show the layer by itself; nil where it does or where nothing better was tried.
    @Nullable package var reason: String?
    /// The number of the plane that shows the layer, or the picture that the content is drawn into; nil for none.
    @Nullable package var plane: UInt32?

    package init(kind: OutputLayerKind, path: LayerPath, reason: String? = nil, plane: UInt32? = nil) {
        self.plane = plane
        self.kind = kind
        self.path = path
        self.reason = reason
    }
}

/// How a layer is shown.
package enum LayerPath: String, Hashable, Sendable, Codable, CaseIterable {
    /// A plane of the display shows the layer.
    case plane
    /// The layer is drawn into the screen's picture.
    case composed
}
