package import Geometry

/// A connector and the display that is plugged into it.
package struct OutputDescription: Hashable, Sendable {
    package var id: OutputID
    package var connector: ConnectorType
    package var isConnected: Bool
    /// The modes in the order of the display's list, empty when nothing is connected.
    package var modes: [Mode]
    package var identity: DisplayIdentity
    /// The width and height of the picture in millimetres, or nil where the display reports none.
    package var physicalSize: PhysicalSize?
    /// Whether the modes are the driver's guess, because the display reports none.
    package var isSilent: Bool
    /// The transform that makes the picture upright on the panel as it is mounted.
    package var mounting: Transform
    /// Whether the display can wait for frames.
    package var canVaryRefresh: Bool
    /// The connector by the kernel's numbers, or nil for a connector that the kernel does not have.
    package var kernelConnector: KernelConnector?

    package init(
        id: OutputID, connector: ConnectorType, isConnected: Bool, modes: [Mode] = [],
        identity: DisplayIdentity = DisplayIdentity(), physicalSize: PhysicalSize? = nil,
        isSilent: Bool = false, mounting: Transform = .normal, canVaryRefresh: Bool = false,
        kernelConnector: KernelConnector? = nil
    ) {
        self.id = id
        self.connector = connector
        self.isConnected = isConnected
        self.modes = modes
        self.identity = identity
        self.physicalSize = physicalSize
        self.isSilent = isSilent
        self.mounting = mounting
        self.canVaryRefresh = canVaryRefresh
        self.kernelConnector = kernelConnector
    }
}

/// A connector as other drivers name it, such as the driver of the HDMI-CEC line in the same cable.
package struct KernelConnector: Hashable, Sendable {
    /// The number of the card, as in `/dev/dri/card0`.
    package let card: UInt32
    /// The connector's object number on that card.
    package let number: UInt32

    package init(card: UInt32, number: UInt32) {
        self.card = card
        self.number = number
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

    /// The size of so many pixels at a density.
    package init<Space>(of size: Size<Space>, pixelsPerMillimetre density: Double) {
        func length(_ pixels: Int) -> Int { Int(clamping: (Double(pixels) / density).rounded()) }
        self.init(width: length(size.width), height: length(size.height))
    }
}

/// The name of a connector, such as `HDMI-A-1`: unique on one machine and stable across replugs.
package struct OutputID: Hashable, Sendable, TextCodable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package var description: String { name }

    /// Hashes only the length of the name.
    ///
    /// Outputs are few and are looked up for each frame. The length tells enough of them apart.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name.utf8.count)
    }
}

/// One timing that a display offers.
package struct Mode: Hashable, Sendable {
    /// Pixels scanned out, before any rotation.
    package var size: Size<ScanoutSpace>
    /// Refresh rate in thousandths of a hertz.
    package var refreshMilliHertz: Int
    /// Whether the display marks this mode as preferred.
    package var isPreferred: Bool
    /// Whether the kernel's command line asks for this mode (`video=`).
    package var isOfCommandLine: Bool
    /// The timing that the display is sent for a mode outside its list, or nil for a listed mode.
    package var timing: ModeTiming?

    package init(
        size: Size<ScanoutSpace>, refreshMilliHertz: Int, isPreferred: Bool = false, isOfCommandLine: Bool = false
    ) {
        self.size = size
        self.refreshMilliHertz = refreshMilliHertz
        self.isPreferred = isPreferred
        self.isOfCommandLine = isOfCommandLine
    }

    /// A mode that the display does not list.
    package init(_ timing: ModeTiming) {
        self.init(
            size: Size(width: timing.horizontal.displayed, height: timing.vertical.displayed),
            refreshMilliHertz: timing.refreshMilliHertz)
        self.timing = timing
    }
}

/// A display's identity from its EDID; a value is nil where the EDID lacks it.
package struct DisplayIdentity: Hashable, Sendable, Codable {
    /// The three-letter PNP identifier of the maker, such as `DEL`.
    package var make: String?
    package var model: String?
    package var serial: String?

    package init(make: String? = nil, model: String? = nil, serial: String? = nil) {
        self.make = make
        self.model = model
        self.serial = serial
    }
}
