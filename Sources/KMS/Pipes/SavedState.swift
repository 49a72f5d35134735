import CDRM
import Glibc

/// What a card showed when it was opened (the text console, as a rule), to be put back at the end.
struct SavedState {
    private struct Setting {
        let object: any AtomicObject
        let name: PropertyName
        let value: UInt64
    }

    private var settings: [Setting] = []
    /// The bytes of the modes by CRTC: the kernel's own blobs go with the state that used them.
    private var modes: [(crtc: CRTC, bytes: [UInt8])] = []

    private static let planeNames: [PropertyName] = [
        .framebufferID, .crtcID, .sourceX, .sourceY, .sourceWidth, .sourceHeight, .crtcX, .crtcY, .crtcWidth,
        .crtcHeight,
    ]

    init(of resources: CardResources, connectors: [Connector], reader: PropertyReader) {
        for connector in connectors { save([.crtcID], of: connector) }
        for plane in resources.planes { save(Self.planeNames, of: plane) }
        for crtc in resources.crtcs {
            save([.active], of: crtc)
            modes.append((crtc, crtc.properties[.modeID].map { reader.blob($0.value) } ?? []))
        }
    }

    /// Puts the state back; returns 0 or an errno.
    ///
    /// The state may be impossible by now: its framebuffer gone, or its display.
    func restore(on file: DRMFile) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
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
