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
    /// The mode of each CRTC as bytes: the kernel frees its blobs with the state that used them.
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

    /// Restores the state; returns 0 or an errno.
    ///
    /// This fails if the framebuffer or the display is gone.
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
