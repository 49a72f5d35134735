package import Mirroring

extension ControlCommands {
    static let virtualDisplays: [any ControlCommand.Type] = [
        PlugRequest.self, UnplugRequest.self, RefuseRequest.self,
    ]
}

/// Plug a display into the virtual backend.
package struct PlugRequest: ControlCommand {
    package static let name = "virtual.plug"
    package static let worksWhileLocked = true
    package static let maximumLength = 16384
    package static let defaultRefreshMilliHertz = 60_000

    package var output: OutputID
    /// Physical pixels, each at most `maximumLength`.
    package var width: Int
    package var height: Int
    package var refreshMilliHertz: Int
    /// The picture's size; nil for that of a usual monitor with as many pixels, 0x0 for a display that reports none.
    package var physicalSize: PhysicalSize?
    /// Whether the display goes when the connection that plugged it in closes. Until then the same connection may plug in another
    /// one of the same name, which takes its place.
    package var isWhileConnected: Bool

    /// The possible lengths in millimetres, up to a wall's.
    package static let physicalLengths = 0...20_000

    private enum CodingKeys: String, CodingKey {
        case output = "name"
        case width, height
        case refreshMilliHertz = "refresh_mhz"
        case physicalSize = "physical_size_mm"
        case isWhileConnected = "while_connected"
    }

    package init(
        output: OutputID, width: Int, height: Int, refreshMilliHertz: Int = PlugRequest.defaultRefreshMilliHertz,
        physicalSize: PhysicalSize? = nil, isWhileConnected: Bool = false
    ) {
        self.output = output
        self.width = width
        self.height = height
        self.refreshMilliHertz = refreshMilliHertz
        self.physicalSize = physicalSize
        self.isWhileConnected = isWhileConnected
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        self.init(
            output: try fields.output(.output), width: try fields.integer(.width, in: 1...Self.maximumLength),
            height: try fields.integer(.height, in: 1...Self.maximumLength),
            refreshMilliHertz: try fields.integer(
                .refreshMilliHertz, in: 1000...1_000_000, default: Self.defaultRefreshMilliHertz),
            physicalSize: try fields.optional(.physicalSize),
            isWhileConnected: try fields.optional(.isWhileConnected) ?? false)
        let lengths = Self.physicalLengths
        if let physicalSize, !lengths.contains(physicalSize.width) || !lengths.contains(physicalSize.height) {
            throw ControlRequestError("physical_size_mm must have a width and a height of 0 to \(lengths.upperBound)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(refreshMilliHertz, forKey: .refreshMilliHertz)
        try container.encodeIfPresent(physicalSize, forKey: .physicalSize)
        if isWhileConnected { try container.encode(true, forKey: .isWhileConnected) }
    }
}

/// Unplug a display from the virtual backend.
package struct UnplugRequest: OutputCommand {
    package static let name = "virtual.unplug"
    package static let worksWhileLocked = true

    package var output: OutputID

    package init(_ output: OutputID) {
        self.output = output
    }
}

/// Make a virtual display refuse modes of a size: always, or a number of times for lack of memory.
package struct RefuseRequest: ControlCommand {
    package static let name = "virtual.refuse"
    package static let worksWhileLocked = true
    /// How many times a virtual display can be told to lack memory.
    package static let possibleTries = 1...1000

    /// The display and the size; the rate is ignored.
    package var mode: PlugRequest
    /// How many times the display lacks memory; nil to refuse the size always.
    package var tries: Int?

    private enum CodingKeys: String, CodingKey {
        case tries
    }

    package init(_ output: OutputID, width: Int, height: Int, tries: Int? = nil) {
        mode = PlugRequest(output: output, width: width, height: height)
        self.tries = tries
    }

    package init(from decoder: any Decoder) throws {
        mode = try PlugRequest(from: decoder)
        let fields = try RequestFields<CodingKeys>(decoder)
        tries = fields.contains(.tries) ? try fields.integer(.tries, in: Self.possibleTries) : nil
    }

    package func encode(to encoder: any Encoder) throws {
        try mode.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(tries, forKey: .tries)
    }
}
