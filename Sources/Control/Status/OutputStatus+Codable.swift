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

/// A display's frames: the `bits` of each colour, and the `reason` why more are wanted and not there, null for none.
extension FrameDepth: Codable {
    private enum CodingKeys: String, CodingKey {
        case bits
        case refusal = "reason"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let bits: ColorDepth = try container.decode(Int.self, forKey: .bits) > ColorDepth.eight.rawValue ? .ten : .eight
        let reason = try container.decodeIfPresent(String.self, forKey: .refusal)
        self.init(bits, refusal: reason.flatMap(DepthRefusal.init))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bits.rawValue, forKey: .bits)
        try container.encode(refusal?.rawValue, forKey: .refusal)
    }
}

extension LayerStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, path, reason, plane
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try container.decode(OutputLayerKind.self, forKey: .kind),
            path: try container.decode(LayerPath.self, forKey: .path),
            reason: try container.decodeIfPresent(String.self, forKey: .reason),
            plane: try container.decodeIfPresent(UInt32.self, forKey: .plane))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(path, forKey: .path)
        try container.encode(reason, forKey: .reason)
        try container.encode(plane, forKey: .plane)
    }
}

/// One way to show frames: `on`, and the `reason` why it is wanted and not on, null for none.
extension TimingOutcome: Codable {
    private enum CodingKeys: String, CodingKey {
        case isOn = "on"
        case reason
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let reason = try container.decodeIfPresent(String.self, forKey: .reason) {
            guard let refusal = TimingRefusal(rawValue: reason) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .reason, in: container, debugDescription: "an unknown reason")
            }
            self = .refused(refusal)
        } else {
            self = try container.decode(Bool.self, forKey: .isOn) ? .on : .off
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(self == .on, forKey: .isOn)
        let reason: String? = if case .refused(let refusal) = self { refusal.rawValue } else { nil }
        try container.encode(reason, forKey: .reason)
    }
}
