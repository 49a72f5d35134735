import Glibc
import Mirroring
import Testing

@testable import Control

@Suite struct ControlServerTests {
    @Test func requestsAreAnsweredInOrder() throws {
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        let replies = fixture.exchange(
            client,
            "{\"command\":\"outputs\"}\n\r\n{\"command\":\"config.reload\"}\n{}\n{\"command\":\"mirror\",\"enabled\":true}\n"
        )
        #expect(
            replies == [
                #"{"ok":true,"outputs":[]}"#, #"{"ok":true}"#,
                #"{"error":"bad request: command is missing","ok":false}"#, #"{"ok":true}"#,
            ])
        #expect(
            fixture.handler.requests == [OutputsRequest(), ReloadConfigurationRequest(), MirrorRequest(enabled: true)])
        #expect(!client.isAtEnd)
    }

    @Test func aCommandThatNothingHandlesIsAnsweredInWords() throws {
        let fixture = try ControlFixture(handler: RecordingHandler(omitting: BlankRequest.self))
        let replies = fixture.exchange(try fixture.connect(), #"{"command":"blank","extent":"all"}"# + "\n")
        #expect(replies == [#"{"error":"this service has nothing that blank is for","ok":false}"#])
    }

    @Test func requestMayArriveInPieces() throws {
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        for byte in Array(#"{"command":"config.reload"}"#.utf8) {
            client.send([byte])
            fixture.settle(turns: 2)
            #expect(client.receive().isEmpty)
        }
        #expect(fixture.exchange(client, "\n") == [#"{"ok":true}"#])
    }

    @Test func repliesComeToAClientThatHasFinishedSending() throws {
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        client.send(Array(#"{"command":"config.reload"}"#.utf8))
        shutdown(client.descriptor, CInt(SHUT_WR))
        fixture.settle()
        #expect(client.receive() == [#"{"ok":true}"#])
        #expect(fixture.hasEnded(client))
        #expect(fixture.server?.connectionCount == 0)
    }

    @Test func streamGoesOnForAClientThatHasFinishedSending() throws {
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        client.send(Array("{\"command\":\"events\"}\n".utf8))
        shutdown(client.descriptor, CInt(SHUT_WR))
        fixture.settle()
        fixture.server?.publish(ServiceEvent(.seatPaused, at: Timestamp(microseconds: 1)))
        fixture.settle()
        #expect(client.receive() == [#"{"ok":true}"#, #"{"time_us":1,"type":"seat-paused"}"#])
        client.disconnect()
        fixture.settle()
        #expect(fixture.server?.connectionCount == 0)
        #expect(fixture.handler.closed == 1)
    }

    @Test func streamsReachTheirSubscribersOnly() throws {
        let fixture = try ControlFixture()
        let server = try #require(fixture.server)
        let (events, input, other) = (try fixture.connect(), try fixture.connect(), try fixture.connect())
        fixture.handler.greeting = RecordedInput(.deviceRemoved(DeviceID(4)), at: Timestamp(microseconds: 2))
        #expect(!server.hasSubscribers(to: .events))
        _ = fixture.exchange(events, "{\"command\":\"events\"}\n")
        #expect(
            fixture.exchange(input, "{\"command\":\"input.record\"}\n") == [
                #"{"ok":true}"#, #"{"device":4,"time_us":2,"type":"device-removed"}"#,
            ])
        #expect(server.hasSubscribers(to: .events) && server.hasSubscribers(to: .input))
        #expect(fixture.handler.subscriptions == [.events, .input])
        server.publish(ServiceEvent(.seatResumed, at: Timestamp(microseconds: 3)))
        let touch = InputEvent.touchFrame(DeviceID(1), Timestamp(microseconds: 4))
        server.publish(RecordedInput(touch, at: Timestamp(microseconds: 4)))
        fixture.settle()
        #expect(events.receive() == [#"{"time_us":3,"type":"seat-resumed"}"#])
        #expect(input.receive() == [#"{"device":1,"time_us":4,"type":"touch-frame"}"#])
        #expect(other.receive().isEmpty)
    }

    @Test func laterReplyHoldsBackTheRequestsBehindIt() throws {
        let fixture = try ControlFixture()
        fixture.handler.log.answersMirrorLater = true
        let client = try fixture.connect()
        #expect(
            fixture.exchange(client, "{\"command\":\"mirror\",\"enabled\":true}\n{\"command\":\"outputs\"}\n").isEmpty)
        #expect(fixture.handler.requests == [MirrorRequest(enabled: true)])
        let later = try #require(fixture.handler.log.waiting.first)
        later.send(.failure("no external"))
        later.send(.done)
        fixture.settle()
        #expect(client.receive() == [#"{"error":"no external","ok":false}"#, #"{"ok":true,"outputs":[]}"#])
    }

    @Test func clientThatLeavesBeforeItsReplyIsForgotten() throws {
        let fixture = try ControlFixture()
        fixture.handler.log.answersMirrorLater = true
        let client = try fixture.connect()
        _ = fixture.exchange(client, "{\"command\":\"mirror\",\"enabled\":true}\n")
        client.disconnect()
        fixture.settle()
        #expect(fixture.server?.connectionCount == 0)
        try #require(fixture.handler.log.waiting.first).send(.done)
        #expect(fixture.handler.closed == 1)
    }

    @Test func serverThatEndsClosesItsClientsAndItsSocket() throws {
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        fixture.stop()
        #expect(fixture.hasEnded(client))
        #expect(fixture.address.connect() == nil)
    }
}
