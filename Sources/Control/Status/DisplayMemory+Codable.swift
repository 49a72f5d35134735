import Geometry
package import Mirroring

/// The file of what was set for displays: `displays`, the one that was set last at its end.
extension DisplayMemory: Codable {
    private enum CodingKeys: String, CodingKey {
        case entries = "displays"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode([Entry].self, forKey: .entries))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entries, forKey: .entries)
    }
}

/// One display, with what was set for it.
extension DisplayMemory.Entry: Codable {
    private enum CodingKeys: String, CodingKey {
        case output, make, model, serial, settings
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            identity: DisplayIdentity(
                make: try container.decodeIfPresent(String.self, forKey: .make),
                model: try container.decodeIfPresent(String.self, forKey: .model),
                serial: try container.decodeIfPresent(String.self, forKey: .serial)),
            output: try container.decode(OutputID.self, forKey: .output),
            settings: try container.decode(DisplaySettings.self, forKey: .settings))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encodeIfPresent(key.identity.make, forKey: .make)
        try container.encodeIfPresent(key.identity.model, forKey: .model)
        try container.encodeIfPresent(key.identity.serial, forKey: .serial)
        try container.encode(settings, forKey: .settings)
    }
}

/// What was set by hand for a display; every key is always present, and null where nothing was set.
extension DisplaySettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case mode, scale, transform
        case variableRefresh = "vrr"
        case controllerMode = "controller"
        case overscanPercent = "overscan"
        case zoom
        case volumePercent = "volume"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let factor = try container.decodeIfPresent(Double.self, forKey: .scale)
        let scale = factor.flatMap { Scale($0) }
        if factor != nil, scale == nil {
            throw DecodingError.dataCorruptedError(
                forKey: .scale, in: container, debugDescription: "no possible scale")
        }
        let overscan = try container.decodeIfPresent(Int.self, forKey: .overscanPercent)
        if let overscan, !DisplaySettings.overscanPercents.contains(overscan) {
            throw DecodingError.dataCorruptedError(
                forKey: .overscanPercent, in: container, debugDescription: "no possible overscan")
        }
        let volume = try container.decodeIfPresent(Int.self, forKey: .volumePercent)
        if let volume, !DisplaySettings.volumePercents.contains(volume) {
            throw DecodingError.dataCorruptedError(
                forKey: .volumePercent, in: container, debugDescription: "no possible volume")
        }
        self.init(
            mode: try container.decodeIfPresent(RememberedMode.self, forKey: .mode)?.request, scale: scale,
            transform: try container.decodeIfPresent(TransformName.self, forKey: .transform)?.transform,
            // Files of the versions before them lack the keys.
            variableRefresh: try container.decodeIfPresent(VariableRefresh.self, forKey: .variableRefresh),
            controllerMode: try container.decodeIfPresent(ControllerMode.self, forKey: .controllerMode),
            overscanPercent: overscan,
            zoom: try container.decodeIfPresent(RememberedZoom.self, forKey: .zoom)?.zoom,
            volumePercent: volume)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mode.map(RememberedMode.init), forKey: .mode)
        try container.encode(scale?.factor, forKey: .scale)
        try container.encode(transform.map { TransformName($0) }, forKey: .transform)
        try container.encode(variableRefresh, forKey: .variableRefresh)
        try container.encode(controllerMode, forKey: .controllerMode)
        try container.encode(overscanPercent, forKey: .overscanPercent)
        try container.encode(zoom.map(RememberedZoom.init), forKey: .zoom)
        try container.encode(volumePercent, forKey: .volumePercent)
    }
}

/// A mode as it is remembered; without a rate, the highest of the size is meant.
private struct RememberedMode: Codable {
    let request: ModeRequest

    private enum CodingKeys: String, CodingKey {
        case width, height
        case refreshMilliHertz = "refresh_mhz"
    }

    init(_ request: ModeRequest) {
        self.request = request
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        request = ModeRequest(
            size: Size(
                width: try container.decode(Int.self, forKey: .width),
                height: try container.decode(Int.self, forKey: .height)),
            refreshMilliHertz: try container.decodeIfPresent(Int.self, forKey: .refreshMilliHertz))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(request.size.width, forKey: .width)
        try container.encode(request.size.height, forKey: .height)
        try container.encode(request.refreshMilliHertz, forKey: .refreshMilliHertz)
    }
}

/// The controller's zoom as it is remembered, and the content's size; without a middle, the content's own is meant.
private struct RememberedZoom: Codable {
    let zoom: ContentZoom

    private enum CodingKeys: String, CodingKey {
        case factor, x, y, width, height
    }

    init(_ zoom: ContentZoom) {
        self.zoom = zoom
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let x = try container.decodeIfPresent(Double.self, forKey: .x)
        let y = try container.decodeIfPresent(Double.self, forKey: .y)
        var center: Point<ContentSpace>?
        if let x, let y { center = Point(x: x, y: y) }
        zoom = ContentZoom(
            ControllerZoom(factor: try container.decode(Double.self, forKey: .factor), center: center),
            of: Size(
                width: try container.decode(Int.self, forKey: .width),
                height: try container.decode(Int.self, forKey: .height)))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(zoom.zoom.factor, forKey: .factor)
        try container.encode(zoom.zoom.center?.x, forKey: .x)
        try container.encode(zoom.zoom.center?.y, forKey: .y)
        try container.encode(zoom.size.width, forKey: .width)
        try container.encode(zoom.size.height, forKey: .height)
    }
}
