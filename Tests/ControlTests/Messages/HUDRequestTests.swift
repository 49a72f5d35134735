import Mirroring
import Testing

@testable import Control

@Suite struct HUDRequestTests {
    private let json = JSONLine()

    private static var everything: HUDValues {
        var values = HUDValues()
        values.clearsComments = true
        values.comment = HUDValues.Comment(author: "mika", text: "こんばんは")
        values.gifts = 3
        values.moreGifts = 2
        values.viewers = 100
        values.start = .set(.unixTime(1.5))
        values.elapsed = 3
        values.microphone = .set(false)
        values.avatar = .set(.attached(1))
        values.background = .remove
        values.text = "t"
        values.pin = .set(HUDValues.Comment(author: "", text: "p"))
        return values
    }

    static let table: [(HUDRequest, String)] = [
        (.hide, #"{"action":"hide","command":"hud"}"#),
        (
            .show(.panelTop, width: nil, height: 48),
            #"{"action":"show","command":"hud","height":48,"place":"panel-top"}"#
        ),
        (.set(HUDValues()), #"{"action":"set","command":"hud","values":{}}"#),
        (
            .set(everything),
            #"{"action":"set","command":"hud","values":{"avatar":1,"background":null,"clear_comments":true,"#
                + #""comment":{"author":"mika","text":"こんばんは"},"elapsed":3,"gift":2,"gifts":3,"microphone":false,"#
                + #""pin":{"author":"","text":"p"},"start":1.5,"text":"t","viewers":100}}"#
        ),
    ]

    @Test("Requests keep their form and their meaning", arguments: table)
    func roundTrip(_ request: HUDRequest, _ line: String) throws {
        #expect(String(decoding: json.encode(RequestLine(request)), as: UTF8.self) == line + "\n")
        #expect(try json.decode(RequestLine.self, from: Array(line.utf8)).command as? HUDRequest == request)
    }

    @Test("Gifts are a count, or have a name")
    func gifts() throws {
        func values(_ gift: String) throws -> HUDValues {
            try json.decode(HUDValues.self, from: Array("{\"gift\":\(gift)}".utf8))
        }
        #expect(try values("2").moreGifts == 2)
        #expect(try values(#"{"name":"rose"}"#).gift == HUDValues.Gift(name: "rose"))
        let whole = HUDValues.Gift(name: "rose", count: 3, author: "mika", picture: .path("rose.png"))
        #expect(
            try values(#"{"name":"rose","count":3,"author":"mika","picture":"rose.png"}"#).gift == whole)
        for bad in ["1.5", "[]", "\"rose\"", "{}", #"{"name":"rose","count":0}"#, #"{"name":3}"#] {
            #expect(throws: ControlRequestError.self, "\(bad)") { try values(bad) }
        }
        var attached = HUDValues()
        attached.gift = HUDValues.Gift(name: "rose", picture: .attached(0))
        let line = json.encode(RequestLine(HUDRequest.set(attached)))
        #expect(try json.decode(RequestLine.self, from: line.dropLast()).command as? HUDRequest == .set(attached))
        attached.gift?.picture = .path("rose.png")
        let path = Array(json.encode(RequestLine(HUDRequest.set(attached))).dropLast())
        #expect(throws: ControlRequestError.self) { try json.decode(RequestLine.self, from: path) }
    }

    @Test("The start can be now, a time, or none")
    func start() throws {
        let cases: [(String, HUDValues.Setting<HUDValues.Start>)] = [
            (#"{"start":"now"}"#, .set(.now)), (#"{"start":null}"#, .remove), ("{}", .keep),
            (#"{"start":1700000000}"#, .set(.unixTime(1_700_000_000))),
        ]
        for (line, start) in cases {
            #expect(try json.decode(HUDValues.self, from: Array(line.utf8)).start == start)
        }
    }

    @Test("A line of a feed names pictures by their paths")
    func feed() throws {
        let values: HUDValues = try json.decode(from: Array(#"{"avatar":"a.png","background":null}"#.utf8))
        #expect(values.avatar == .set(.path("a.png")) && values.background == .remove)
    }

    static let refused: [(String, String)] = [
        ("[]", "must be"), (#"{"viewers":"many"}"#, "viewers"), (#"{"viewers":1.5}"#, "viewers"),
        (#"{"vewers":1}"#, "unknown key \"vewers\""), (#"{"comment":{"author":"a"}}"#, "text is missing"),
        (#"{"start":"tomorrow"}"#, "start must be"), (#"{"start":-1}"#, "start must be"),
        (#"{"elapsed":1e300}"#, "elapsed must be"), (#"{"microphone":"on"}"#, "microphone"),
        (#"{"avatar":true}"#, "avatar"), ("{", "JSON"),
        (#"{"viewers":99999999999999999999}"#, "viewers"),
    ]

    @Test("What is wrong is told in words", arguments: refused)
    func refusal(_ line: String, _ words: String) {
        do {
            let values = try json.decode(HUDValues.self, from: Array(line.utf8))
            Issue.record("taken as \(values)")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test("A bar's size has bounds")
    func size() {
        for line in [
            #"{"command":"hud","action":"show","place":"pip","width":7}"#,
            #"{"command":"hud","action":"show","place":"pip","height":4097}"#,
            #"{"command":"hud","action":"show","place":"ceiling"}"#, #"{"command":"hud","action":"dance"}"#,
        ] {
            #expect(throws: ControlRequestError.self) { try json.decode(RequestLine.self, from: Array(line.utf8)) }
        }
    }
}
