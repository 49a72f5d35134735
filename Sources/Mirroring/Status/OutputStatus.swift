import Geometry

/// One connector as `kagami outputs --json` lists it.
package struct OutputStatus: Hashable, Sendable {
    package var name: OutputID
    package var isConnected: Bool
    /// Nil while nothing is connected.
    package var role: OutputRole?
    package var modes: [ModeStatus]
    /// Nil while the output is disabled.
    package var currentMode: ModeStatus?
    package var identity: DisplayIdentity
    /// Nil where the display does not say.
    package var physicalSize: PhysicalSize?

    package init(_ output: OutputDescription, role: OutputRole?, currentMode: Mode?) {
        name = output.id
        isConnected = output.isConnected
        self.role = role
        modes = output.modes.map(ModeStatus.init)
        self.currentMode = currentMode.map(ModeStatus.init)
        identity = output.identity
        physicalSize = output.physicalSize
    }
}

extension OutputStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case name
        case isConnected = "connected"
        case role, modes
        case currentMode = "current_mode"
        case make, model, serial
        case physicalSize = "physical_size_mm"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(OutputID.self, forKey: .name)
        isConnected = try container.decode(Bool.self, forKey: .isConnected)
        role = try container.decodeIfPresent(OutputRole.self, forKey: .role)
        modes = try container.decode([ModeStatus].self, forKey: .modes)
        currentMode = try container.decodeIfPresent(ModeStatus.self, forKey: .currentMode)
        identity = DisplayIdentity(
            make: try container.decodeIfPresent(String.self, forKey: .make),
            model: try container.decodeIfPresent(String.self, forKey: .model),
            serial: try container.decodeIfPresent(String.self, forKey: .serial))
        physicalSize = try container.decodeIfPresent(PhysicalSize.self, forKey: .physicalSize)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(isConnected, forKey: .isConnected)
        try container.encode(role, forKey: .role)
        try container.encode(modes, forKey: .modes)
        try container.encode(currentMode, forKey: .currentMode)
        try container.encode(identity.make, forKey: .make)
        try container.encode(identity.model, forKey: .model)
        try container.encode(identity.serial, forKey: .serial)
        try container.encode(physicalSize, forKey: .physicalSize)
    }
}

/// One timing of a display: pixels scanned out, before any rotation, and the rate in thousandths of a hertz.
package struct ModeStatus: Hashable, Sendable, Codable {
    package var width: Int
    package var height: Int
    package var refreshMilliHertz: Int
    package var isPreferred: Bool

    package init(_ mode: Mode) {
        width = mode.size.width
        height = mode.size.height
        refreshMilliHertz = mode.refreshMilliHertz
        isPreferred = mode.isPreferred
    }

    private enum CodingKeys: String, CodingKey {
        case width, height
        case refreshMilliHertz = "refresh_mhz"
        case isPreferred = "preferred"
    }
}
