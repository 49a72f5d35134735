import CDRM
import Geometry
import Mirroring

/// A connector of a card and the display on it, as last probed.
struct Connector: AtomicObject {
    let id: ConnectorID
    /// The output's description; it has modes unless the driver says that nothing is connected.
    let probed: ProbedOutput
    let modeList: ModeList
    /// Bit n is set when the card's nth CRTC can drive it.
    let possibleCRTCs: UInt32
    /// The CRTC that drives the connector, whoever enabled it.
    let wiredCRTC: CRTCID?
    let properties: PropertyTable
    /// The part of the monitor that the connector feeds; nil for all of it.
    let tile: Tile?
    /// Whether the connector is for displays to look at. Other connectors, such as a headset's, are never used but must be turned off.
    let isForDisplays: Bool
    /// Whether a connected display should have an EDID and has given none that can be read.
    let lacksEDID: Bool

    var number: UInt32 { id.raw }
    var output: OutputID { probed.description.id }

    /// Whether the link was lost and needs a modeset, for example after DisplayPort training failed.
    var isLinkBad: Bool { properties[.linkStatus]?.choice == "Bad" }

    /// Reads the connector as last probed, or lets the kernel probe it now, which may take long.
    ///
    /// Nil if the connector has vanished.
    init?(_ id: ConnectorID, of file: DRMFile, reader: PropertyReader, isProbed: Bool) throws(KMSError) {
        let read = isProbed ? drmModeGetConnector : drmModeGetConnectorCurrent
        guard let kernel = try file.existing(read(file.descriptor, id.raw)) else { return nil }
        defer { drmModeFreeConnector(kernel) }
        properties = try reader.table(of: id)
        let type = ConnectorType(kernelNumber: kernel.pointee.connector_type)
        isForDisplays = type != .writeback && properties[.nonDesktop]?.value ?? 0 == 0
        self.id = id
        possibleCRTCs = try Self.possibleCRTCs(kernel.pointee, file)
        wiredCRTC = try Self.wiredCRTC(kernel.pointee, properties, file)

        let connection = ProbedOutput.Connection(kernel.pointee.connection)
        let isConnected = connection != .disconnected
        let edid = isConnected ? EDID(try reader.blob(properties[.edid]?.value ?? 0)) : nil
        let timings = UnsafeBufferPointer(start: kernel.pointee.modes, count: Int(max(kernel.pointee.count_modes, 0)))
        modeList = ModeList(isConnected ? Array(timings) : [], native: edid?.native)
        tile = isConnected ? Tile(try reader.blob(properties[.tile]?.value ?? 0)) : nil
        let description = OutputDescription(
            id: OutputID("\(type.rawValue)-\(kernel.pointee.connector_type_id)"), connector: type,
            isConnected: isConnected, modes: modeList.modes, identity: edid?.identity ?? DisplayIdentity(),
            physicalSize: edid?.physicalSize ?? Self.physicalSize(kernel.pointee),
            isSilent: isConnected && edid == nil,
            mounting: Transform(panelOrientation: properties[.panelOrientation]?.choice),
            canVaryRefresh: isConnected && properties[.variableRefreshCapable]?.value == 1,
            kernelConnector: file.cardNumber.map { KernelConnector(card: $0, number: id.raw) })
        lacksEDID = connection == .connected && type.hasEDID && edid == nil
        probed = ProbedOutput(connection: connection, description: description)
    }

    private static func possibleCRTCs(_ connector: drmModeConnector, _ file: DRMFile) throws(KMSError) -> UInt32 {
        var mask: UInt32 = 0
        for index in 0..<Int(max(connector.count_encoders, 0)) {
            guard let encoder = try file.existing(drmModeGetEncoder(file.descriptor, connector.encoders[index]))
            else { continue }
            defer { drmModeFreeEncoder(encoder) }
            mask |= encoder.pointee.possible_crtcs
        }
        return mask
    }

    private static func wiredCRTC(
        _ connector: drmModeConnector, _ properties: PropertyTable, _ file: DRMFile
    ) throws(KMSError) -> CRTCID? {
        if let number = properties[.crtcID]?.value {
            return UInt32(exactly: number).flatMap { $0 == 0 ? nil : CRTCID($0) }
        }
        // Legacy drivers tell the CRTC by the encoder alone.
        guard connector.encoder_id != 0,
            let encoder = try file.existing(drmModeGetEncoder(file.descriptor, connector.encoder_id))
        else { return nil }
        defer { drmModeFreeEncoder(encoder) }
        return encoder.pointee.crtc_id == 0 ? nil : CRTCID(encoder.pointee.crtc_id)
    }

    private static func physicalSize(_ connector: drmModeConnector) -> PhysicalSize? {
        guard connector.mmWidth > 0, connector.mmHeight > 0 else { return nil }
        return PhysicalSize(width: Int(connector.mmWidth), height: Int(connector.mmHeight))
    }
}

extension ConnectorType {
    /// Whether displays on this type of connector have an EDID.
    fileprivate var hasEDID: Bool {
        switch self {
        case .hdmiA, .hdmiB, .displayPort, .dviI, .dviD: true
        default: false
        }
    }
}

extension ProbedOutput.Connection {
    fileprivate init(_ connection: drmModeConnection) {
        switch connection {
        case DRM_MODE_CONNECTED: self = .connected
        case DRM_MODE_UNKNOWNCONNECTION: self = .unknown
        default: self = .disconnected
        }
    }
}

extension Transform {
    /// The transform that makes the picture upright on a panel, from the kernel's "panel orientation" property.
    /// With "Left Side Up", the picture's top goes to the framebuffer's left.
    init(panelOrientation: String?) {
        switch panelOrientation {
        case "Upside Down": self = .rotated180
        case "Left Side Up": self = .rotated90
        case "Right Side Up": self = .rotated270
        default: self = .normal
        }
    }
}

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

/// The part of a monitor that a connector feeds, for monitors that take their picture over several cables.
struct Tile: Hashable, Sendable, CustomStringConvertible {
    /// From 1 on, row by row.
    let number: Int
    let count: Int
    let size: Size<ScanoutSpace>

    /// Parses the kernel's TILE blob; nil for other bytes, and for displays of one tile.
    ///
    /// The blob is a text of numbers separated by colons: group, whether all tiles are in one housing, columns, rows, this tile's column
    /// and row, width and height.
    init?(_ bytes: [UInt8]) {
        let parts = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            .split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 8, !parts.contains(nil) else { return nil }
        let numbers = parts.compactMap(\.self)
        let (columns, rows, column, row) = (numbers[2], numbers[3], numbers[4], numbers[5])
        guard (1...16).contains(columns), (1...16).contains(rows), (0..<columns).contains(column),
            (0..<rows).contains(row), columns * rows > 1, numbers[6] > 0, numbers[7] > 0
        else { return nil }
        number = row * columns + column + 1
        count = columns * rows
        size = Size(width: numbers[6], height: numbers[7])
    }

    /// A note for the user about a mode that shows only part of the picture; nil if the monitor shows all of it.
    func remark(onModeOf shown: Size<ScanoutSpace>) -> String? {
        guard shown == size else { return nil }
        return
            "the monitor takes its picture over \(count) cables, and this is tile \(number): it shows 1/\(count) of the "
            + "screen; choose a mode of another size, or use a single cable"
    }

    var description: String { "\(number) of \(count)" }
}
