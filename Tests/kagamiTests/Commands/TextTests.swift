import Control
import Geometry
import Logging
import Testing

@testable import ConfigurationFiles
@testable import KagamiCommands
@testable import Mirroring
@testable import kagami

@Suite struct TextTests {
    @Test func columnsAreAlignedWithoutTrailingSpaces() {
        #expect(TextTable.lay([["a", "bcd", ""], ["long", "e", "f"], []]) == "a     bcd\nlong  e    f\n")
        #expect(TextTable.lay([]) == "")
    }

    @Test func ratesHaveNoNeedlessZeros() {
        #expect(RefreshText.hertz(60000) == "60 Hz")
        #expect(RefreshText.hertz(59940) == "59.94 Hz")
        #expect(RefreshText.hertz(59006) == "59.006 Hz")
        #expect(RefreshText.hertz(50) == "0.05 Hz")
    }

    @Test func logLinesShowWhatStrangersAreCalled() {
        let value = Logger.MetadataValue.dictionary(["a": .array([.string("x\u{1b}"), .stringConvertible(1)])])
        #expect(
            PrintableLog.printable(value) == .dictionary(["a": .array([.string("x\\u{1b}"), .string("1")])]))
    }

    @Test func logLinesBeginWithTheMessage() {
        let metadata: Logger.Metadata = ["reason": "it is\u{1b} away", "card": "card0"]
        func line(_ isJournal: Bool) -> String {
            PrintableLog.line(
                .warning, "card not used\n", metadata, label: "kagami.console", time: "2026-01-01T00:00:00+0000",
                isJournal: isJournal)
        }
        let text =
            #"card not used\u{a} card=card0 reason=it is\u{1b} away [warning kagami.console 2026-01-01T00:00:00+0000]"#
        #expect(line(false) == text)
        #expect(line(true) == "<4>" + text)
    }

    @Test func unknownKeysOfAConfigurationAreShownByTheirNumbers() {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationParser.parse("\"a\\nb\\u202e\" = 1", file: "f")
        }
        #expect(error?.lines.count == 1)
        #expect(error?.lines.first?.hasPrefix("f:1:1: unknown key a\\u{a}b\\u{202e}") == true, "\(error as Any)")
    }

    @Test func statusReadsAsLines() {
        let viewport = PanelViewport(panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160))
        var status = ServiceStatus()
        status.screens.state = .mirroring
        status.screens.panel = ScreenStatus(
            name: OutputID("DSI-1"), width: 1280, height: 800, refreshMilliHertz: 60000)
        status.screens.external = ScreenStatus(
            name: OutputID("HDMI-A-1"), width: 3840, height: 2160, refreshMilliHertz: 59940, scale: 1.5,
            transform: TransformName(.rotated90))
        status.applications.content = ContentStatus(
            appID: "foot", title: "~\u{1b}\u{202e}\n", width: 3840, height: 2160, on: .external)
        status.applications.program = SupervisionStatus(
            program: "foot", state: .gaveUp, restarts: 2, lastEnd: .signaled(11))
        status.view.viewport = ViewportStatus(viewport)
        let lines = StatusText.describe(status).split(separator: "\n")
        #expect(lines[2] == "state       mirroring")
        #expect(lines[3] == "panel       DSI-1 1280x800 60 Hz")
        #expect(lines[4] == "external    HDMI-A-1 3840x2160 59.94 Hz scale 1.5 transform 90")
        #expect(lines[5] == #"content     ~\u{1b}\u{202e}\u{a} 3840x2160 on the external"#)
        #expect(lines[6] == "viewport    1280x720 at 0,40 scale 0.3333")
        let program =
            "program     foot gave up: kagami restart starts it again, 2 restarts, "
            + "the last run was killed by signal 11 (SIGSEGV)"
        #expect(lines.contains(program[...]))
    }

    @Test func whatHidesTheApplicationsIsALineAndWhatIsNotThereIsNone() {
        var status = ServiceStatus()
        func line(_ name: String) -> String? {
            StatusText.describe(status).split(separator: "\n").first { $0.hasPrefix("\(name) ") }.map(String.init)
        }
        #expect(!StatusText.describe(status).contains("none"))
        #expect(["locked", "blanked", "frozen", "idle", "kept lit", "external", "pip"].allSatisfy { line($0) == nil })
        (status.session.isLocked, status.session.locker) = (true, .running)
        #expect(line("locked") == "locked      all screens, until the locker unlocks them")
        status.session.locker = .lost
        #expect(line("locked") == "locked      all screens, and the locker has ended: start one to unlock")
        status.screens.blank = .all
        #expect(line("blanked") == "blanked     all screens, until any input or kagami blank off")
        status.screens.isFrozen = true
        #expect(line("frozen") == "frozen      the external keeps its picture until kagami freeze off")
        status.screens.blank = nil
        (status.screens.blankOutputs, status.screens.frozenOutputs) = ([OutputID("DP-1")], [OutputID("DP-2")])
        #expect(line("blanked") == "blanked     DP-1, until kagami blank off")
        #expect(line("frozen") == "frozen      DP-2 keeps its picture until kagami freeze off")
        status.screens.frozenOutputs.append(OutputID("DP-3"))
        #expect(line("frozen") == "frozen      DP-2, DP-3 keep their picture until kagami freeze off")
        status.session.idle = [.dim, .panelOff]
        #expect(line("idle") == "idle        dim, panel-off")
        status.session.idleInhibitors = []
        #expect(line("kept lit") == nil)
        status.session.idleInhibitors = [
            IdlenessInhibitor(.window, program: "mpv", reason: nil),
            IdlenessInhibitor(.screenSaver, program: "vlc", reason: "Playing\nsome media"),
            IdlenessInhibitor(.window, program: nil, reason: nil), IdlenessInhibitor(.logind, program: "", reason: ""),
        ]
        #expect(
            line("kept lit")
                == "kept lit    by mpv; vlc: \("Playing\nsome media".printable); a window; a program")
    }

    @Test func outputsReadAsLines() {
        let mode = Mode(size: Size(width: 1920, height: 1080), refreshMilliHertz: 60000, isPreferred: true)
        let other = Mode(size: Size(width: 800, height: 600), refreshMilliHertz: 60000)
        let output = OutputDescription(
            id: OutputID("HDMI-A-1"), connector: .hdmiA, isConnected: true, modes: [mode, other],
            identity: DisplayIdentity(make: "DEL", model: "U2720Q"), physicalSize: PhysicalSize(width: 600, height: 340)
        )
        #expect(
            OutputText.describe(OutputStatus(output, role: .external, currentMode: mode)) == """
                HDMI-A-1  external  DEL U2720Q  600x340 mm
                    1920x1080  60 Hz  preferred  current
                    800x600  60 Hz
                """)
        let glass = [
            TouchscreenStatus(name: "ILITEK-TP", path: nil, output: output.id, reason: .match([.size, .maker, .bus]))
        ]
        let reply = OutputsRequest.Reply(
            [OutputStatus(output, role: .external, currentMode: nil, touchscreens: glass)],
            unplacedTouchscreens: [TouchscreenStatus(name: "eGalax", path: nil, output: nil, reason: .absent)])
        #expect(
            OutputText.describe(reply) == """
                HDMI-A-1  external  DEL U2720Q  600x340 mm
                    touch  ILITEK-TP  same maker, size and bus
                    1920x1080  60 Hz  preferred
                    800x600  60 Hz
                touch  eGalax  its display is not connected
                """)
        let remembered = DisplaySettings(
            role: .copy, mode: ModeRequest(other), scale: Scale(1.25), transform: .rotated90)
        #expect(
            OutputText.describe(OutputStatus(output, role: .spare, currentMode: nil, remembered: remembered)) == """
                HDMI-A-1  spare  DEL U2720Q  600x340 mm
                    remembered  copy  800x600  60 Hz  scale 1.25  transform 90
                    1920x1080  60 Hz  preferred
                    800x600  60 Hz
                """)
        let dark = OutputDescription(id: OutputID("DP-1"), connector: .displayPort, isConnected: false)
        #expect(OutputText.describe(OutputStatus(dark, role: nil, currentMode: nil)) == "DP-1  disconnected")
    }

    @Test func rolesReadInWords() {
        let mode = Mode(size: Size(width: 1920, height: 1080), refreshMilliHertz: 60000)
        func status(_ name: String, _ role: OutputRole, _ mode: Mode?, make: String? = nil) -> OutputStatus {
            OutputStatus(
                OutputDescription(
                    id: OutputID(name), connector: .hdmiA, isConnected: true, modes: [],
                    identity: DisplayIdentity(make: make)
                ), role: role, currentMode: mode)
        }
        #expect(
            ExternalsText.describe([
                status("DSI-1", .panel, mode), status("HDMI-A-1", .external, mode, make: "DEL"),
                status("HDMI-A-2", .copy, mode), status("DP-1", .spare, nil, make: "SAM"),
            ]) == """
                DSI-1     is the panel          1920x1080
                HDMI-A-1  lays out the content  1920x1080  DEL
                HDMI-A-2  shows a copy          1920x1080
                DP-1      is not used                      SAM
                """)
        #expect(
            ExternalsText.describe([status("HDMI-A-1", .external, nil), status("HDMI-A-2", .copy, nil)]) == """
                HDMI-A-1  is to lay out the content
                HDMI-A-2  is to show a copy
                """)
        #expect(ExternalsText.describe([status("DP-1", .part, mode)]) == "DP-1  shows a part  1920x1080")
        #expect(
            ExternalsText.describe([status("DSI-2", .controller, mode)]) == "DSI-2  shows the controller  1920x1080")
        #expect(ExternalsText.describe([]) == "no display is plugged in")
    }

    @Test func variableRefreshReadsInTheHeading() {
        var output = OutputDescription(id: OutputID("DP-1"), connector: .displayPort, isConnected: true)
        func heading(_ outcome: TimingOutcome?) -> String {
            OutputText.describe(
                OutputStatus(
                    output, role: .external, currentMode: nil, timing: outcome.map { TimingState(variableRefresh: $0) })
            )
        }
        #expect(heading(.off) == "DP-1  external")
        #expect(heading(.refused(.fixedDisplay)) == "DP-1  external  vrr off: the display cannot vary its refresh")
        output.canVaryRefresh = true
        #expect(heading(.on) == "DP-1  external  vrr on")
        #expect(heading(.off) == "DP-1  external  vrr off")
        #expect(heading(nil) == "DP-1  external  vrr capable")
    }

    @Test func planesReadAsLines() {
        let panel = OutputDescription(id: OutputID("DSI-1"), connector: .dsi, isConnected: true)
        let external = OutputDescription(id: OutputID("HDMI-A-1"), connector: .hdmiA, isConnected: true)
        let outputs = [
            OutputStatus(
                panel, role: .panel, currentMode: nil,
                layers: [
                    LayerStatus(kind: .content, path: .composed, plane: 31),
                    LayerStatus(kind: .snapshot, path: .plane, plane: 41),
                    LayerStatus(kind: .cursor, path: .composed, reason: LayerRefusal.inSource.description),
                ]),
            OutputStatus(
                external, role: .external, currentMode: nil,
                layers: [LayerStatus(kind: .content, path: .composed, reason: "no plane for it", plane: 32)]),
        ]
        #expect(
            PlaneText.describe(outputs) == """
                DSI-1     content   composed  plane 31
                DSI-1     snapshot  plane     plane 41
                DSI-1     cursor    composed  -         it is drawn into the external's picture
                HDMI-A-1  content   composed  plane 32  no plane for it
                """)
        #expect(PlaneText.describe([]) == "no display is on")
    }

    @Test func eventsReadAsLinesAndUnknownOnesAsTheyCame() {
        let event = ServiceEvent(
            .firstFrame(on: .external, output: OutputID("DP-1"), milliseconds: 16.666, frames: 2),
            at: Timestamp(microseconds: 12_000_034))
        #expect(EventText.describe(event) == "12.000034  first frame on the external (DP-1) after 16.67 ms, 2 frames")
        let parked = ServiceEvent(
            .contentMoved(on: nil, output: nil, width: 0, height: 0), at: Timestamp(microseconds: 1))
        #expect(EventText.describe(parked) == "0.000001  content parked, 0x0")
        let postponed = ServiceEvent(
            .outputPostponed(OutputID("DP-1"), reason: "no memory\u{1b}", retryMilliseconds: 1500),
            at: Timestamp(microseconds: 1))
        let words = EventText.describe(postponed)
        #expect(words.hasPrefix("0.000001  DP-1 stays dark for now: no memory"))
        #expect(words.hasSuffix("; it is tried again in 1.5 s") && !words.contains("\u{1b}"))
        let hook = ServiceEvent(
            .hookFailed(hook: "sleep", program: "sh", status: 1, signal: nil, reason: "exited with status 1"),
            at: Timestamp(microseconds: 1))
        #expect(EventText.describe(hook) == "0.000001  hook sleep failed: sh: exited with status 1")
        let later = #"{"type":"eclipse","time_us":1}"#
        #expect(EventText.describe(Array(later.utf8), JSONLine()) == later)
    }
}
