package import Mirroring

/// One item of `outputs`; every key is always present.
extension OutputStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case name
        case isConnected = "connected"
        case role, modes
        case currentMode = "current_mode"
        case isOff = "off"
        case make, model, serial
        case physicalSize = "physical_size_mm"
        case touchscreens, remembered, layers
        case canVaryRefresh = "vrr_capable"
        case variableRefresh = "vrr"
        case depth
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(OutputID.self, forKey: .name),
            isConnected: try container.decode(Bool.self, forKey: .isConnected),
            role: try container.decodeIfPresent(OutputRole.self, forKey: .role),
            modes: try container.decode([ModeStatus].self, forKey: .modes),
            currentMode: try container.decodeIfPresent(ModeStatus.self, forKey: .currentMode),
            isOff: try container.decodeIfPresent(Bool.self, forKey: .isOff),
            identity: DisplayIdentity(
                make: try container.decodeIfPresent(String.self, forKey: .make),
                model: try container.decodeIfPresent(String.self, forKey: .model),
                serial: try container.decodeIfPresent(String.self, forKey: .serial)),
            physicalSize: try container.decodeIfPresent(PhysicalSize.self, forKey: .physicalSize),
            touchscreens: try container.decode([TouchscreenStatus].self, forKey: .touchscreens),
            remembered: try container.decodeIfPresent(DisplaySettings.self, forKey: .remembered),
            layers: try container.decode([LayerStatus].self, forKey: .layers),
            canVaryRefresh: try container.decode(Bool.self, forKey: .canVaryRefresh),
            variableRefresh: try container.decodeIfPresent(TimingOutcome.self, forKey: .variableRefresh),
            depth: try container.decodeIfPresent(FrameDepth.self, forKey: .depth))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(isConnected, forKey: .isConnected)
        try container.encode(role, forKey: .role)
        try container.encode(modes, forKey: .modes)
        try container.encode(currentMode, forKey: .currentMode)
        try container.encode(isOff, forKey: .isOff)
        try container.encode(identity.make, forKey: .make)
        try container.encode(identity.model, forKey: .model)
        try container.encode(identity.serial, forKey: .serial)
        try container.encode(physicalSize, forKey: .physicalSize)
        try container.encode(touchscreens, forKey: .touchscreens)
        try container.encode(remembered, forKey: .remembered)
        try container.encode(layers, forKey: .layers)
        try container.encode(canVaryRefresh, forKey: .canVaryRefresh)
        try container.encode(variableRefresh, forKey: .variableRefresh)
        try container.encode(depth, forKey: .depth)
    }
}

extension ModeStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case width, height
        case refreshMilliHertz = "refresh_mhz"
        case isPreferred = "preferred"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height),
            refreshMilliHertz: try container.decode(Int.self, forKey: .refreshMilliHertz),
            isPreferred: try container.decode(Bool.self, forKey: .isPreferred))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(refreshMilliHertz, forKey: .refreshMilliHertz)
        try container.encode(isPreferred, forKey: .isPreferred)
    }
}
