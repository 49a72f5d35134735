package import Geometry

/// A connector and the display that is plugged into it.
package struct OutputDescription: Hashable, Sendable {
    package var id: OutputID
    package var connector: ConnectorType
    package var isConnected: Bool
    /// In the order in which the display lists them; empty when nothing is connected.
    package var modes: [Mode]
    package var identity: DisplayIdentity
    /// Width and height of the picture in millimetres, or nil where the display does not say.
    package var physicalSize: PhysicalSize?
    /// How the panel is mounted: the transform that makes its picture upright.
    package var mounting: Transform

    package init(
        id: OutputID, connector: ConnectorType, isConnected: Bool, modes: [Mode] = [],
        identity: DisplayIdentity = DisplayIdentity(), physicalSize: PhysicalSize? = nil,
        mounting: Transform = .normal
    ) {
        self.id = id
        self.connector = connector
        self.isConnected = isConnected
        self.modes = modes
        self.identity = identity
        self.physicalSize = physicalSize
        self.mounting = mounting
    }
}

/// A picture's width and height in millimetres.
package struct PhysicalSize: Hashable, Sendable, Codable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
