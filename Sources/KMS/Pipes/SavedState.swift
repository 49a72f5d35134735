import CDRM
import Glibc

/// The state of a card when it was opened (usually the text console), restored at the end.
struct SavedState {
    private struct Setting {
        let object: any AtomicObject
        let name: PropertyName
        let value: UInt64
    }

    private var settings: [Setting] = []
    private var connectors: [(id: ConnectorID, setting: Setting)] = []
    /// The mode of each CRTC as bytes: the kernel frees its blobs with the state that used them.
    private var modes: [(crtc: CRTC, bytes: [UInt8])] = []

    private static let planeNames: [PropertyName] = [
        .framebufferID, .crtcID, .sourceX, .sourceY, .sourceWidth, .sourceHeight, .crtcX, .crtcY, .crtcWidth,
        .crtcHeight,
    ]

    init(of resources: CardResources, connectors: [Connector], reader: PropertyReader) {
        for connector in connectors {
            guard let property = connector.properties[.crtcID] else { continue }
            self.connectors.append(
                (connector.id, Setting(object: connector, name: .crtcID, value: property.value)))
        }
        for plane in resources.planes { save(Self.planeNames, of: plane) }
        for crtc in resources.crtcs {
            save([.active], of: crtc)
            modes.append((crtc, crtc.properties[.modeID].map { reader.blob($0.value) } ?? []))
        }
    }

    /// Restores the state; returns 0 or an errno.
    ///
    /// This fails if the framebuffer is gone. Connectors that have vanished since are left out; `enabled` ones that were
    /// not there at first are disabled.
    func restore(on file: DRMFile, present: [Connector], disabling enabled: [Connector]) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        let known = Set(connectors.map(\.id))
        for (id, setting) in connectors where (present + enabled).contains(where: { $0.id == id }) {
            request.set(setting.name, of: setting.object, to: setting.value)
        }
        for connector in enabled where !known.contains(connector.id) { request.turnOff(connector) }
        for setting in settings { request.set(setting.name, of: setting.object, to: setting.value) }
        // Blobs must live until the commit.
        var blobs: [PropertyBlob] = []
        for (crtc, bytes) in modes {
            let blob = bytes.isEmpty ? nil : try? PropertyBlob(file: file, bytes)
            request.set(.modeID, of: crtc, to: UInt64(blob?.id ?? 0))
            if let blob { blobs.append(blob) }
        }
        return withExtendedLifetime(blobs) { request.modeset(file) }
    }

    private mutating func save(_ names: [PropertyName], of object: some AtomicObject) {
        for name in names {
            guard let property = object.properties[name] else { continue }
            settings.append(Setting(object: object, name: name, value: property.value))
        }
    }
}
