/// The kind of a connector, after the kernel's `DRM_MODE_CONNECTOR_*` constants.
package enum ConnectorType: String, Hashable, Sendable, Codable, CaseIterable {
    case vga = "VGA"
    case dviI = "DVI-I"
    case dviD = "DVI-D"
    case dviA = "DVI-A"
    case composite = "Composite"
    case sVideo = "SVIDEO"
    case lvds = "LVDS"
    case component = "Component"
    case din = "DIN"
    case displayPort = "DP"
    case hdmiA = "HDMI-A"
    case hdmiB = "HDMI-B"
    case tv = "TV"
    case eDP = "eDP"
    case virtual = "Virtual"
    case dsi = "DSI"
    case dpi = "DPI"
    case writeback = "Writeback"
    case spi = "SPI"
    case usb = "USB"
    case unknown = "Unknown"

    /// The kinds of connector that a display can be plugged into.
    package static let pluggable = allCases.filter { $0 != .writeback && $0 != .unknown }

    /// The type of a connector from the name that the kernel gives it, such as `HDMI-A-1`.
    ///
    /// The name is the type, a hyphen and a number. The result is nil for any other name, and for types that no display
    /// can be plugged into.
    package init?(connectorName name: String) {
        func isNumber(_ text: Substring) -> Bool {
            (1...4).contains(text.utf8.count)
                && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        let type = Self.pluggable.first { type in
            name.hasPrefix(type.rawValue + "-") && isNumber(name.dropFirst(type.rawValue.count + 1))
        }
        guard let type else { return nil }
        self = type
    }

    /// The error message for a name that is not a connector's, with the format of such names and all types.
    package static func complaint(about name: String) -> String {
        let types = pluggable.map(\.rawValue).joined(separator: ", ")
        return "'\(name.prefix(40))' is not a connector: use TYPE-NUMBER, such as HDMI-A-1; the types are \(types)"
    }

    /// Whether the display is beside the machine, on a cable; a virtual display is neither on a cable nor built in.
    package var isOnCable: Bool {
        switch self {
        case .vga, .dviI, .dviD, .dviA, .displayPort, .hdmiA, .hdmiB, .usb: true
        default: false
        }
    }

    /// Whether the display is built into the machine and cannot be unplugged by its user.
    package var isBuiltIn: Bool {
        switch self {
        case .eDP, .lvds, .dsi, .dpi, .spi: true
        default: false
        }
    }
}
