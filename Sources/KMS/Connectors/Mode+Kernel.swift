import CDRM
import Geometry
import Mirroring

extension Mode {
    /// The mode of a kernel timing; nil for modes that are never used (interlaced, double-scan, empty).
    init?(_ timing: drmModeModeInfo) {
        let flags = Int(timing.flags)
        guard flags & Int(DRM_MODE_FLAG_INTERLACE | DRM_MODE_FLAG_DBLSCAN) == 0, timing.vscan <= 1,
            timing.hdisplay > 0, timing.vdisplay > 0, timing.htotal > 0, timing.vtotal > 0
        else { return nil }
        self.init(
            size: Size(width: Int(timing.hdisplay), height: Int(timing.vdisplay)),
            refreshMilliHertz: Self.refresh(
                kiloHertz: Int(timing.clock), total: Int(timing.htotal) * Int(timing.vtotal)),
            isPreferred: Int(timing.type) & Int(DRM_MODE_TYPE_PREFERRED) != 0,
            isOfCommandLine: Int(timing.type) & Int(DRM_MODE_TYPE_USERDEF) != 0)
    }

    /// The refresh rate in thousandths of a hertz: the pixel clock over `total` pixels, blanking included.
    static func refresh(kiloHertz: Int, total: Int) -> Int {
        guard total > 0 else { return 0 }
        return (kiloHertz * 1_000_000 + total / 2) / total
    }
}

/// A connector's timings and their modes, without duplicates and in the kernel's order.
struct ModeList {
    private(set) var modes: [Mode] = []
    private var timings: [drmModeModeInfo] = []

    /// Lists the modes of the kernel's timings.
    ///
    /// `native` is the native timing from the EDID. The nearest mode of its size is marked as preferred, beside those that the kernel
    /// prefers.
    init(_ kernelTimings: [drmModeModeInfo], native: NativeTiming? = nil) {
        for timing in kernelTimings {
            guard let mode = Mode(timing) else { continue }
            if let known = modes.firstIndex(where: { $0.isSameTiming(as: mode) }) {
                // The user chose the mode of the kernel's command line, so its exact timing is kept, sync pulses and all.
                if mode.isOfCommandLine, !modes[known].isOfCommandLine {
                    (modes[known].isOfCommandLine, timings[known]) = (true, timing)
                }
                continue
            }
            modes.append(mode)
            timings.append(timing)
        }
        guard let native, let chosen = index(nearest: native) else { return }
        modes[chosen].isPreferred = true
    }

    /// The kernel's timing for a mode of the list, or for a mode that brings its own timing; nil for any other.
    func timing(for mode: Mode) -> drmModeModeInfo? {
        if let timing = mode.timing { return drmModeModeInfo(timing) }
        return modes.firstIndex { $0.isSameTiming(as: mode) }.map { timings[$0] }
    }

    private func index(nearest native: NativeTiming) -> Int? {
        modes.indices.filter { modes[$0].size == native.size }
            .min { first, second in
                abs(modes[first].refreshMilliHertz - native.refreshMilliHertz)
                    < abs(modes[second].refreshMilliHertz - native.refreshMilliHertz)
            }
    }
}

extension Mode {
    fileprivate func isSameTiming(as other: Mode) -> Bool {
        size == other.size && refreshMilliHertz == other.refreshMilliHertz
    }
}

extension drmModeModeInfo {
    /// Nil for a timing that the kernel cannot express.
    fileprivate init?(_ timing: ModeTiming) {
        guard timing.isPossible else { return nil }
        self.init()
        clock = UInt32(clamping: timing.kiloHertz)
        hdisplay = UInt16(clamping: timing.horizontal.displayed)
        hsync_start = UInt16(clamping: timing.horizontal.syncStart)
        hsync_end = UInt16(clamping: timing.horizontal.syncEnd)
        htotal = UInt16(clamping: timing.horizontal.total)
        vdisplay = UInt16(clamping: timing.vertical.displayed)
        vsync_start = UInt16(clamping: timing.vertical.syncStart)
        vsync_end = UInt16(clamping: timing.vertical.syncEnd)
        vtotal = UInt16(clamping: timing.vertical.total)
        vrefresh = UInt32(clamping: (timing.refreshMilliHertz + 500) / 1000)
        let horizontal = timing.horizontal.isSyncPositive ? DRM_MODE_FLAG_PHSYNC : DRM_MODE_FLAG_NHSYNC
        let vertical = timing.vertical.isSyncPositive ? DRM_MODE_FLAG_PVSYNC : DRM_MODE_FLAG_NVSYNC
        flags = UInt32(horizontal | vertical)
        type = UInt32(DRM_MODE_TYPE_USERDEF)
    }
}
