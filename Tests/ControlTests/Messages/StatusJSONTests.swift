import Geometry
import Testing

@testable import Control
@testable import Mirroring

/// The keys of the control contract, letter for letter.
@Suite struct StatusJSONTests {
    @Test func everyKeyIsThereWhenNothingIsLit() throws {
        var status = ServiceStatus()
        status.about.version = "1.2.3"
        status.about.renderer = "pixman"
        let counters = """
            {"bytes":{"converted":{"read":0,"written":0},"copied":{"read":0,"written":0},"drawn":{"read":0,"written":0},"fused":{"read":0,"written":0},\
            "read_back":{"read":0,"written":0},"uploaded":{"read":0,"written":0}},"clients":0,\
            "external":{"client_buffers":0,"cursor_moves":0,"damaged_pixels":0,"frames_presented":0,"last_damaged_pixels":0},\
            "frames_composed":0,"mode_refusals":0,\
            "panel":{"client_buffers":0,"cursor_moves":0,"damaged_pixels":0,"frames_presented":0,"last_damaged_pixels":0},\
            "plugs":0,"present_failures":0,"touches":0,"touches_cancelled":0,"unplugs":0,"wakeups":0}
            """
        #expect(
            text(status) == """
                {"application":null,"arrangement":"copy","backend":"virtual","blank":null,"blank_outputs":[],"brightness":null,"content":null,"controlled":null,"controller":null,"counters":\(counters),"display_applications":[],"external":null,"frozen":false,"frozen_outputs":[],"hud":null,"idle":[],"idle_inhibitors":null,"locked":false,"locker":null,"menu":null,"panel":null,\
                "panel_application":null,"panel_foreground":"content","pip":null,"presenter":null,\
                "renderer":"pixman","renderer_remark":null,"screen_keyboard":null,"snapshot":{"frames":0,"path":"cpu"},"sockets":null,"sound":null,"state":"no-output","timer":null,"version":"1.2.3",\
                "viewport":null}
                """)
    }

    @Test func mirroringTellsBothScreensTheContentAndTheViewport() throws {
        let object = text(mirroring)
        let panel: String =
            #""panel":{"depth":{"bits":8,"reason":null},"height":800,"layers":[{"kind":"content","path":"composed","plane":null,"reason":null},"#
            + #"{"kind":"cursor","path":"composed","plane":null,"reason":"no plane for it"}],"name":"DSI-1","#
            + #""refresh_mhz":60000,"scale":1,"tearing":{"on":false,"reason":null},"transform":"270","#
            + #""vrr":{"on":false,"reason":null},"width":1280}"#
        #expect(object.contains(panel))
        let external: String =
            #""external":{"depth":{"bits":10,"reason":null},"height":2160,"layers":[],"name":"HDMI-A-1","refresh_mhz":59940,"scale":1.5,"#
            + #""tearing":{"on":false,"reason":"the driver cannot do that"},"transform":"normal","#
            + #""vrr":{"on":true,"reason":null},"width":3840}"#
        #expect(object.contains(external))
        #expect(
            object.contains(#""content":{"app_id":"foot","height":2160,"on":"external","title":null,"width":3840}"#))
        #expect(
            object.contains(
                #""panel_application":{"app_id":"foot","height":800,"on":"panel","title":null,"width":1280}"#))
        #expect(object.contains(#""panel_foreground":"application""#))
        #expect(object.contains(#""viewport":{"height":720,"scale":0.3333333333333333,"width":1280,"x":0,"y":40}"#))
    }

    @Test func theHostedApplicationIsToldWholly() throws {
        let running = SupervisionStatus(program: "foot", state: .running, pid: 7)
        #expect(
            text(running)
                == #"{"last_error":null,"last_signal":null,"last_status":null,"pid":7,"program":"foot","restarts":0,"state":"running"}"#
        )
        for end in [ProgramEnd.exited(3), .signaled(11), .notStarted("no such file"), nil] {
            let ended = SupervisionStatus(program: "foot", state: .gaveUp, restarts: 5, lastEnd: end)
            #expect(text(ended).contains(#""state":"gave-up""#))
            #expect(try decoded(SupervisionStatus.self, text(ended)) == ended)
        }
    }

    @Test func theSocketsAreToldWholly() throws {
        let alone = SocketNames(content: "wayland-0", panelApplication: nil, tools: "/run/a/kagami-tools")
        #expect(
            text(alone) == #"{"content":"wayland-0","panel_application":null,"tools":"/run/a/kagami-tools"}"#)
        let both = SocketNames(content: "wayland-0", panelApplication: "wayland-1", tools: "kagami-tools")
        for names in [alone, both] { #expect(try decoded(SocketNames.self, text(names)) == names) }
    }

    @Test func theMenuIsToldWholly() throws {
        #expect(text(MenuStatus()) == #"{"entries":null,"handle":null,"hint":null,"question":null}"#)
        let entry = MenuStatus.Entry(
            item: "mode", name: "Fingers", value: "Direct", isAvailable: true, isFocused: false,
            frame: Rect(x: 1, y: 2, width: 3, height: 4))
        let open = MenuStatus(
            handle: Rect(x: 5, y: 6, width: 7, height: 8), entries: [entry], question: "Start?", hint: .twoFingers)
        #expect(
            text(open)
                == #"{"entries":[{"available":true,"focused":false,"height":4,"item":"mode","name":"Fingers","#
                + #""value":"Direct","width":3,"x":1,"y":2}],"handle":{"height":8,"width":7,"x":5,"y":6},"hint":"two-fingers","#
                + #""question":"Start?"}"#
        )
        #expect(try decoded(MenuStatus.self, text(open)) == open)
    }

    @Test func thePictureInPictureIsToldWholly() throws {
        var none = PiPStatus()
        none.possible = [.hud]
        #expect(
            text(none)
                == #"{"active":false,"auto_start":false,"frames":0,"height":null,"interaction":"move","paused":false,"playing":null,"#
                + #""possible":["hud"],"render_height":null,"render_width":null,"source":null,"stashed":false,"state":"possible","#
                + #""timeline":false,"updates":"live","width":null,"x":null,"y":null}"#)
        #expect(try decoded(PiPStatus.self, text(none)) == none)
        var shown = PiPStatus()
        shown.state = .active
        shown.possible = [.external]
        shown.source = .external
        shown.frame = Rect(x: 1, y: 2, width: 3, height: 4)
        shown.interaction = .forward
        shown.updates = .paused
        (shown.isActive, shown.isStashed) = (true, true)
        shown.renderSize = Size(width: 3840, height: 2160)
        (shown.hasTimeline, shown.isPlaying) = (true, false)
        shown.frames = 9
        #expect(
            text(shown)
                == #"{"active":true,"auto_start":false,"frames":9,"height":4,"interaction":"forward","paused":true,"playing":false,"#
                + #""possible":["external"],"render_height":2160,"render_width":3840,"source":"external","stashed":true,"state":"active","#
                + #""timeline":true,"updates":"paused","width":3,"x":1,"y":2}"#)
        #expect(try decoded(PiPStatus.self, text(shown)) == shown)
    }

    @Test func theBarIsToldWholly() throws {
        let bar = HUDStatus(place: .externalTop, width: 1920, height: 40, comments: 2, draws: 3)
        #expect(
            text(bar)
                == #"{"comments":2,"draws":3,"height":40,"layout_error":null,"place":"external-top","width":1920}"#)
        #expect(try decoded(HUDStatus.self, text(bar)) == bar)
    }

    @Test func statusComesBackAsItWent() throws {
        #expect(try decoded(ServiceStatus.self, text(mirroring)) == mirroring)
    }

    @Test func outputsHaveTheirKeys() throws {
        let mode = Mode(size: Size(width: 1920, height: 1080), refreshMilliHertz: 60000, isPreferred: true)
        let output = OutputDescription(
            id: OutputID("HDMI-A-1"), connector: .hdmiA, isConnected: true, modes: [mode],
            identity: DisplayIdentity(make: "DEL"), physicalSize: PhysicalSize(width: 600, height: 340),
            canVaryRefresh: true)
        let modeText = #"{"height":1080,"preferred":true,"refresh_mhz":60000,"width":1920}"#
        let touchscreens = [
            TouchscreenStatus(
                name: "Glass", path: "/dev/input/event5", output: output.id, reason: .match([.size, .maker])),
            TouchscreenStatus(name: "Pen", path: nil, output: output.id, reason: .rule),
        ]
        let status = OutputStatus(
            output, role: .external, currentMode: mode, isOff: true, touchscreens: touchscreens,
            remembered: DisplaySettings(mode: ModeRequest(mode), scale: Scale(1.5), variableRefresh: .on),
            layers: [LayerStatus(kind: .snapshot, path: .plane, plane: 41)],
            timing: TimingState(variableRefresh: .refused(.hardware)), depth: FrameDepth(.eight, refusal: .plane))
        #expect(
            text(status) == """
                {"connected":true,"current_mode":\(modeText),\
                "depth":{"bits":8,"reason":"\(DepthRefusal.plane.rawValue)"},\
                "layers":[{"kind":"snapshot","path":"plane","plane":41,"reason":null}],"make":"DEL","model":null,"modes":[\(modeText)],\
                "name":"HDMI-A-1","off":true,"physical_size_mm":{"height":340,"width":600},\
                "remembered":{"controller":null,"larger_text_offered":null,"mode":{"height":1080,"refresh_mhz":60000,"width":1920},"overscan":null,"role":null,"scale":1.5,"transform":null,"volume":null,"vrr":"on","zoom":null},\
                "role":"external","serial":null,\
                "touchscreens":[{"device":"/dev/input/event5","matches":["maker","size"],"name":"Glass",\
                "output":"HDMI-A-1","reason":"match"},{"device":null,"matches":[],"name":"Pen","output":"HDMI-A-1",\
                "reason":"rule"}],"vrr":{"on":false,"reason":"\(TimingRefusal.hardware.rawValue)"},"vrr_capable":true}
                """)
        #expect(try decoded(OutputStatus.self, text(status)) == status)
        let dark = OutputStatus(
            OutputDescription(id: OutputID("DP-1"), connector: .displayPort, isConnected: false), role: nil,
            currentMode: nil)
        #expect(
            text(dark) == """
                {"connected":false,"current_mode":null,"depth":null,"layers":[],"make":null,"model":null,"modes":[],"name":"DP-1",\
                "off":null,"physical_size_mm":null,"remembered":null,"role":null,"serial":null,"touchscreens":[],"vrr":null,\
                "vrr_capable":false}
                """)
    }

    @Test func statesAreSpeltAsInTheContract() {
        #expect(Set(TopologyState.allCases.map(\.rawValue)) == ["panel-only", "mirroring", "no-output", "disabled"])
        #expect(Set(SnapshotPath.allCases.map(\.rawValue)) == ["plane", "gpu", "cpu"])
        #expect(Set(LayerPath.allCases.map(\.rawValue)) == ["plane", "composed"])
        #expect(
            Set(OutputRole.allCases.map(\.rawValue))
                == ["panel", "external", "copy", "part", "controller", "own", "spare"])
    }

    @Test func transformsHaveNames() throws {
        for transform in Transform.allCases {
            #expect(TransformName(TransformName(transform).description)?.transform == transform)
        }
        #expect(TransformName("45") == nil)
        #expect(throws: ControlRequestError.self) { try decoded(TransformName.self, #""45""#) }
    }

    private var mirroring: ServiceStatus {
        let viewport = PanelViewport(
            panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160))
        var status = ServiceStatus()
        status.screens.state = .mirroring
        status.screens.panel = ScreenStatus(
            name: OutputID("DSI-1"), width: 1280, height: 800, refreshMilliHertz: 60000,
            transform: TransformName(.rotated270),
            layers: [
                LayerStatus(kind: .content, path: .composed),
                LayerStatus(kind: .cursor, path: .composed, reason: LayerRefusal.noPlane.description),
            ])
        status.screens.external = ScreenStatus(
            name: OutputID("HDMI-A-1"), width: 3840, height: 2160, refreshMilliHertz: 59940, scale: 1.5,
            variableRefresh: .on, tearing: .refused(.driver), depth: FrameDepth(.ten))
        status.applications.content = ContentStatus(
            appID: "foot", title: nil, width: 3840, height: 2160, on: .external)
        status.applications.panelForeground = .application
        status.applications.panelApplication = ContentStatus(
            appID: "foot", title: nil, width: 1280, height: 800, on: .panel)
        status.view.viewport = ViewportStatus(viewport)
        return status
    }
}

/// The value as one line of JSON without its newline.
func text(_ value: some Encodable) -> String {
    String(decoding: JSONLine().encode(value).dropLast(), as: UTF8.self)
}

func decoded<T: Decodable>(_: T.Type = T.self, _ text: String) throws -> T {
    try JSONLine().decode(T.self, from: Array(text.utf8))
}
