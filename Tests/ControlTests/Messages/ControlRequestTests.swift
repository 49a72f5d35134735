import Geometry
import Mirroring
import Testing

@testable import Control

@Suite struct ControlRequestTests {
    static let table: [(any ControlCommand, String)] = [
        (StatusRequest(), #"{"command":"status"}"#),
        (OutputsRequest(), #"{"command":"outputs"}"#),
        (ForgetOutputRequest(OutputID("DP-2")), #"{"command":"outputs.forget","name":"DP-2"}"#),
        (ForgetOutputRequest(nil), #"{"all":true,"command":"outputs.forget"}"#),
        (EventsRequest(), #"{"command":"events"}"#),
        (ScreenshotRequest(.external), #"{"command":"screenshot","screen":"external"}"#),
        (ScreenshotRequest(.panel, as: .ppm), #"{"command":"screenshot","format":"ppm","screen":"panel"}"#),
        (ReloadConfigurationRequest(), #"{"command":"config.reload"}"#),
        (ShowConfigurationRequest(), #"{"command":"config.show"}"#),
        (MirrorRequest(enabled: false), #"{"command":"mirror","enabled":false}"#),
        (HUDRequest.hide, #"{"action":"hide","command":"hud"}"#),
        (UseExternalRequest(OutputID("DP-2")), #"{"command":"externals.use","name":"DP-2"}"#),
        (UseExternalRequest(nil), #"{"command":"externals.use","name":"auto"}"#),
        (CopyExternalRequest(OutputID("DP-2")), #"{"command":"externals.copy","name":"DP-2"}"#),
        (ControlExternalRequest(OutputID("DP-2")), #"{"command":"externals.controller","name":"DP-2"}"#),
        (SpareExternalRequest(OutputID("DP-2")), #"{"command":"externals.spare","name":"DP-2"}"#),
        (SwitchControlRequest(OutputID("DP-2")), #"{"command":"externals.control","name":"DP-2"}"#),
        (ArrangeExternalsRequest(.span), #"{"arrangement":"span","command":"externals.arrange"}"#),
        (PresentRequest(.laser), #"{"command":"present","tool":"laser"}"#),
        (PresentRequest(nil), #"{"command":"present","tool":null}"#),
        (
            PresentRequest(.pen, style: PenStyle(color: Color(red: 255, green: 128, blue: 0), width: 12)),
            ##"{"color":"#ff8000","command":"present","tool":"pen","width":12}"##
        ),
        (UndoStrokeRequest(), #"{"command":"present.undo"}"#),
        (ClearStrokesRequest(), #"{"command":"present.clear"}"#),
        (TimerRequest(.start, minutes: 20), #"{"action":"start","command":"present.timer","minutes":20}"#),
        (TimerRequest(.stop), #"{"action":"stop","command":"present.timer"}"#),
        (NextPageRequest(), #"{"command":"present.next"}"#),
        (PreviousPageRequest(), #"{"command":"present.previous"}"#),
        (ShowKeyboardRequest(.always), #"{"command":"keyboard.show","show":"always"}"#),
        (ControllerModeRequest(.view), #"{"command":"controller.mode","mode":"view"}"#),
        (ZoomRequest(factor: 2), #"{"command":"controller.zoom","factor":2}"#),
        (
            ZoomRequest(factor: 2.5, center: Point(x: 10, y: 20)),
            #"{"command":"controller.zoom","factor":2.5,"x":10,"y":20}"#
        ),
        (
            RegionRequest(.rect(Rect(x: 1, y: 2, width: 3, height: 4))),
            #"{"command":"controller.region","height":4,"width":3,"x":1,"y":2}"#
        ),
        (RegionRequest(.window("foot")), #"{"app_id":"foot","command":"controller.region"}"#),
        (ShowOnPanelRequest(.application), #"{"command":"panel.show","foreground":"application"}"#),
        (
            PlugRequest(output: OutputID("HDMI-A-1"), width: 3840, height: 2160, refreshMilliHertz: 59940),
            #"{"command":"virtual.plug","height":2160,"name":"HDMI-A-1","refresh_mhz":59940,"width":3840}"#
        ),
        (
            PlugRequest(
                output: OutputID("DP-1"), width: 8, height: 6, physicalSize: PhysicalSize(width: 40, height: 30)),
            """
            {"command":"virtual.plug","height":6,"name":"DP-1","physical_size_mm":{"height":30,"width":40},\
            "refresh_mhz":60000,"width":8}
            """
        ),
        (
            PlugRequest(output: OutputID("Virtual-9"), width: 8, height: 6, isWhileConnected: true),
            """
            {"command":"virtual.plug","height":6,"name":"Virtual-9","refresh_mhz":60000,"while_connected":true,"width":8}
            """
        ),
        (UnplugRequest(OutputID("HDMI-A-1")), #"{"command":"virtual.unplug","name":"HDMI-A-1"}"#),
        (
            RefuseRequest(OutputID("DP-1"), width: 8, height: 6),
            #"{"command":"virtual.refuse","height":6,"name":"DP-1","refresh_mhz":60000,"width":8}"#
        ),
        (
            RefuseRequest(OutputID("DP-1"), width: 8, height: 6, tries: 2),
            #"{"command":"virtual.refuse","height":6,"name":"DP-1","refresh_mhz":60000,"tries":2,"width":8}"#
        ),
        (
            TouchRequest.down(slot: 1, Point(x: 2.5, y: 3)),
            #"{"action":"down","command":"virtual.touch","id":1,"x":2.5,"y":3}"#
        ),
        (
            TouchRequest.move(slot: 0, Point(x: 2, y: 3)),
            #"{"action":"move","command":"virtual.touch","id":0,"x":2,"y":3}"#
        ),
        (TouchRequest.up(slot: 9), #"{"action":"up","command":"virtual.touch","id":9}"#),
        (TouchRequest.cancel(slot: 9), #"{"action":"cancel","command":"virtual.touch","id":9}"#),
        (PointerRequest.move(Point(x: 1, y: 2)), #"{"action":"move","command":"virtual.pointer","x":1,"y":2}"#),
        (PointerRequest.motion(dx: -1, dy: 2), #"{"action":"motion","command":"virtual.pointer","dx":-1,"dy":2}"#),
        (
            PointerRequest.button(272, pressed: true),
            #"{"action":"button","button":272,"command":"virtual.pointer","pressed":true}"#
        ),
        (
            PointerRequest.scroll(clicksX: 0, clicksY: -3),
            #"{"action":"scroll","command":"virtual.pointer","dx":0,"dy":-3}"#
        ),
        (
            PointerRequest.fingerScroll(dx: 0.5, dy: 0),
            #"{"action":"finger-scroll","command":"virtual.pointer","dx":0.5,"dy":0}"#
        ),
        (
            GestureRequest.begin(.pinch, fingers: 2),
            #"{"action":"begin","command":"virtual.gesture","fingers":2,"kind":"pinch"}"#
        ),
        (
            GestureRequest.update(GestureMovement(dx: 1, dy: -2, scale: 1.5, rotation: 3)),
            #"{"action":"update","command":"virtual.gesture","dx":1,"dy":-2,"rotation":3,"scale":1.5}"#
        ),
        (GestureRequest.end(isCancelled: false), #"{"action":"end","command":"virtual.gesture"}"#),
        (GestureRequest.end(isCancelled: true), #"{"action":"cancel","command":"virtual.gesture"}"#),
        (
            PenRequest.near(.eraser, Point(x: 1, y: 2), ToolAxes(distance: 1, tiltX: -5)),
            """
            {"action":"near","command":"virtual.pen","distance":1,"pressure":0,"rotation":0,"slider":0,"tilt_x":-5,\
            "tilt_y":0,"tool":"eraser","x":1,"y":2}
            """
        ),
        (
            PenRequest.down(Point(x: 1, y: 2), ToolAxes(pressure: 0.5)),
            """
            {"action":"down","command":"virtual.pen","distance":0,"pressure":0.5,"rotation":0,"slider":0,"tilt_x":0,\
            "tilt_y":0,"x":1,"y":2}
            """
        ),
        (
            PenRequest.button(331, pressed: true),
            #"{"action":"button","button":331,"command":"virtual.pen","pressed":true}"#
        ),
        (PenRequest.up, #"{"action":"up","command":"virtual.pen"}"#),
        (PenRequest.away, #"{"action":"away","command":"virtual.pen"}"#),
        (KeyRequest(code: 30, pressed: true), #"{"code":30,"command":"virtual.key","pressed":true}"#),
        (WindowsRequest(), #"{"command":"windows"}"#),
        (NextWindowRequest(), #"{"command":"windows.next"}"#),
        (ActivateWindowRequest(appID: "foot"), #"{"app_id":"foot","command":"windows.activate"}"#),
        (CloseWindowRequest(appID: "foot"), #"{"app_id":"foot","command":"windows.close"}"#),
        (
            LaunchRequest(["foot", "-e"]),
            #"{"command":"launch","place":"content","restart":"never","words":["foot","-e"]}"#
        ),
        (
            LaunchRequest(["foot"], in: .application, restart: .onFailure),
            #"{"command":"launch","place":"application","restart":"on-failure","words":["foot"]}"#
        ),
        (RestartRequest(), #"{"command":"restart"}"#),
        (ShowMenuRequest(), #"{"command":"menu.show"}"#),
        (HideMenuRequest(), #"{"command":"menu.hide"}"#),
        (AskRequest("Start?"), #"{"command":"ask","seconds":60,"text":"Start?"}"#),
        (
            AskRequest("Start?", japanese: "始めますか", seconds: 5),
            #"{"command":"ask","japanese":"始めますか","seconds":5,"text":"Start?"}"#
        ),
        (ResetHintsRequest(), #"{"command":"hints.reset"}"#),
        (BlankRequest(.external), #"{"command":"blank","extent":"external"}"#),
        (BrightnessRequest(), #"{"command":"brightness"}"#),
        (BrightnessRequest(Brightness(percent: 60)), #"{"command":"brightness","percent":60}"#),
        (FreezeRequest(enabled: true), #"{"command":"freeze","enabled":true}"#),
        (
            FreezeOutputRequest(OutputID("DP-1"), enabled: true),
            #"{"command":"freeze.output","enabled":true,"name":"DP-1"}"#
        ),
        (
            BlankOutputRequest(OutputID("DP-1"), enabled: false),
            #"{"command":"blank.output","enabled":false,"name":"DP-1"}"#
        ),
        (OverscanRequest(percent: 3), #"{"command":"overscan","percent":3}"#),
        (BlankRequest(nil), #"{"command":"blank","extent":null}"#),
        (PiPRequest.stop, #"{"action":"stop","command":"pip"}"#),
        (RecordInputRequest(), #"{"command":"input.record"}"#),
        (
            InjectInputRequest([
                RecordedInput(.touchFrame(DeviceID(1), Timestamp(microseconds: 5)), at: Timestamp(microseconds: 5))
            ]),
            #"{"command":"input.inject","events":[{"device":1,"time_us":5,"type":"touch-frame"}]}"#
        ),
    ]

    @Test(arguments: table.indices)
    func requestIsOneObject(_ index: Int) throws {
        let (request, json) = Self.table[index]
        #expect(text(RequestLine(request)) == json)
        #expect(try command(json) == AnyHashable(request))
    }

    @Test func everyCommandIsInTheTable() throws {
        for command in ControlCommands.all {
            #expect(Self.table.contains { type(of: $0.0) == command }, "\(command)")
        }
        #expect(Set(ControlCommands.all.map { $0.name }).count == ControlCommands.all.count)
    }

    @Test func unknownKeysAreIgnored() throws {
        #expect(try command(#"{"command":"status","since":"2.0","x":{}}"#) == AnyHashable(StatusRequest()))
    }

    @Test func leftOutValuesHaveDefaults() throws {
        #expect(
            try command(#"{"command":"virtual.plug","name":"A","width":1,"height":1}"#)
                == AnyHashable(PlugRequest(output: OutputID("A"), width: 1, height: 1, refreshMilliHertz: 60000)))
        #expect(try command(#"{"command":"launch","words":["a"]}"#) == AnyHashable(LaunchRequest(["a"])))
        #expect(
            try command(#"{"command":"virtual.touch","action":"up"}"#) == AnyHashable(TouchRequest.up(slot: 0)))
    }

    static let refusals: [(String, String)] = [
        ("", "not JSON"),
        ("nonsense", "not JSON"),
        ("[]", "the line must be an object"),
        ("7", "the line must be an object"),
        ("{}", "command is missing"),
        (#"{"command":null}"#, "command must be a string, not null"),
        (#"{"command":3}"#, "command must be a string"),
        (#"{"command":"dance"}"#, #"unknown command "dance""#),
        (#"{"command":"screenshot","screen":"moon"}"#, "screen is not valid"),
        (#"{"command":"screenshot","screen":"panel","format":"gif"}"#, "format is not valid"),
        (
            #"{"command":"hud","action":"set","values":{"background":"/a.png"}}"#,
            "background must be the number of a descriptor attached to the request, 0 the first, or null"
        ),
        (#"{"command":"outputs.forget"}"#, #"give either name or "all": true"#),
        (#"{"command":"outputs.forget","all":true,"name":"DP-1"}"#, #"give either name or "all": true"#),
        (#"{"command":"mirror","enabled":1}"#, "enabled must be true or false"),
        (#"{"command":"virtual.plug","name":"A","width":0,"height":1}"#, "width must be 1 to 16384"),
        (#"{"command":"virtual.plug","name":"A","width":1,"height":16385}"#, "height must be 1 to 16384"),
        (
            #"{"command":"virtual.plug","name":"a b","width":1,"height":1}"#,
            "name must be 1 to 64 letters, digits, '-', '_' or '.'"
        ),
        (
            #"{"command":"virtual.plug","name":"A","width":1,"height":1,"refresh_mhz":1}"#,
            "refresh_mhz must be 1000 to 1000000"
        ),
        (#"{"command":"virtual.touch","action":"down","x":1e300,"y":0}"#, "x must be -1000000 to 1000000"),
        (#"{"command":"virtual.touch","action":"down","id":256,"x":0,"y":0}"#, "id must be 0 to 255"),
        (#"{"command":"virtual.touch","action":"wave"}"#, #"unknown action "wave""#),
        (#"{"command":"launch","words":[]}"#, "words must begin with a program"),
        (#"{"command":"launch","words":[""]}"#, "words must begin with a program"),
        (#"{"command":"launch","words":["a\u0000b"]}"#, "words must not contain the character 0"),
        (
            #"{"command":"launch","words":["a"],"place":"moon"}"#,
            #"unknown place "moon": use content or application"#
        ),
        (
            #"{"command":"launch","words":["a"],"restart":"daily"}"#,
            #"unknown restart "daily": use never, on-failure or always"#
        ),
        (#"{"command":"virtual.key","code":0,"pressed":true}"#, "code must be 1 to 767"),
        (
            #"{"command":"virtual.pointer","action":"button","button":1,"pressed":"yes"}"#,
            "pressed must be true or false"
        ),
        (#"{"command":"input.inject","events":[{}]}"#, "events.[0].time_us is missing"),
    ]

    @Test(arguments: refusals.indices)
    func badRequestIsToldInWords(_ index: Int) {
        let (line, reason) = Self.refusals[index]
        #expect {
            try command(line)
        } throws: { error in
            "\(error)" == reason
        }
    }

    @Test func numbersPastEveryIntegerAreRefused() {
        for number in ["1e400", "-1e400", "99999999999999999999", "1.5"] {
            let line = #"{"command":"virtual.plug","name":"A","width":\#(number),"height":1}"#
            #expect(throws: ControlRequestError.self) { try command(line) }
        }
    }

    @Test func repliesKeepTheirShape() throws {
        #expect(text(ControlAnswer<Done>.done) == #"{"ok":true}"#)
        #expect(text(ControlAnswer<Done>.note("later")) == #"{"note":"later","ok":true}"#)
        #expect(text(ControlAnswer<Done>.failure("no such screen")) == #"{"error":"no such screen","ok":false}"#)
        let outputs = ControlAnswer.success(OutputsRequest.Reply([]))
        #expect(text(outputs) == #"{"ok":true,"outputs":[]}"#)
        let window = WindowStatus(
            SwitchableWindow(number: 7, appID: "foot", title: nil, isMinimized: true, isUrgent: true), of: .application,
            hasKeyboard: false)
        let windows =
            #"{"ok":true,"windows":[{"app_id":"foot","application":"application","keyboard":false,"minimized":true,"title":null,"urgent":true}]}"#
        let reply = ControlAnswer.success(WindowsRequest.Reply([window]))
        #expect(text(reply) == windows)
        #expect(try decoded(ControlAnswer<WindowsRequest.Reply>.self, windows) == reply)
        #expect(try decoded(ControlAnswer<Done>.self, #"{"ok":true,"later":1}"#) == .done)
        #expect(try decoded(ControlAnswer<Done>.self, #"{"ok":true,"note":"n"}"#) == .note("n"))
        #expect(try decoded(ControlAnswer<Done>.self, #"{"ok":false,"error":"x"}"#) == .failure("x"))
        #expect(throws: ControlRequestError.self) {
            try decoded(ControlAnswer<OutputsRequest.Reply>.self, #"{"ok":true}"#)
        }
    }
}

/// The command of a line.
func command(_ line: String) throws -> AnyHashable {
    AnyHashable(try decoded(RequestLine.self, line).command)
}
