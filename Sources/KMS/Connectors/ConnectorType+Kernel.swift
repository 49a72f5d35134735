import Mirroring

extension ConnectorType {
    /// The type with the number `number` among the `DRM_MODE_CONNECTOR_*` constants.
    init(kernelNumber number: UInt32) {
        // In the order of the constants in drm_mode.h, from DRM_MODE_CONNECTOR_Unknown (0) on.
        let types: [ConnectorType] = [
            .unknown, .vga, .dviI, .dviD, .dviA, .composite, .sVideo, .lvds, .component, .din, .displayPort, .hdmiA,
            .hdmiB, .tv, .eDP, .virtual, .dsi, .dpi, .writeback, .spi, .usb,
        ]
        self = number < UInt32(types.count) ? types[Int(number)] : .unknown
    }
}
