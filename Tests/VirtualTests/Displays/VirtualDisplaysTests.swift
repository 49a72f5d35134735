import Geometry
import Mirroring
import Testing

@testable import Virtual

@Suite struct VirtualDisplaysTests {
    private let time = ManualTime()
    private let log = DisplayLog()
    private let displays: VirtualDisplays
    private let panel = OutputID("DSI-1")
    private let hdmi = OutputID("HDMI-A-1")

    init() throws {
        displays = try VirtualDisplays(time: time, panelSize: Size(width: 1280, height: 800))
        displays.observer = log
    }

    private func mode(_ width: Int, _ height: Int, _ refresh: Int = 60_000) -> Mode {
        Mode(size: Size(width: width, height: height), refreshMilliHertz: refresh)
    }

    private func present(on id: OutputID) -> PresentOutcome {
        guard case .acquired = displays.acquire(on: id) else { return .failed("no buffer") }
        return displays.commit(OutputFrame(), .drawn(damage: Region(), after: nil), on: id)
    }

    private final class Owner {}

    private func plugHDMI() throws {
        try displays.plug(PluggedDisplay(name: "HDMI-A-1", size: Size(width: 3840, height: 2160)))
    }

    @Test func thePanelIsThereFromTheStart() {
        #expect(displays.outputs.map(\.id) == [panel])
        #expect(displays.outputs.first?.connector.isBuiltIn == true)
        #expect(displays.outputs.first?.isConnected == true)
    }

    @Test func aDisplayGoesWithItsOwner() throws {
        let (owner, other) = (Owner(), Owner())
        try displays.plug(
            PluggedDisplay(name: "HDMI-A-1", size: Size(width: 800, height: 600)), owner: ObjectIdentifier(owner))
        try displays.plug(PluggedDisplay(name: "DP-1", size: Size(width: 800, height: 600)))
        displays.unplugAll(of: ObjectIdentifier(other))
        #expect(displays.outputs.filter(\.isConnected).count == 3)
        displays.unplugAll(of: ObjectIdentifier(owner))
        #expect(displays.outputs.filter(\.isConnected).map(\.id) == [panel, OutputID("DP-1")])
        // Somebody else's display of the same name stays.
        try plugHDMI()
        displays.unplugAll(of: ObjectIdentifier(owner))
        #expect(displays.outputs.filter(\.isConnected).count == 3)
    }

    @Test func anOwnerPlugsAnotherDisplayInPlaceOfItsOwn() throws {
        let (owner, other) = (Owner(), Owner())
        func plug(_ width: Int, _ owner: Owner?) throws {
            try displays.plug(
                PluggedDisplay(name: "HDMI-A-1", size: Size(width: width, height: 600)),
                owner: owner.map { ObjectIdentifier($0) })
        }
        try plug(800, owner)
        #expect(throws: VirtualDisplayError.nameTaken("HDMI-A-1")) { try plug(900, other) }
        #expect(throws: VirtualDisplayError.nameTaken("HDMI-A-1")) { try plug(900, nil) }
        try plug(1000, owner)
        #expect(displays.outputs.last?.modes.first?.size.width == 1000)
    }

    /// Pictures of these displays are all that anybody sees.
    @Test func picturesAreShownByTheTableUntilTheDisplayIsEnabledAnew() throws {
        let table = GammaTable(red: [0, .max], green: [0, 0x8000], blue: [0, 0])
        #expect(displays.capabilities(of: panel).gammaSize == nil)
        #expect(displays.setGamma(table, of: panel) != nil, "not enabled")
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        #expect(displays.capabilities(of: panel).gammaSize == 256)
        #expect(displays.setGamma(table, of: panel) == nil)
        #expect(displays.state(of: panel).pictureGamma == table && table != nil)
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        #expect(displays.state(of: panel).pictureGamma == nil)
    }

    @Test func cursorsUpToALimitAreShownWithoutAPicture() throws {
        func frame(_ width: Int, _ height: Int) -> OutputFrame {
            let picture = MemoryImage(size: Size(width: width, height: height), format: .argb8888, pixels: [])
            return OutputFrame(cursor: PlaneElement(cursor: picture, x: 3, y: 4, hotspot: (0, 0)))
        }
        #expect(displays.assign(frame(24, 24), on: panel).cursor == .noPlane, "not enabled")
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        #expect(displays.assign(frame(256, 1), on: panel).cursor == nil)
        #expect(displays.assign(frame(257, 1), on: panel).cursor == .size(width: 256, height: 256))
        #expect(present(on: panel) == .queued)
        #expect(displays.commit(OutputFrame(), .unchanged, on: panel) != .queued, "a frame is waiting")
        time.advance(microseconds: 20_000)
        let before = log.presented.count
        #expect(displays.commit(frame(2, 2), .unchanged, on: panel) == .queued)
        time.advance(microseconds: 20_000)
        #expect(log.presented.count == before + 1)
        #expect(displays.cursor(on: panel)?.destination == Rect(x: 3, y: 4, width: 2, height: 2))
        displays.disable(panel)
        #expect(displays.cursor(on: panel) == nil)
        displays.cursorSide = nil
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        #expect(displays.assign(frame(24, 24), on: panel).cursor == .noPlane)
    }

