import CDRM
import Glibc

/// The curves that a CRTC applies to red, green and blue, for drivers without atomic commits.
struct GammaRamp {
    private var red: [UInt16]
    private var green: [UInt16]
    private var blue: [UInt16]

    /// The curves that change nothing; nil where the CRTC has none.
    init?(straightFor crtc: CRTC, of file: DRMFile) {
        let size = Self.size(of: crtc, file)
        guard size > 1 else { return nil }
        let curve = (0..<size).map { UInt16($0 * Int(UInt16.max) / (size - 1)) }
        (red, green, blue) = (curve, curve, curve)
    }

    /// The present curves; nil where the CRTC has none.
    init?(reading crtc: CRTC, of file: DRMFile) {
        let size = Self.size(of: crtc, file)
        let curve = [UInt16](repeating: 0, count: size)
        (red, green, blue) = (curve, curve, curve)
        guard size > 1,
            drmModeCrtcGetGamma(file.descriptor, crtc.number, UInt32(size), &red, &green, &blue) == 0
        else { return nil }
    }

    func set(on crtc: CRTC, of file: DRMFile) {
        var curves = self
        drmModeCrtcSetGamma(
            file.descriptor, crtc.number, UInt32(red.count), &curves.red, &curves.green, &curves.blue)
    }

    private static func size(of crtc: CRTC, _ file: DRMFile) -> Int {
        guard let kernel = drmModeGetCrtc(file.descriptor, crtc.number) else { return 0 }
        defer { drmModeFreeCrtc(kernel) }
        return min(max(Int(kernel.pointee.gamma_size), 0), 1 << 16)
    }
}
