import CDRM
import Glibc

/// The state of a card when it was opened (usually the text console), restored at the end.
struct SavedState {
    private enum Value {
        case number(UInt64)
        /// A copy of a blob's bytes; empty for no blob. The kernel frees a blob with the state that used it.
        case blob([UInt8])
    }

    private struct Setting {
        let object: any AtomicObject
        let name: PropertyName
        let value: Value
        /// The connector of the object; nil for planes and CRTCs, which never vanish.
        let connector: ConnectorID?
    }

    private var settings: [Setting] = []
    private var connectors: Set<ConnectorID> = []

    private static let connectorNames: [PropertyName] = [
        .crtcID, .hdrMetadata, .colorspace, .contentType, .broadcastRange, .bitsPerComponent,
    ]
    private static let crtcNames: [PropertyName] = [
        .active, .modeID, .gammaTable, .degammaTable, .colorMatrix, .variableRefresh,
    ]
    private static let planeNames: [PropertyName] = [
        .framebufferID, .crtcID, .sourceX, .sourceY, .sourceWidth, .sourceHeight, .crtcX, .crtcY, .crtcWidth,
        .crtcHeight, .rotation, .alpha, .blendMode, .depth,
    ]
    private static let blobs: Set<PropertyName> = [
        .modeID, .gammaTable, .degammaTable, .colorMatrix, .hdrMetadata,
    ]

    init(of resources: CardResources, connectors: [Connector], reader: PropertyReader) throws(KMSError) {
        for connector in connectors {
            self.connectors.insert(connector.id)
            try save(Self.connectorNames, of: connector, connector.id, reader)
        }
        for plane in resources.planes { try save(Self.planeNames, of: plane, nil, reader) }
        for crtc in resources.crtcs { try save(Self.crtcNames, of: crtc, nil, reader) }
    }

    /// Restores the state; returns 0 or an errno.
    ///
    /// A plane cannot move from one CRTC to another in one commit. If the commit fails, everything is turned off before a second one.
    /// Restoring fails if the framebuffer is gone. Connectors that have vanished are left out. Connectors in `enabled` that did not exist
    /// at first are disabled.
    func restore(on file: DRMFile, present: [Connector], disabling enabled: [Connector]) -> CInt {
        let failure = commit(on: file, present: present, disabling: enabled)
        guard failure != 0, turnOff(on: file, present: present, disabling: enabled) == 0 else { return failure }
        return commit(on: file, present: present, disabling: enabled)
    }

    private func turnOff(on file: DRMFile, present: [Connector], disabling enabled: [Connector]) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        let switches: Set<PropertyName> = [.framebufferID, .crtcID, .active, .modeID]
        for setting in settings where setting.connector == nil && switches.contains(setting.name) {
            request.set(setting.name, of: setting.object, to: 0)
        }
        let presentIDs = Set(present.map(\.id))
        for connector in present + enabled.filter({ !presentIDs.contains($0.id) }) { request.turnOff(connector) }
        return request.modeset(file)
    }

    private func commit(on file: DRMFile, present: [Connector], disabling enabled: [Connector]) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        let there = Set((present + enabled).map(\.id))
        // Blobs must live until the commit.
        var blobs: [PropertyBlob] = []
        for setting in settings where setting.connector.map(there.contains) ?? true {
            switch setting.value {
            case .number(let value): request.set(setting.name, of: setting.object, to: value)
            case .blob(let bytes):
                let blob = bytes.isEmpty ? nil : try? PropertyBlob(file: file, bytes)
                request.set(setting.name, of: setting.object, to: UInt64(blob?.id ?? 0))
                if let blob { blobs.append(blob) }
            }
        }
        for connector in enabled where !connectors.contains(connector.id) { request.turnOff(connector) }
        return withExtendedLifetime(blobs) { request.modeset(file) }
    }

    private mutating func save(
        _ names: [PropertyName], of object: some AtomicObject, _ connector: ConnectorID?, _ reader: PropertyReader
    ) throws(KMSError) {
        for name in names {
            guard let property = object.properties[name], !property.isImmutable else { continue }
            let value: Value =
                Self.blobs.contains(name) ? .blob(try reader.blob(property.value)) : .number(property.value)
            settings.append(Setting(object: object, name: name, value: value, connector: connector))
        }
    }
}
