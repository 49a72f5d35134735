import Foundation
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct InputMethodTests {
    private let server: TestServer
    private let client: TextClient
    private let method: MethodClient

    init() throws {
        server = try TestServer(layout: .filling)
        method = MethodClient(server)
        client = TextClient(server)
        _ = client.shell.window()
        client.enable()
        client.commit()
        _ = method.told
    }

    @Test func textArrivesAllAtOnce() {
        method.insert("grüße")
        method.compose("abc", 1, 3)
        method.wire.send(method.method, 2, [.uint(2), .uint(1)])
        method.wire.roundTrip()
        #expect(client.told == [TextEvent.enter])
        method.commit()
        #expect(Set(client.told.dropFirst().dropLast()) == [2, 3, 4])
        #expect(client.told.last == TextEvent.done)
        #expect(client.last(TextEvent.insertion)?.string(at: 0) == "grüße")
        #expect(client.last(TextEvent.preedit)?.string(at: 0) == "abc")
        #expect(client.last(TextEvent.preedit)?.words.suffix(2) == [1, 3])
        #expect(client.last(TextEvent.deletion)?.words == [2, 1])
        #expect(client.last(TextEvent.done)?.words == [1], "the client has committed once")
    }

    @Test func doneCarriesTheNumberOfCommits() {
        for _ in 0..<3 { client.commit() }
        method.insert("x")
        method.commit()
        #expect(client.last(TextEvent.done)?.words == [4])
    }

    @Test func whatWasComposedIsForgottenByTheNextCommit() {
        method.insert("x")
        method.commit()
        method.commit()
        #expect(client.told == [TextEvent.enter, TextEvent.insertion, TextEvent.done, TextEvent.done])
    }

    @Test func textForAnEarlierFieldGoesNowhere() {
        let serial = method.doneCount
        client.disable()
        client.commit()
        client.enable()
        client.wire.send(client.input, 5, [.uint(0xc0), .uint(8)])
        client.commit()
        method.insert("meant for another")
        method.commit(serial: serial)
        #expect(client.told == [TextEvent.enter])
        method.commit(serial: serial &+ 1000)
        #expect(client.told == [TextEvent.enter])
        method.insert("secret")
        method.commit()
        #expect(client.last(TextEvent.insertion)?.string(at: 0) == "secret")
    }

    @Test func textForAnEarlierStateOfTheFieldArrives() {
        let serial = method.doneCount
        client.commit()
        method.insert("x")
        method.commit(serial: serial)
        #expect(client.last(TextEvent.insertion)?.string(at: 0) == "x")
    }

    @Test func withoutAFieldTextGoesNowhere() {
        client.disable()
        client.commit()
        method.insert("x")
        method.commit()
        #expect(client.told == [TextEvent.enter])
        #expect(method.wire.error == nil)
    }

    @Test(arguments: [(2, 2), (0, 9), (-5, 0), (-1, -1)] as [(Int32, Int32)])
    func cursorsOffTheCharactersAreHidden(_ begin: Int32, _ end: Int32) {
        method.compose("ü", begin, end == 2 ? 1 : end)
        method.commit()
        #expect(client.last(TextEvent.preedit)?.words.suffix(2) == [.max, .max])
    }

    @Test func oneMethodServesTheSeat() {
        let second = MethodClient(server)
        #expect(second.told == [MethodEvent.unavailable])
        second.insert("x")
        second.commit(serial: 0)
        second.commit(serial: 1)
        _ = second.makePopup(10, 10)
        _ = second.grab()
        server.key(30, pressed: true)
        second.wire.roundTrip()
        #expect(second.wire.error == nil)
        #expect(client.told == [TextEvent.enter])
        #expect(client.shell.wire.events(of: client.shell.keyboard, 3).count == 1)
        #expect(server.frames.count == 1)
        // The first one's end makes room for others.
        method.wire.send(method.method, 6)
        method.wire.roundTrip()
        #expect(second.told == [MethodEvent.unavailable])
        #expect(MethodClient(server).told == [0, 3, 4, 5])
    }

    @Test func whatAVanishedMethodComposedIsTakenBack() {
        method.compose("abc", 0, 0)
        method.commit()
        method.wire.hangUp()
        server.pump()
        #expect(client.told.suffix(3) == [TextEvent.preedit, TextEvent.done, TextEvent.done])
    }

    @Test func applicationsHaveNoSuchThing() {
        #expect(client.wire.globals["zwp_input_method_manager_v2"] == nil)
        #expect(client.wire.globals["zwp_text_input_manager_v3"] != nil)
    }

    @Test func aSurfaceOfAnotherRoleIsAnError() {
        let surface = method.surfaces.makeSurface()
        let parent = method.surfaces.makeSurface()
        _ = method.surfaces.makeSubsurface(surface, of: parent)
        _ = method.wire.create(method.method, 4, [.uint(surface)])
        method.wire.roundTrip()
        #expect(method.wire.error?.object == method.method)
        #expect(method.wire.error?.code == ZwpInputMethodV2.ErrorCode.role.rawValue)
    }

    @Test func typingIntoFoot() throws {
        let name = "/tmp/kagami-test-\(UInt64.random(in: 0 ... .max))"
        defer { unlink(name) }
        let foot = try #require(
            try RealClient("foot", ["sh", "-c", "read line; printf %s \"$line\" > \(name)"], on: server),
            "foot is not installed")
        #expect(foot.serve { method.told.filter { $0 == MethodEvent.activate }.count == 2 }, "\(foot.log)")
        method.compose("にほん", 9, 9)
        method.commit()
        method.insert("日本 ✓")
        method.commit()
        server.key(28, pressed: true)
        server.key(28, pressed: false)
        #expect(foot.serve { !foot.isRunning })
        #expect(try String(contentsOfFile: name, encoding: .utf8) == "日本 ✓")
    }
}
