/// What kind of plug an output hangs on, as the kernel's `DRM_MODE_CONNECTOR_*` constants tell it.
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

    /// The display is built into the machine and cannot be unplugged by its user.
    package var isBuiltIn: Bool {
        switch self {
        case .eDP, .lvds, .dsi, .dpi, .spi: true
        default: false
        }
    }
}
