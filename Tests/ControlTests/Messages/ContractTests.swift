import Geometry
import Testing

@testable import Control
@testable import Mirroring

/// One value of each kind with all that it can have, as the line that goes out and comes back.
@Suite struct ContractTests {
    private static let screen = ScreenStatus(
        name: OutputID("DSI-1"), width: 1280, height: 800, refreshMilliHertz: 59940, scale: 1.5,
        transform: TransformName(.rotated270),
        layers: [LayerStatus(kind: .snapshot, path: .plane, reason: "so", plane: 41)],
        variableRefresh: .on, tearing: .refused(.driver), depth: FrameDepth(.ten))
    private static let screenText = """
        {"depth":{"bits":10,"reason":null},"height":800,\
        "layers":[{"kind":"snapshot","path":"plane","plane":41,"reason":"so"}],"name":"DSI-1",\
        "refresh_mhz":59940,"scale":1.5,"tearing":{"on":false,"reason":"the driver cannot do that"},\
        "transform":"270","vrr":{"on":true,"reason":null},"width":1280}
        """

    private static func content(_ place: ContentPlace) -> ContentStatus {
        ContentStatus(appID: "foot", title: "~", width: 3840, height: 2160, on: place)
    }

    private static var pip: PiPStatus {
        var pip = PiPStatus()
        pip.state = .active
        pip.possible = [.external, .camera("/dev/video0")]
        pip.source = .window("foot")
        pip.frame = Rect(x: 1, y: 2, width: 3, height: 4)
        pip.interaction = .forward
        pip.updates = .paused
        (pip.startsAutomatically, pip.isActive, pip.isStashed) = (true, true, true)
        pip.renderSize = Size(width: 5, height: 6)
        (pip.hasTimeline, pip.isPlaying) = (true, true)
        pip.frames = 9
        return pip
    }

    private static let menu = MenuStatus(
        handle: Rect(x: 5, y: 6, width: 7, height: 8),
        entries: [
            MenuStatus.Entry(
                item: "mode", name: "Fingers", value: "Direct", isAvailable: true, isFocused: false,
                frame: Rect(x: 1, y: 2, width: 3, height: 4))
        ], question: "Start?", hint: .twoFingers)

    /// All that a status can have.
    private static var status: ServiceStatus {
        var status = ServiceStatus()
        status.about.version = "1.2.3"
        status.about.backend = .drm
        status.about.renderer = "gles"
        status.about.rendererRemark = "card0"
        status.about.sockets = SocketNames(
            content: "wayland-0", panelApplication: "wayland-1", tools: "kagami-tools")
        status.screens.state = .mirroring
        (status.screens.panel, status.screens.external) = (screen, screen)
        status.screens.arrangement = .span
        status.screens.blank = .external
        status.screens.isFrozen = true
        status.screens.blankOutputs = [OutputID("DP-1"), OutputID("HDMI-A-1")]
        status.screens.frozenOutputs = [OutputID("HDMI-A-1")]
        status.screens.brightness = 40
        status.screens.sound = SoundStatus(sink: "hdmi", description: "HDMI 1")
        status.applications.content = content(.external)
        status.applications.program = SupervisionStatus(
            program: "foot", state: .running, pid: 7, restarts: 1, lastEnd: .signaled(11))
        status.applications.panelForeground = .application
        status.applications.panelApplication = content(.panel)
        status.screens.controlled = OutputID("HDMI-A-1")
        status.applications.displays = [
            DisplayApplicationStatus(
                output: OutputID("DP-2"), content: content(.external),
                program: SupervisionStatus(program: "foot", state: .waiting))
        ]
        status.view.viewport = ViewportStatus(x: 0, y: 40, width: 1280, height: 720, scale: 0.25)
        status.view.controller = ControllerStatus(
            mode: .direct, zoom: 1.5, x: 1, y: 2, width: 3, height: 4, aim: ControllerStatus.Aim(x: 0.5, y: 6))
        (status.view.snapshot.path, status.view.snapshot.frames) = (.gpu, 7)
        status.overlays.pip = pip
        status.overlays.hud = HUDStatus(
            place: .panelTop, width: 1280, height: 40, comments: 2, draws: 3, layoutError: "line 3")
        status.overlays.menu = menu
        status.overlays.screenKeyboard = ScreenKeyboardStatus(show: .never, isShown: true)
        status.overlays.presenter = PresenterStatus(tool: .pen, strokes: 4)
        status.overlays.timer = TimerStatus(seconds: -5, isRunning: true, durationSeconds: 300)
        status.session.idle = [.panelOff, .externalOff]
        status.session.idleInhibitors = [
            IdlenessInhibitor(.screenSaver, program: "vlc", reason: "Playing some media")
        ]
        (status.session.isLocked, status.session.locker) = (true, .lost)
        status.counters.framesComposed = 1
        status.counters.panel.framesPresented = 2
        status.counters.traffic.count(.readBack, read: 3, written: 4)
        return status
    }

