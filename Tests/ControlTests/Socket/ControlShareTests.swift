import Glibc
import Mirroring
import Testing

@testable import Control

/// No connection keeps the others waiting.
@Suite struct ControlShareTests {
    private static let reload = "{\"command\":\"config.reload\"}\n"

    /// All that comes back to a client that reads.
    private func replies(to client: RawClient, _ fixture: ControlFixture) -> [String] {
        var lines: [String] = []
        for _ in 0..<200 {
            fixture.settle(turns: 10)
            lines += client.receive()
        }
        return lines
    }

    @Test func aConnectionHasAShareOfEachTurn() throws {
        var limits = ControlLimits()
        limits.requestsInTurn = 8
        limits.turnMicroseconds = .max / 4
        let fixture = try ControlFixture(limits: limits)
        let (busy, other) = (try fixture.connect(), try fixture.connect())
        busy.send(Array(String(repeating: Self.reload, count: 1000).utf8))
        fixture.settle(turns: 3)
        #expect((1...24).contains(fixture.handler.requests.count))
        other.send(Array("{\"command\":\"outputs\"}\n".utf8))
        fixture.settle(turns: 2)
        #expect(other.receive() == [#"{"ok":true,"outputs":[]}"#])
        #expect(fixture.handler.requests.count <= 42)
        #expect(replies(to: busy, fixture).count == 1000)
    }

    @Test func aRequestThatTakesLongIsAShareOfItsOwn() throws {
        var limits = ControlLimits()
        limits.turnMicroseconds = 0
        let fixture = try ControlFixture(limits: limits)
        let busy = try fixture.connect()
        busy.send(Array(String(repeating: Self.reload, count: 20).utf8))
        for count in 1...20 {
            fixture.settle(turns: 1)
            #expect(fixture.handler.requests.count == count)
        }
        #expect(busy.receive().count == 20)
    }

    @Test func whatWasSentBeforeTheEndIsAnsweredInManyTurns() throws {
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        client.send(Array((String(repeating: Self.reload, count: 500) + "{\"command\":\"outputs\"}").utf8))
        shutdown(client.descriptor, CInt(SHUT_WR))
        let replies = replies(to: client, fixture)
        #expect(replies.count == 501 && replies.last == #"{"ok":true,"outputs":[]}"#)
        #expect(fixture.hasEnded(client))
        #expect(fixture.server?.connectionCount == 0)
    }

    @Test func aClientThatLeavesWithRequestsAtHandIsForgotten() throws {
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        client.send(Array(String(repeating: Self.reload, count: 2000).utf8))
        fixture.settle(turns: 2)
        client.disconnect()
        fixture.settle(turns: 200)
        #expect(fixture.server?.connectionCount == 0)
        #expect(fixture.handler.requests.count < 2000)
    }

    @Test func repliesThatComeAtOnceDoNotNest() throws {
        let fixture = try ControlFixture()
        fixture.handler.log.answersMirrorAtOnce = true
        let client = try fixture.connect()
        let line = Array("{\"command\":\"mirror\",\"enabled\":true}\n".utf8)
        var sent = 0
        var count = 0
        while sent < 3000 {
            if client.send(line) == line.count {
                sent += 1
            } else {
                fixture.settle(turns: 10)
                count += client.receive().count
            }
        }
        #expect(count + replies(to: client, fixture).count == 3000)
        #expect(fixture.handler.log.deepest == 1)
    }
}