    @Test func changesAreToldLaterAndOnce() throws {
        time.settle()
        #expect(log.changes.isEmpty, "the panel was there from the start")
        try plugHDMI()
        try displays.unplug("HDMI-A-1")
        try plugHDMI()
        #expect(log.changes.isEmpty)
        time.settle()
        #expect(log.changes.count == 1)
        #expect(log.changes.last == displays.outputs)
    }

    @Test func aLitDisplayThatIsPluggedAgainAtOnceWasGone() throws {
        try plugHDMI()
        time.settle()
        #expect(displays.enable(hdmi, mode: mode(1920, 1080), transform: .normal) == .done)
        let before = log.changes.count
        try displays.unplug("HDMI-A-1")
        try plugHDMI()
        time.settle()
        let connected = log.changes[before...].map { $0.contains { $0.id == hdmi && $0.isConnected } }
        #expect(connected == [false, true])
    }

    @Test func namesSizesAndRatesAreChecked() throws {
        try plugHDMI()
        #expect(throws: VirtualDisplayError.nameTaken("HDMI-A-1")) { try plugHDMI() }
        #expect(throws: VirtualDisplayError.nameTaken("DSI-1")) {
            try displays.plug(PluggedDisplay(name: "DSI-1", size: Size(width: 1, height: 1)))
        }
        #expect(throws: VirtualDisplayError.unknownName("DP-1")) { try displays.unplug("DP-1") }
        for (width, height) in [(0, 1), (1, 0), (-1, 5), (16_385, 1), (1, Int.max)] {
            let size = Size<ScanoutSpace>(width: width, height: height)
            #expect(throws: VirtualDisplayError.absurdSize(size)) {
                try displays.plug(PluggedDisplay(name: "DP-1", size: size))
            }
        }
        for name in [
            "", "a b", "ä", "HDMI-A-1\n", "HDMI-A-", "HDMI-A", "hdmi-a-1", "Beamer-1", "DP-x", "Writeback-1",
            "DP-12345",
        ] {
            #expect(throws: VirtualDisplayError.notAConnector(name)) {
                try displays.plug(PluggedDisplay(name: name, size: Size(width: 1, height: 1)))
            }
        }
        #expect(throws: VirtualDisplayError.absurdRefresh(0)) {
            try displays.plug(
                PluggedDisplay(name: "DP-1", size: Size(width: 1, height: 1), refreshMilliHertz: 0))
        }
    }

    @Test func connectorsAreLimited() throws {
        for number in 1..<32 {
            try displays.plug(PluggedDisplay(name: "DP-\(number)", size: Size(width: 640, height: 480)))
        }
        #expect(throws: VirtualDisplayError.tooManyConnectors(limit: 32)) { try plugHDMI() }
        try displays.unplug("DP-4")
        try displays.plug(PluggedDisplay(name: "DP-4", size: Size(width: 640, height: 480)))
    }

    @Test func anUnpluggedConnectorStaysListed() throws {
        try displays.unplug("DSI-1")
        #expect(displays.outputs.map(\.isConnected) == [false])
        #expect(displays.outputs.first?.modes.isEmpty == true)
        #expect(throws: VirtualDisplayError.unknownName("DSI-1")) { try displays.unplug("DSI-1") }
        try displays.plug(PluggedDisplay(name: "DSI-1", size: Size(width: 800, height: 480)))
        #expect(displays.outputs.map(\.connector) == [.dsi])
    }

    @Test func refusedModesAreRefusedAndOthersAreNot() throws {
        try displays.refuse(Size(width: 3840, height: 2160), on: "HDMI-A-1")
        try plugHDMI()
        guard case .refused = displays.enable(hdmi, mode: mode(3840, 2160), transform: .normal) else {
            Issue.record("set a refused mode")
            return
        }
        #expect(displays.enable(hdmi, mode: mode(1920, 1080), transform: .normal) == .done)
        try displays.refuse(Size(width: 1920, height: 1080), on: "HDMI-A-1")
        #expect(displays.enable(hdmi, mode: mode(1920, 1080), transform: .normal) != .done)
        #expect(displays.enable(hdmi, mode: mode(123, 45), transform: .normal) != .done)
        #expect(displays.enable(OutputID("DP-9"), mode: mode(640, 480), transform: .normal) != .done)
    }

    @Test func anEnabledDisplayThatRefusesAModeStaysAsItIs() throws {
        try plugHDMI()
        try displays.refuse(Size(width: 1280, height: 720), on: "HDMI-A-1")
        #expect(displays.enable(hdmi, mode: mode(1920, 1080), transform: .normal) == .done)
        #expect(displays.refusal(ofMode: mode(1280, 720), transform: .normal, on: hdmi) != nil)
        #expect(displays.refusal(ofMode: mode(640, 480), transform: .rotated90, on: hdmi) == nil)
        #expect(displays.enable(hdmi, mode: mode(1280, 720), transform: .normal) != .done)
        guard case .acquired(.memory(let buffer)) = displays.acquire(on: hdmi) else {
            Issue.record("the refusal has turned it off")
            return
        }
        #expect(buffer.size == Size(width: 1920, height: 1080))
        #expect(displays.commit(OutputFrame(), .drawn(damage: Region(), after: nil), on: hdmi) == .queued)
    }

    @Test func aPassingShortageEndsAfterItsTries() throws {
        try plugHDMI()
        try displays.refuse(Size(width: 1280, height: 720), on: "HDMI-A-1", tries: 2)
        for _ in 0..<2 {
            guard case .shortage = displays.enable(hdmi, mode: mode(1280, 720), transform: .normal) else {
                Issue.record("set a mode there is no memory for")
                return
            }
        }
        #expect(displays.enable(hdmi, mode: mode(1280, 720), transform: .normal) == .done)
    }

    @Test func refusalsBelongToTheConnector() throws {
        try plugHDMI()
        try displays.refuse(Size(width: 1280, height: 720), on: "HDMI-A-1")
        try displays.unplug("HDMI-A-1")
        try plugHDMI()
        #expect(displays.enable(hdmi, mode: mode(1280, 720), transform: .normal) != .done)
        #expect(throws: VirtualDisplayError.notAConnector("")) {
            try displays.refuse(Size(width: 1, height: 1), on: "")
        }
    }

    @Test func aFrameIsPresentedAtTheNextBlankAndNothingIsTimedOtherwise() throws {
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        let start = time.instant
        #expect(time.armedAlarms == 0)
        time.advance(microseconds: 20_000)
        #expect(present(on: panel) == .queued)
        #expect(time.armedAlarms == 1)
        #expect(log.presented.isEmpty)
        time.advance(microseconds: 100_000)
        let presentation = try #require(log.presented.first?.presentation)
        #expect(log.presented.count == 1)
        #expect(presentation.time == start.adding(microseconds: 33_334))
        #expect(presentation.sequence == 2)
        #expect(presentation.refreshNanoseconds == 16_666_666)
        #expect(!presentation.isHardwareClock)
        #expect(time.armedAlarms == 0)
    }

    @Test func aSteadyDrawerGetsEveryBlank() throws {
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        log.whenPresented = { [self] id in _ = present(on: id) }
        #expect(present(on: panel) == .queued)
        time.advance(microseconds: 1_000_000)
        #expect(log.presented.map(\.presentation.sequence) == Array(1...60))
    }

    @Test func displaysOfOneRateShareTheirBlanks() throws {
        try displays.plug(PluggedDisplay(name: hdmi.name, size: Size(width: 1920, height: 1080)))
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        time.advance(microseconds: 5_000)
        #expect(displays.enable(hdmi, mode: mode(1920, 1080), transform: .normal) == .done)
        #expect(present(on: hdmi) == .queued)
        time.advance(microseconds: 1_000)
        #expect(present(on: panel) == .queued)
        time.advance(microseconds: 100_000)
        #expect(log.presented.count == 2)
        #expect(Set(log.presented.map(\.presentation.time)).count == 1)
    }

    @Test func buffersAreInTheViewersOrientation() throws {
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .rotated90) == .done)
        guard case .acquired(.memory(let buffer)) = displays.acquire(on: panel) else {
            Issue.record("no ordinary memory")
            return
        }
        #expect(buffer.size == Size(width: 800, height: 1280))
        #expect(present(on: panel) == .queued)
        #expect(present(on: panel) != .queued, "one frame waits already")
    }

    @Test func nothingIsPresentedOnADarkOutput() throws {
        #expect(present(on: panel) != .queued)
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        #expect(present(on: panel) == .queued)
        displays.disable(panel)
        time.advance(microseconds: 100_000)
        #expect(log.presented.isEmpty)
        #expect(time.armedAlarms == 0)
    }

    @Test func aModesetForgetsTheWaitingFrame() throws {
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        #expect(present(on: panel) == .queued)
        #expect(displays.enable(panel, mode: mode(1280, 800), transform: .normal) == .done)
        time.advance(microseconds: 100_000)
        #expect(log.presented.isEmpty)
        #expect(present(on: panel) == .queued)
    }
}
