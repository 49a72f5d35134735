import Control
import Geometry
import Mirroring
import Testing

@testable import kagami_web

@Suite struct PageInputTests {
    private let fingers = PageInput.Fingers()
    private let point = Point<PanelSpace>(x: 1, y: 2)

    private func input(_ access: Doorkeeper.Access = .full) -> PageInput { PageInput(access, fingers) }

    private func touch(_ command: any ControlCommand) -> TouchRequest? { command as? TouchRequest }

    private func line(_ text: String) throws -> any ControlCommand {
        try JSONLine().decode(RequestLine.self, from: Array(text.utf8)).command
    }

    @Test(arguments: [
        #"{"command":"status"}"#, #"{"command":"outputs"}"#, #"{"command":"events"}"#, #"{"command":"windows"}"#,
    ])
    func everybodySeesTheState(text: String) throws {
        var viewer = input(.view)
        #expect(throws: Never.self) { try viewer.admit(try line(text)) }
    }

    @Test(arguments: [
        #"{"command":"virtual.touch","action":"down","x":1,"y":1}"#, #"{"command":"virtual.unplug","name":"DP-1"}"#,
        #"{"command":"virtual.key","code":28,"pressed":true}"#, #"{"command":"pip","action":"stop"}"#,
        #"{"command":"windows.next"}"#, #"{"command":"outputs.forget","all":true}"#,
    ])
    func viewersChangeNothing(text: String) throws {
        var viewer = input(.view)
        let command = try line(text)
        #expect(throws: PageInput.Refusal.self) { try viewer.admit(command) }
    }

    @Test(arguments: [
        #"{"command":"launch","words":["sh"]}"#, #"{"command":"input.record"}"#, #"{"command":"config.reload"}"#,
        #"{"command":"config.show"}"#, #"{"command":"input.inject","events":[]}"#, #"{"command":"restart"}"#,
    ])
    func noPageStartsProgramsOrReadsKeys(text: String) throws {
        var page = input()
        let command = try line(text)
        #expect(throws: PageInput.Refusal.self) { try page.admit(command) }
    }

    @Test func theFingersOfTwoPagesDiffer() throws {
        var one = input()
        var other = input()
        #expect(try touch(one.admit(TouchRequest.down(slot: 0, point))) == .down(slot: 0, point))
        #expect(try touch(other.admit(TouchRequest.down(slot: 0, point))) == .down(slot: 1, point))
        #expect(try touch(other.admit(TouchRequest.move(slot: 0, point))) == .move(slot: 1, point))
        #expect(try touch(one.admit(TouchRequest.up(slot: 0))) == .up(slot: 0))
        #expect(try touch(one.admit(TouchRequest.down(slot: 7, point))) == .down(slot: 0, point))
        #expect(throws: PageInput.Refusal.self) { try one.admit(TouchRequest.up(slot: 0)) }
        #expect(throws: PageInput.Refusal.self) { try one.admit(TouchRequest.down(slot: 7, point)) }
    }

    @Test func aPageHasSoManyFingers() throws {
        var page = input()
        for slot in 0..<Int32(PageInput.maximumFingers) { _ = try page.admit(TouchRequest.down(slot: slot, point)) }
        #expect(throws: PageInput.Refusal.self) { try page.admit(TouchRequest.down(slot: 99, point)) }
    }

    @Test func whatAPageHoldsIsReleased() throws {
        var page = input()
        _ = try page.admit(TouchRequest.down(slot: 3, point))
        _ = try page.admit(TouchRequest.down(slot: 4, point))
        _ = try page.admit(TouchRequest.up(slot: 3))
        _ = try page.admit(PointerRequest.button(272, pressed: true))
        _ = try page.admit(KeyRequest(code: 29, pressed: true))
        _ = try page.admit(KeyRequest(code: 30, pressed: true))
        _ = try page.admit(KeyRequest(code: 30, pressed: false))
        _ = try page.admit(PenRequest.near(.pen, point, ToolAxes()))
        _ = try page.admit(PenRequest.down(point, ToolAxes()))
        let released = page.release()
        #expect(released.compactMap { $0 as? TouchRequest } == [.cancel(slot: 1)])
        #expect(released.compactMap { $0 as? PointerRequest } == [.button(272, pressed: false)])
        #expect(released.compactMap { $0 as? KeyRequest } == [KeyRequest(code: 29, pressed: false)])
        #expect(released.compactMap { $0 as? PenRequest } == [.up, .away])
        #expect(page.release().isEmpty)
        // The finger's number is free again.
        var other = input()
        #expect(try touch(other.admit(TouchRequest.down(slot: 0, point))) == .down(slot: 0, point))
    }
}

@Suite struct RateLimitTests {
    @Test func aBurstIsFreeAndThenTheRateHolds() {
        var limit = RateLimit(burst: 10, perSecond: 100, now: 0)
        for _ in 0..<10 { #expect(limit.count(at: 0) == 0) }
        #expect(limit.count(at: 0) == 10_000)
        #expect(limit.count(at: 0) == 20_000)
        #expect(limit.count(at: 30_000) == 0)
        #expect(limit.count(at: 10_000_000) == 0)
        for _ in 0..<9 { #expect(limit.count(at: 10_000_000) == 0) }
        #expect(limit.count(at: 10_000_000) == 10_000)
    }
}