    @Test func aStatusWithEverything() throws {
        let application = """
            {"last_error":null,"last_signal":11,"last_status":null,"pid":7,"program":"foot","restarts":1,\
            "state":"running"}
            """
        let counters = """
            {"bytes":{"converted":{"read":0,"written":0},"copied":{"read":0,"written":0},\
            "drawn":{"read":0,"written":0},"fused":{"read":0,"written":0},"read_back":{"read":3,"written":4},\
            "uploaded":{"read":0,"written":0}},"clients":0,"external":{"client_buffers":0,"cursor_moves":0,\
            "damaged_pixels":0,"frames_presented":0,"last_damaged_pixels":0},"frames_composed":1,\
            "mode_refusals":0,"panel":{"client_buffers":0,"cursor_moves":0,"damaged_pixels":0,\
            "frames_presented":2,"last_damaged_pixels":0},"plugs":0,"present_failures":0,"touches":0,\
            "touches_cancelled":0,"unplugs":0,"wakeups":0}
            """
        let pip = """
            {"active":true,"auto_start":true,"frames":9,"height":4,"interaction":"forward","paused":true,\
            "playing":true,"possible":["external","camera:/dev/video0"],"render_height":6,"render_width":5,\
            "source":"window:foot","stashed":true,"state":"active","timeline":true,"updates":"paused",\
            "width":3,"x":1,"y":2}
            """
        let menu = """
            {"entries":[{"available":true,"focused":false,"height":4,"item":"mode","name":"Fingers",\
            "value":"Direct","width":3,"x":1,"y":2}],"handle":{"height":8,"width":7,"x":5,"y":6},\
            "hint":"two-fingers","question":"Start?"}
            """
        let expected = """
            {"application":\(application),"arrangement":"span","backend":"drm","blank":"external",\
            "blank_outputs":["DP-1","HDMI-A-1"],"brightness":40,\
            "content":{"app_id":"foot","height":2160,"on":"external","title":"~","width":3840},\
            "controlled":"HDMI-A-1",\
            "controller":{"aim":{"x":0.5,"y":6},"height":4,"mode":"direct","width":3,"x":1,"y":2,"zoom":1.5},\
            "counters":\(counters),\
            "display_applications":[{"content":{"app_id":"foot","height":2160,"on":"external","title":"~","width":3840},\
            "output":"DP-2","program":{"last_error":null,"last_signal":null,"last_status":null,"pid":null,\
            "program":"foot","restarts":0,"state":"waiting"}}],"external":\(Self.screenText),"frozen":true,"frozen_outputs":["HDMI-A-1"],\
            "hud":{"comments":2,"draws":3,"height":40,"layout_error":"line 3","place":"panel-top","width":1280},\
            "idle":["panel-off","external-off"],\
            "idle_inhibitors":[{"program":"vlc","reason":"Playing some media","source":"screensaver"}],"locked":true,"locker":"lost","menu":\(menu),\
            "panel":\(Self.screenText),\
            "panel_application":{"app_id":"foot","height":2160,"on":"panel","title":"~","width":3840},\
            "panel_foreground":"application","pip":\(pip),"presenter":{"strokes":4,"tool":"pen"},\
            "renderer":"gles","renderer_remark":"card0","screen_keyboard":{"show":"never","shown":true},\
            "snapshot":{"frames":7,"path":"gpu"},\
            "sockets":{"content":"wayland-0","panel_application":"wayland-1","tools":"kagami-tools"},\
            "sound":{"description":"HDMI 1","sink":"hdmi"},"state":"mirroring",\
            "timer":{"duration_s":300,"running":true,"seconds":-5},"version":"1.2.3",\
            "viewport":{"height":720,"scale":0.25,"width":1280,"x":0,"y":40}}
            """
        #expect(text(Self.status) == expected)
        #expect(try decoded(ServiceStatus.self, expected) == Self.status)
    }

