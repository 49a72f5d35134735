import Geometry
import Mirroring
import Testing

@testable import Control

@Suite struct PiPRequestTests {
    static let table: [(PiPRequest, String)] = [
        (.start(PiPStart(.external)), #""action":"start","command":"pip","source":"external""#),
        (
            .start(
                PiPStart(
                    .window("foot"), origin: Rect(x: -1, y: 2, width: 30, height: 40), timeoutMicroseconds: 1_500_000)),
            #""action":"start","command":"pip","height":40,"source":"window:foot","timeout_ms":1500,"width":30,"x":-1,"#
                + #""y":2"#
        ),
        (.stop, #""action":"stop","command":"pip""#),
        (.toggle(nil), #""action":"toggle","command":"pip""#),
        (.toggle(.hud), #""action":"toggle","command":"pip","source":"hud""#),
        (.swap(.content), #""action":"swap","command":"pip","source":"content""#),
        (.restore, #""action":"restore","command":"pip""#),
        (.update(.paused), #""action":"pause","command":"pip""#),
        (.update(.live), #""action":"resume","command":"pip""#),
        (.update(.onDemand), #""action":"on-demand","command":"pip""#),
        (.refresh, #""action":"refresh","command":"pip""#),
        (.playback(.skip(microseconds: -15_500_000)), #""action":"skip","command":"pip","seconds":-15.5"#),
        (.playback(.playPause), #""action":"play-pause","command":"pip""#),
        (.move(.topLeft), #""action":"move","command":"pip","corner":"top-left""#),
        (.size(width: 320, height: 200), #""action":"size","command":"pip","height":200,"width":320"#),
        (.hide(nil), #""action":"hide","command":"pip""#),
        (.hide(.left), #""action":"hide","command":"pip","side":"left""#),
        (.show, #""action":"show","command":"pip""#),
        (.control(.window("mpv")), #""action":"control","command":"pip","source":"window:mpv""#),
        (.acknowledge(3, refusal: nil), #""action":"acknowledge","command":"pip","number":3"#),
        (.acknowledge(3, refusal: "live"), #""action":"acknowledge","command":"pip","error":"live","number":3"#),
    ]

    @Test(arguments: table.indices)
    func requestIsOneObject(_ index: Int) throws {
        let (request, json) = Self.table[index]
        #expect(text(RequestLine(request)) == "{\(json)}")
        #expect(try command("{\(json)}") == AnyHashable(request))
    }

    static let refusals: [(String, String)] = [
        (#""action":"start""#, "source is missing"),
        (
            #""action":"start","source":"moon""#,
            #"unknown source "moon": use external, content, hud, window:APP_ID or camera:/dev/videoN"#
        ),
        (
            #""action":"start","source":"window:""#,
            #"unknown source "window:": use external, content, hud, window:APP_ID or camera:/dev/videoN"#
        ),
        (#""action":"start","source":7"#, "source must be a string"),
        (#""action":"start","source":"hud","timeout_ms":-1"#, "timeout_ms must be 0 to 3600000"),
        (#""action":"start","source":"hud","width":10"#, "x is missing"),
        (#""action":"start","source":"hud","x":0,"y":0,"width":0,"height":9"#, "width must be 1 to 16384"),
        (#""action":"dance""#, #"unknown action "dance""#),
        (#""action":"skip","seconds":1e300"#, "seconds must be -1000000 to 1000000"),
        (#""action":"skip","seconds":100000"#, "seconds must be -86400 to 86400"),
        (#""action":"skip""#, "seconds is missing"),
        (#""action":"move","corner":"middle""#, "corner is not valid"),
        (#""action":"size","width":99999,"height":1"#, "width must be 1 to 16384"),
        (#""action":"hide","side":"top""#, "side is not valid"),
        (#""action":"acknowledge","number":-1"#, "number must be 0 to 9223372036854775807"),
        (#""command":"pip""#, "action is missing"),
    ]

    @Test(arguments: refusals.indices)
    func badInputIsToldInALine(_ index: Int) {
        let (json, complaint) = Self.refusals[index]
        let line = Array("{\"command\":\"pip\",\(json)}".utf8)
        do throws(ControlRequestError) {
            let request: RequestLine = try JSONLine().decode(from: line)
            Issue.record("taken as \(request)")
        } catch {
            #expect(error.description == complaint)
        }
    }

    @Test(arguments: [PlaybackCommand.skip(microseconds: 15_000_000), .skip(microseconds: -250_000), .playPause])
    func playbackLinesComeBackAsTheyWent(command: PlaybackCommand) throws {
        let line = PlaybackLine(number: 4, command: command)
        #expect(try decoded(PlaybackLine.self, text(line)) == line)
    }

    @Test func aPlaybackLineIsOneObject() {
        let line = PlaybackLine(number: 4, command: .skip(microseconds: 15_000_000))
        #expect(text(line) == #"{"action":"skip","number":4,"seconds":15,"type":"playback"}"#)
    }
}
