package import Geometry
package import Mirroring

/// A display plugged into a virtual connector.
package struct PluggedDisplay: Hashable, Sendable {
    /// The connector's name, such as `HDMI-A-1`: its type and a number.
    package var name: String
    /// The display's native resolution.
    package var size: Size<ScanoutSpace>
    /// The refresh rate in thousandths of a hertz.
    package var refreshMilliHertz: Int
    /// The width and height of the picture in millimetres; 0x0 for a display that reports none.
    package var physicalSize: PhysicalSize
    /// The mounting of the display, as in a panel's device tree.
    package var mounting: Transform

    /// Without a physical size, the display gets that of a usual monitor with as many pixels.
    package init(
        name: String, size: Size<ScanoutSpace>, refreshMilliHertz: Int = 60_000, physicalSize: PhysicalSize? = nil,
        mounting: Transform = .normal
    ) {
        self.name = name
        self.size = size
        self.refreshMilliHertz = refreshMilliHertz
        self.physicalSize = physicalSize ?? Self.usualPhysicalSize(of: size)
        self.mounting = mounting
    }

    /// Throws if the name, the size or the rate is invalid.
    func validate() throws(VirtualDisplayError) {
        guard ConnectorType(connectorName: name) != nil else { throw .notAConnector(name) }
        let sides = 1...16_384
        guard sides.contains(size.width), sides.contains(size.height) else { throw .absurdSize(size) }
        guard (1000...1_000_000).contains(refreshMilliHertz) else { throw .absurdRefresh(refreshMilliHertz) }
    }

    /// The core's description of the connector with this display.
    var outputDescription: OutputDescription {
        let connector = ConnectorType(connectorName: name) ?? .virtual
        return OutputDescription(
            id: OutputID(name), connector: connector, isConnected: true,
            modes: connector.isBuiltIn ? [ownMode] : [ownMode] + lesserModes,
            identity: DisplayIdentity(make: "KGM", model: "Virtual", serial: name),
            physicalSize: physicalSize.width > 0 && physicalSize.height > 0 ? physicalSize : nil, mounting: mounting)
    }

    /// The picture's size at 95 pixels per inch: screenshots are looked at on monitors, on which the menu, notices and hints are
    /// then about as large as they are said to be.
    private static func usualPhysicalSize(of size: Size<ScanoutSpace>) -> PhysicalSize {
        PhysicalSize(of: size, pixelsPerMillimetre: 95 / 25.4)
    }

    private var ownMode: Mode { Mode(size: size, refreshMilliHertz: refreshMilliHertz, isPreferred: true) }

    /// The usual smaller modes that a monitor lists after its native one.
    private var lesserModes: [Mode] {
        [(3840, 2160), (2560, 1440), (1920, 1080), (1280, 720), (1024, 768), (640, 480)]
            .map { Size(width: $0, height: $1) }
            .filter { $0.width <= size.width && $0.height <= size.height && $0 != size }
            .map { Mode(size: $0, refreshMilliHertz: 60_000) }
    }
}

/// Why a virtual display could not be plugged, unplugged or changed.
package enum VirtualDisplayError: Error, Hashable, CustomStringConvertible {
    /// The name is not a connector type and a number.
    case notAConnector(String)
    /// A display is already plugged in under this name.
    case nameTaken(String)
    /// No display is plugged in under this name.
    case unknownName(String)
    /// The width or the height is not 1 to 16384.
    case absurdSize(Size<ScanoutSpace>)
    /// The rate in thousandths of a hertz is not 1000 to 1000000.
    case absurdRefresh(Int)
    /// The limit of connectors is reached.
    case tooManyConnectors(limit: Int)

    package var description: String {
        switch self {
        case .notAConnector(let name): ConnectorType.complaint(about: name)
        case .nameTaken(let name): "\(name): a display is plugged in there; unplug it first"
        case .unknownName(let name): "\(name): no display is plugged in there; see 'kagami outputs'"
        case .absurdSize(let size):
            "bad size \(size.width)x\(size.height): width and height are 1 to 16384"
        case .absurdRefresh(let rate): "bad refresh rate of \(rate) mHz: use 1 to 1000 Hz"
        case .tooManyConnectors(let limit): "no more than \(limit) connectors; use the name of an old one"
        }
    }
}