    @Test func aTimerAndAPresenterWithNothing() throws {
        let timer = TimerStatus(seconds: 5, isRunning: false, durationSeconds: nil)
        #expect(text(timer) == #"{"duration_s":null,"running":false,"seconds":5}"#)
        #expect(try decoded(TimerStatus.self, text(timer)) == timer)
        #expect(text(PresenterStatus(tool: nil, strokes: 4)) == #"{"strokes":4,"tool":null}"#)
        let still = ControllerStatus(mode: .trackpad, zoom: 1, x: 0, y: 0, width: 3, height: 4)
        #expect(
            text(still) == #"{"aim":null,"height":4,"mode":"trackpad","width":3,"x":0,"y":0,"zoom":1}"#)
    }

    @Test func windows() throws {
        let known = WindowStatus(
            application: .content, appID: "foot", title: "~", hasKeyboard: true, isMinimized: false, isUrgent: false)
        #expect(
            text(known)
                == #"{"app_id":"foot","application":"content","keyboard":true,"minimized":false,"title":"~","urgent":false}"#
        )
        let unknown = WindowStatus(
            application: .application, appID: nil, title: nil, hasKeyboard: false, isMinimized: true, isUrgent: true)
        #expect(
            text(unknown)
                == #"{"app_id":null,"application":"application","keyboard":false,"minimized":true,"title":null,"urgent":true}"#
        )
        for window in [known, unknown] { #expect(try decoded(WindowStatus.self, text(window)) == window) }
    }

    /// The file that outlives the service.
    @Test func theMemoryOfDisplays() throws {
        let everything = DisplaySettings(
            role: .copy, mode: ModeRequest(size: Size(width: 1920, height: 1080), refreshMilliHertz: 60000),
            scale: Scale(1.5),
            transform: .rotated90, variableRefresh: .fullScreen, controllerMode: .trackpad, overscanPercent: 5,
            zoom: ContentZoom(
                ControllerZoom(factor: 2, center: Point(x: 10, y: 20.5)), of: Size(width: 3840, height: 2160)),
            volumePercent: 150, isLargerTextOffered: true)
        let little = DisplaySettings(
            mode: ModeRequest(size: Size(width: 800, height: 600)),
            zoom: ContentZoom(ControllerZoom(factor: 2, center: nil), of: Size(width: 1, height: 2)))
        let memory = DisplayMemory([
            DisplayMemory.Entry(
                identity: DisplayIdentity(make: "DEL", model: "U2720Q", serial: "7"), output: OutputID("HDMI-A-1"),
                settings: everything),
            DisplayMemory.Entry(identity: DisplayIdentity(), output: OutputID("DP-1"), settings: little),
        ])
        let expected = """
            {"displays":[{"make":"DEL","model":"U2720Q","output":"HDMI-A-1","serial":"7","settings":\
            {"controller":"trackpad","larger_text_offered":true,"mode":{"height":1080,"refresh_mhz":60000,"width":1920},"overscan":5,\
            "role":"copy","scale":1.5,"transform":"90","volume":150,"vrr":"full-screen",\
            "zoom":{"factor":2,"height":2160,"width":3840,"x":10,"y":20.5}}},\
            {"output":"DP-1","settings":{"controller":null,"larger_text_offered":null,"mode":{"height":600,"refresh_mhz":null,\
            "width":800},"overscan":null,"role":null,"scale":null,"transform":null,"volume":null,"vrr":null,\
            "zoom":{"factor":2,"height":2,"width":1,"x":null,"y":null}}}]}
            """
        #expect(text(memory) == expected)
        #expect(try decoded(DisplayMemory.self, expected) == memory)
        for wrong in [#""scale":0"#, #""overscan":11"#, #""volume":151"#, #""transform":"45""#, #""role":"panel""#] {
            #expect(throws: ControlRequestError.self) { try decoded(DisplaySettings.self, "{\(wrong)}") }
        }
        #expect(try decoded(DisplaySettings.self, "{}") == DisplaySettings(), "older files lack keys")
    }
}
