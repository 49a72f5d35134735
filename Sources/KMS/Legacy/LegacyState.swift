import CDRM
import Glibc
import Mirroring

/// The state of a card without atomic commits when it was opened (usually the text console), restored at the end.
struct LegacyState {
    private struct Pipe {
        let crtc: CRTC
        let framebuffer: UInt32
        let x: UInt32
        let y: UInt32
        /// Nil while the CRTC is off.
        let timing: drmModeModeInfo?
        let gamma: GammaRamp?
        let connectors: [ConnectorID]
    }

    private let pipes: [Pipe]
    private let connectors: [Connector]

    init(of resources: CardResources, connectors: [Connector], file: DRMFile) throws(KMSError) {
        self.connectors = connectors
        pipes = try resources.crtcs.map { crtc throws(KMSError) in
            guard let kernel = drmModeGetCrtc(file.descriptor, crtc.number) else {
                throw KMSError(.readResources, device: file.path)
            }
            defer { drmModeFreeCrtc(kernel) }
            return Pipe(
                crtc: crtc, framebuffer: kernel.pointee.buffer_id, x: kernel.pointee.x, y: kernel.pointee.y,
                timing: kernel.pointee.mode_valid != 0 ? kernel.pointee.mode : nil,
                gamma: GammaRamp(reading: crtc, of: file),
                connectors: connectors.filter { $0.wiredCRTC == crtc.id }.map(\.id))
        }
    }

    /// Restores the state; returns 0 or the errno of the first call that failed, for example because a framebuffer is gone.
    ///
    /// Connectors that have vanished are left out.
    func restore(on file: DRMFile, present: [Connector]) -> CInt {
        let there = Set(present.map(\.id))
        var failures: [CInt] = []
        for pipe in pipes { failures.append(-drmModeSetCrtc(file.descriptor, pipe.crtc.number, 0, 0, 0, nil, 0, nil)) }
        for connector in connectors where there.contains(connector.id) {
            for (property, _) in connector.takeoverSettings() {
                _ = drmModeObjectSetProperty(
                    file.descriptor, connector.number, UInt32(DRM_MODE_OBJECT_CONNECTOR), property.id, property.value)
            }
        }
        for pipe in pipes {
            pipe.gamma?.set(on: pipe.crtc, of: file)
            var driven = pipe.connectors.filter(there.contains).map(\.raw)
            guard var timing = pipe.timing, !driven.isEmpty else { continue }
            failures.append(
                -drmModeSetCrtc(
                    file.descriptor, pipe.crtc.number, pipe.framebuffer, pipe.x, pipe.y, &driven, CInt(driven.count),
                    &timing))
        }
        return failures.first { $0 != 0 } ?? 0
    }
}

/// The gamma curves of a CRTC for red, green and blue, for drivers without atomic commits.
struct GammaRamp {
    private var red: [UInt16]
    private var green: [UInt16]
    private var blue: [UInt16]

    /// The curves of a table, resampled to `size` values each.
    init(_ table: GammaTable, size: Int) {
        let table = table.resampled(to: size)
        (red, green, blue) = (table.red, table.green, table.blue)
    }

    /// The present curves; nil if the CRTC has no gamma table.
    init?(reading crtc: CRTC, of file: DRMFile) {
        guard let size = crtc.rampSize else { return nil }
        let curve = [UInt16](repeating: 0, count: size)
        (red, green, blue) = (curve, curve, curve)
        guard drmModeCrtcGetGamma(file.descriptor, crtc.number, UInt32(size), &red, &green, &blue) == 0 else {
            return nil
        }
    }

    /// Sets the curves; returns 0 or an errno.
    @discardableResult func set(on crtc: CRTC, of file: DRMFile) -> CInt {
        var curves = self
        return -drmModeCrtcSetGamma(
            file.descriptor, crtc.number, UInt32(red.count), &curves.red, &curves.green, &curves.blue)
    }
}
