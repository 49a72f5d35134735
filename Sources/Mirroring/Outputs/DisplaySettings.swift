package import Geometry

/// The settings made for one display; a nil leaves a setting to the configuration or the display.
package struct DisplaySettings: Hashable, Sendable {
    /// What the display is for while it is neither the panel nor the external: a copy, a controller or spare.
    package var role: OutputRole?
    /// The mode, one of those that the display lists.
    package var mode: ModeRequest?
    /// Physical pixels per logical pixel.
    package var scale: Scale?
    package var transform: Transform?
    package var variableRefresh: VariableRefresh?
    /// What fingers on the controller do while the display is the external.
    package var controllerMode: ControllerMode?
    /// The percentage of the width and the height that the display's glass cuts off at each edge.
    package var overscanPercent: Int?
    /// The part of the content that the controller shows while the display is the external.
    package var zoom: ContentZoom?
    /// The volume of the display's own sink while the display is the external, in percent of perceived loudness.
    package var volumePercent: Int?
    /// Whether larger text has been offered for the display, a television.
    package var isLargerTextOffered: Bool?

    /// The percentages that a display may cut off at an edge.
    package static let overscanPercents = 0...10
    /// The volumes that PipeWire's own controls offer.
    package static let volumePercents = 0...150

    package init(
        role: OutputRole? = nil, mode: ModeRequest? = nil, scale: Scale? = nil, transform: Transform? = nil,
        variableRefresh: VariableRefresh? = nil, controllerMode: ControllerMode? = nil, overscanPercent: Int? = nil,
        zoom: ContentZoom? = nil, volumePercent: Int? = nil, isLargerTextOffered: Bool? = nil
    ) {
        self.role = role
        self.mode = mode
        self.scale = scale
        self.transform = transform
        self.variableRefresh = variableRefresh
        self.controllerMode = controllerMode
        self.overscanPercent = overscanPercent
        self.zoom = zoom
        self.volumePercent = volumePercent
        self.isLargerTextOffered = isLargerTextOffered
    }

    package var isEmpty: Bool { self == DisplaySettings() }

    /// These settings, overridden by newer ones.
    package func updated(with newer: DisplaySettings) -> DisplaySettings {
        DisplaySettings(
            role: newer.role ?? role, mode: newer.mode ?? mode, scale: newer.scale ?? scale,
            transform: newer.transform ?? transform,
            variableRefresh: newer.variableRefresh ?? variableRefresh,
            controllerMode: newer.controllerMode ?? controllerMode,
            overscanPercent: newer.overscanPercent ?? overscanPercent, zoom: newer.zoom ?? zoom,
            volumePercent: newer.volumePercent ?? volumePercent,
            isLargerTextOffered: newer.isLargerTextOffered ?? isLargerTextOffered)
    }
}

/// The settings made by hand for a display; every key is always present, with null where nothing was set.
extension DisplaySettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case role, mode, scale, transform
        case variableRefresh = "vrr"
        case controllerMode = "controller"
        case overscanPercent = "overscan"
        case zoom
        case volumePercent = "volume"
        case isLargerTextOffered = "larger_text_offered"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Files of older versions lack some keys.
        func value<T: Decodable>(
            _ key: CodingKeys, as _: T.Type = T.self, where isPossible: (T) -> Bool = { _ in true }
        ) throws -> T? {
            guard let value = try container.decodeIfPresent(T.self, forKey: key) else { return nil }
            guard isPossible(value) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "impossible")
            }
            return value
        }
        self.init(
            role: try value(.role) { [.copy, .controller, .spare].contains($0) },
            mode: try value(.mode, as: RememberedMode.self)?.request,
            scale: try value(.scale) { Scale($0) != nil }.flatMap { Scale($0) },
            transform: try value(.transform, as: TransformName.self)?.transform,
            variableRefresh: try value(.variableRefresh), controllerMode: try value(.controllerMode),
            overscanPercent: try value(.overscanPercent, where: Self.overscanPercents.contains),
            zoom: try value(.zoom, as: RememberedZoom.self)?.zoom,
            volumePercent: try value(.volumePercent, where: Self.volumePercents.contains),
            isLargerTextOffered: try value(.isLargerTextOffered))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(role, forKey: .role)
        try container.encode(mode.map { RememberedMode($0) }, forKey: .mode)
        try container.encode(scale?.factor, forKey: .scale)
        try container.encode(transform.map { TransformName($0) }, forKey: .transform)
        try container.encode(variableRefresh, forKey: .variableRefresh)
        try container.encode(controllerMode, forKey: .controllerMode)
        try container.encode(overscanPercent, forKey: .overscanPercent)
        try container.encode(zoom.map { RememberedZoom($0) }, forKey: .zoom)
        try container.encode(volumePercent, forKey: .volumePercent)
        try container.encode(isLargerTextOffered, forKey: .isLargerTextOffered)
    }
}

/// A remembered mode; a mode without a rate means the highest rate of its size.
private struct RememberedMode: Codable {
    var width: Int
    var height: Int
    @Nullable var refreshMilliHertz: Int?

    private enum CodingKeys: String, CodingKey {
        case width, height
        case refreshMilliHertz = "refresh_mhz"
    }

    init(_ request: ModeRequest) {
        (width, height) = (request.size.width, request.size.height)
        refreshMilliHertz = request.refreshMilliHertz
    }

    var request: ModeRequest {
        ModeRequest(size: Size(width: width, height: height), refreshMilliHertz: refreshMilliHertz)
    }
}

/// The controller's remembered zoom and the content's size; without a centre, the content's centre is meant.
private struct RememberedZoom: Codable {
    var factor: Double
    @Nullable var x: Double?
    @Nullable var y: Double?
    var width: Int
    var height: Int

    init(_ zoom: ContentZoom) {
        factor = zoom.zoom.factor
        (x, y) = (zoom.zoom.center?.x, zoom.zoom.center?.y)
        (width, height) = (zoom.size.width, zoom.size.height)
    }

    var zoom: ContentZoom {
        var center: Point<ContentSpace>?
        if let x, let y { center = Point(x: x, y: y) }
        return ContentZoom(
            ControllerZoom(factor: factor, center: center), of: Size(width: width, height: height))
    }
}

/// A controller's zoom and the size of the content that it belongs to.
///
/// Content of another size begins without a zoom.
package struct ContentZoom: Hashable, Sendable {
    package let zoom: ControllerZoom
    package let size: Size<ContentSpace>

    package init(_ zoom: ControllerZoom, of size: Size<ContentSpace>) {
        self.zoom = zoom
        self.size = size
    }
}

/// Changes the settings of displays.
package protocol DisplaySettingsObserver: AnyObject {
    /// Why a display cannot have these settings, or nil where nothing is known against them.
    ///
    /// Asking changes nothing.
    func refusal(of settings: DisplaySettings, on id: OutputID) -> String?

    /// Adds these settings to the settings of a display.
    ///
    /// Returns why the display cannot have the settings, in which case nothing has changed.
    func set(_ settings: DisplaySettings, on id: OutputID) -> String?
}

/// A transform by its name in configuration and status, such as `normal`, `90` or `flipped-270`.
package struct TransformName: Hashable, Sendable, TextCodable {
    package let transform: Transform

    package init(_ transform: Transform) {
        self.transform = transform
    }

    /// The transform with this name, or nil for any other text.
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

/// When a display varies its refresh.
package enum VariableRefresh: String, Hashable, Sendable, Codable, CaseIterable {
    case off
    /// While one client's opaque picture covers the screen.
    case fullScreen = "full-screen"
    case on
}
