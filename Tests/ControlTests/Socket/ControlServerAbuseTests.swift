import Glibc
import Mirroring
import Runtime
import Testing
import TestSupport

@testable import Control

/// What a client may do wrong costs that client alone.
@Suite struct ControlServerAbuseTests {
    private let reload = "{\"command\":\"config.reload\"}\n"

    @Test func oversizedRequestIsRefusedAndCloses() throws {
        var limits = ControlLimits()
        limits.requestBytes = 1000
        for ending in [[], [UInt8(10)]] {
            let fixture = try ControlFixture(limits: limits)
            let client = try fixture.connect()
            client.send([UInt8](repeating: UInt8(ascii: "a"), count: 5000) + ending)
            fixture.settle()
            #expect(client.receive() == [#"{"error":"bad request: longer than 1000 bytes","ok":false}"#])
            #expect(fixture.hasEnded(client))
            #expect(fixture.handler.closed == 1)
        }
    }

    @Test func slowReaderIsDroppedWithANote() throws {
        var limits = ControlLimits()
        limits.queuedBytes = 10_000
        let fixture = try ControlFixture(limits: limits)
        let server = try #require(fixture.server)
        let (slow, quick) = (try fixture.connect(), try fixture.connect())
        for client in [slow, quick] {
            #expect(fixture.exchange(client, "{\"command\":\"events\"}\n") == [#"{"ok":true}"#])
        }
        var seen = 0
        for number in 0..<20_000 {
            let reason = String(repeating: "x", count: 50)
            server.publish(ServiceEvent(.dropped(reason: reason), at: Timestamp(microseconds: Int64(number))))
            if number % 20 == 0 {
                fixture.settle(turns: 2)
                seen += quick.receive().count
            }
        }
        fixture.settle()
        seen += quick.receive().count
        #expect(seen == 20_000)
        var lines: [String] = []
        while case let more = slow.receive(), !more.isEmpty {
            lines += more
            fixture.settle()
        }
        #expect(lines.count < 20_000)
        #expect(lines.last?.contains("reader too slow") == true)
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        #expect(fixture.hasEnded(slow))
        #expect(server.connectionCount == 1)
    }

    @Test func clientThatNeverReadsRepliesIsNoLongerRead() throws {
        var limits = ControlLimits()
        limits.queuedBytes = 10_000
        let fixture = try ControlFixture(limits: limits)
        let client = try fixture.connect()
        let batch = Array(String(repeating: reload, count: 100).utf8)
        var sent = 0
        var rest = batch[...]
        for _ in 0..<5000 {
            let count = client.send(Array(rest))
            if count > 0 { sent += count; rest = count == rest.count ? batch[...] : rest.dropFirst(count) }
            fixture.settle(turns: 2)
        }
        let answered = fixture.handler.requests.count
        #expect(sent / reload.utf8.count > answered)
        // Reading gets it going again, and every request gets its reply.
        var replies = 0
        for _ in 0..<5000 {
            replies += client.receive().count
            fixture.settle(turns: 2)
        }
        #expect(replies == sent / reload.utf8.count)
    }

    @Test func clientThatDiesWithRepliesWaitingIsForgotten() throws {
        var limits = ControlLimits()
        limits.queuedBytes = 5_000
        let fixture = try ControlFixture(limits: limits)
        let client = try fixture.connect()
        for _ in 0..<2000 {
            client.send(Array(String(repeating: reload, count: 10).utf8))
            fixture.settle(turns: 1)
        }
        client.disconnect()
        fixture.settle(turns: 5000)
        #expect(fixture.server?.connectionCount == 0)
    }

    @Test func tooManyClientsAreToldSo() throws {
        var limits = ControlLimits()
        limits.connections = 3
        let fixture = try ControlFixture(limits: limits)
        var clients = try (0..<3).map { _ in try fixture.connect() }
        let extra = try fixture.connect()
        fixture.settle()
        #expect(extra.receive() == [#"{"error":"too many control connections: 3","ok":false}"#])
        #expect(fixture.hasEnded(extra))
        clients.removeLast()
        fixture.settle()
        #expect(fixture.exchange(try fixture.connect(), reload) == [#"{"ok":true}"#])
    }

    @Test func descriptorsRunningOutDoNotSpinTheLoop() async {
        // The limit is the whole process's: this needs one of its own.
        await #expect(processExitsWith: .success) {
            let fixture = try ControlFixture()
            let waiting = try #require(fixture.address.connect())
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let usual = limit.rlim_cur
            limit.rlim_cur = 3
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            fixture.settle(turns: 5)
            limit.rlim_cur = usual
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // The socket is not watched for the moment, though a connection waits there.
            fixture.settle(turns: 5)
            try #require(fixture.server?.connectionCount == 0)
            fixture.loop.turn(timeoutMilliseconds: 5000)
            fixture.settle(turns: 5)
            try #require(fixture.server?.connectionCount == 1)
            close(waiting)
        }
    }

    @Test func clientThatGotTheLastDescriptorIsServedLater() async {
        await #expect(processExitsWith: .success) {
            let fixture = try ControlFixture()
            let client = RawClient(try #require(fixture.address.connect()))
            client.send(Array("{\"command\":\"config.reload\"}\n".utf8))
            let usual = DescriptorShortage.leave(1)
            let began = MonotonicClock.now
            fixture.settle(turns: 5)
            try #require(fixture.server?.connectionCount == 0)
            try #require(!client.isAtEnd, "it was dropped")
            // The loop sleeps meanwhile, unless a busy machine has let the pause pass.
            let before = MonotonicClock.now
            fixture.loop.turn(timeoutMilliseconds: 100)
            let now = MonotonicClock.now
            try #require(now - before >= 90_000 || now - began >= 400_000)
            // As long as there is none it waits on.
            fixture.loop.turn(timeoutMilliseconds: 5000)
            fixture.settle(turns: 5)
            try #require(fixture.server?.connectionCount == 0)
            DescriptorShortage.end(usual)
            fixture.loop.turn(timeoutMilliseconds: 5000)
            fixture.settle(turns: 5)
            try #require(client.receive() == [#"{"ok":true}"#])
            try #require(
                fixture.exchange(try fixture.connect(), "{\"command\":\"config.reload\"}\n") == [#"{"ok":true}"#])
        }
    }

    @Test func clientThatWaitsIsServedAsSoonAsAnotherLeaves() async {
        await #expect(processExitsWith: .success) {
            let fixture = try ControlFixture()
            let served = [try fixture.connect(), try fixture.connect()]
            let client = RawClient(try #require(fixture.address.connect()))
            let other = RawClient(try #require(fixture.address.connect()))
            for client in [client, other] { client.send(Array("{\"command\":\"config.reload\"}\n".utf8)) }
            _ = DescriptorShortage.leave(1)
            fixture.settle(turns: 5)
            try #require(fixture.server?.connectionCount == 2)
            // Two free more descriptors than two need: a thread of the test library may take one of them.
            for client in served { client.disconnect() }
            let began = MonotonicClock.now
            var replies: [[String]] = [[], []]
            fixture.settle {
                for (index, client) in [client, other].enumerated() { replies[index] += client.receive() }
                return replies.allSatisfy { !$0.isEmpty }
            }
            try #require(replies == [[#"{"ok":true}"#], [#"{"ok":true}"#]])
            // Without the time that they would wait otherwise.
            try #require(MonotonicClock.now - began < 400_000)
        }
    }
}
