import CDRM
import Geometry
import Mirroring
import Testing

@testable import KMS

@Suite struct ModeListTests {
    private func timing(
        _ width: Int, _ height: Int, kiloHertz: Int, total: (Int, Int), preferred: Bool = false, flags: Int = 0
    ) -> drmModeModeInfo {
        var timing = drmModeModeInfo()
        timing.hdisplay = UInt16(width)
        timing.vdisplay = UInt16(height)
        timing.htotal = UInt16(total.0)
        timing.vtotal = UInt16(total.1)
        timing.clock = UInt32(kiloHertz)
        timing.flags = UInt32(flags)
        if preferred { timing.type = UInt32(DRM_MODE_TYPE_PREFERRED) }
        return timing
    }

    private var fullHD: drmModeModeInfo { timing(1920, 1080, kiloHertz: 148_500, total: (2200, 1125), preferred: true) }
    private var slower: drmModeModeInfo { timing(1920, 1080, kiloHertz: 148_352, total: (2200, 1125)) }
    private var uhd: drmModeModeInfo { timing(3840, 2160, kiloHertz: 533_250, total: (4000, 2222)) }

    @Test func tellsRatesInThousandths() {
        #expect(ModeList([fullHD, slower]).modes.map(\.refreshMilliHertz) == [60_000, 59_940])
    }

    @Test func leavesOutWhatIsNeverUsed() {
        let unusable = [
            timing(1920, 1080, kiloHertz: 74_250, total: (2200, 1125), flags: Int(DRM_MODE_FLAG_INTERLACE)),
            timing(320, 240, kiloHertz: 12_587, total: (400, 262), flags: Int(DRM_MODE_FLAG_DBLSCAN)),
            timing(0, 0, kiloHertz: 1, total: (0, 0)),
        ]
        #expect(ModeList(unusable).modes.isEmpty)
    }

    @Test func listsTheSameTimingOnce() {
        let list = ModeList([fullHD, fullHD, slower])
        #expect(list.modes.count == 2)
        #expect(list.timing(for: list.modes[1])?.clock == slower.clock)
    }

    @Test func takesTheCommandLinesTimingToTheLetter() throws {
        var asked = timing(1920, 1080, kiloHertz: 148_500, total: (2200, 1125))
        (asked.type, asked.hsync_start) = (UInt32(DRM_MODE_TYPE_USERDEF), 1999)
        let list = ModeList([fullHD, slower, asked])
        #expect(list.modes.map(\.isOfCommandLine) == [true, false])
        #expect(list.modes.map(\.isPreferred) == [true, false])
        #expect(try #require(list.timing(for: list.modes[0])).hsync_start == 1999)
    }

    @Test func givesModesWithTimingsOfTheirOwnAsTheyAre() throws {
        let size = Size<ScanoutSpace>(width: 1920, height: 1080)
        let forced = Mode(ModeTiming(size, refreshMilliHertz: 60_000, isReduced: true))
        let timing = try #require(ModeList([fullHD]).timing(for: forced))
        #expect(timing.clock == 138_500 && timing.htotal == 2080 && timing.vtotal == 1111)
        #expect(timing.flags == UInt32(DRM_MODE_FLAG_PHSYNC | DRM_MODE_FLAG_NVSYNC))
    }

    @Test func findsTheTimingWhateverTheMark() {
        let list = ModeList([fullHD])
        let mode = Mode(size: Size(width: 1920, height: 1080), refreshMilliHertz: 60_000, isPreferred: false)
        #expect(list.timing(for: mode)?.clock == 148_500)
        #expect(list.timing(for: Mode(size: Size(width: 1, height: 1), refreshMilliHertz: 60_000)) == nil)
    }

    @Test func prefersTheNativeTiming() throws {
        let timing = EDIDBuilder.Timing(
            clock: 533_250, width: 3840, horizontalBlank: 160, height: 2160, verticalBlank: 62)
        let bytes = EDIDBuilder.displayIDTiming(timing, unit: 10, isPreferred: true)
        let native = try #require(NativeTiming(displayID: ByteReader(bytes[...]), clockUnitKiloHertz: 10))
        #expect(ModeList([fullHD, uhd], native: native).modes.map(\.isPreferred) == [true, true])
        // Where the kernel does not list it, its own preference stands.
        #expect(ModeList([fullHD, slower], native: native).modes.map(\.isPreferred) == [true, false])
    }

    @Test func namesConnectorsAsTheKernelDoes() {
        #expect(ConnectorType(kernelNumber: UInt32(DRM_MODE_CONNECTOR_HDMIA)) == .hdmiA)
        #expect(ConnectorType(kernelNumber: UInt32(DRM_MODE_CONNECTOR_eDP)) == .eDP)
        #expect(ConnectorType(kernelNumber: UInt32(DRM_MODE_CONNECTOR_VIRTUAL)) == .virtual)
        #expect(ConnectorType(kernelNumber: UInt32(DRM_MODE_CONNECTOR_USB)) == .usb)
        #expect(ConnectorType(kernelNumber: 4_000_000_000) == .unknown)
    }

    @Test func turnsAPanelUpright() {
        #expect(Transform(panelOrientation: nil) == .normal)
        #expect(Transform(panelOrientation: "Left Side Up") == .rotated90)
        #expect(Transform(panelOrientation: "Right Side Up") == .rotated270)
        #expect(Transform(panelOrientation: "Upside Down") == .rotated180)
    }
}
