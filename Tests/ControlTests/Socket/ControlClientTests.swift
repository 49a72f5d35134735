import Runtime
import Foundation
import Glibc
import Mirroring
import Synchronization
import Testing

@testable import Control

@Suite struct ControlClientTests {
    /// Runs `body`, which blocks, beside the server's loop.
    private func beside<T: Sendable>(_ fixture: ControlFixture, _ body: @escaping @Sendable () -> T) throws -> T {
        let box = ResultBox<T>()
        Thread.detachNewThread {
            let value = body()
            box.value.withLock { $0 = value }
        }
        for _ in 0..<5000 {
            fixture.loop.turn(timeoutMilliseconds: 1)
            if let value = box.value.withLock({ $0 }) { return value }
        }
        return try #require(nil as T?)
    }

    private final class ResultBox<T: Sendable>: Sendable {
        let value = Mutex<T?>(nil)
    }

    @Test func performsRequestsAndThrowsRefusals() throws {
        let fixture = try ControlFixture()
        let address = fixture.address
        let outcome = try beside(fixture) { () -> [String] in
            guard let client = try? ControlClient(to: address) else { return [] }
            var outcome: [String] = []
            outcome.append((try? client.perform(OutputsRequest()))?.outputs == [] ? "outputs" : "none")
            var values = HUDValues()
            values.avatar = .set(.path("/a.png"))
            do throws(ControlError) {
                try client.perform(HUDRequest.set(values))
            } catch {
                outcome.append(error.description)
            }
            return outcome
        }
        #expect(outcome.first == "outputs")
        #expect(outcome.last?.hasPrefix("bad request: avatar must be the number of a descriptor") == true)
    }

    /// Calls `body` with a client of a service that says `text`, whatever it is asked.
    private func withService(saying text: String, _ body: (ControlClient) throws -> Void) throws {
        let directory = try temporaryDirectory()
        defer { rmdir(directory) }
        let address = try SocketAddress(path: directory + "/s")
        let socket = try ListeningSocket(at: address)
        let listening = socket.descriptor
        Thread.detachNewThread {
            var ready = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
            poll(&ready, 1, 5000)
            let client = accept(listening, nil, nil)
            let line = Array(text.utf8)
            _ = write(client, line, line.count)
            poll(nil, 0, 1000)
            close(client)
        }
        try body(ControlClient(to: address))
        withExtendedLifetime(socket) {}
    }

    @Test func aReplyWithoutItsKeysIsNone() throws {
        try withService(saying: "{\"ok\":true}\n{\"ok\":true}\n") { (client: ControlClient) throws in
            #expect(throws: ControlError.badReply("{\"ok\":true}")) { try client.perform(StatusRequest()) }
            #expect(try client.perform(ReloadConfigurationRequest()) == Done())
        }
    }

    /// Who ends a recording has all that was recorded before.
    @Test func whatHasArrivedIsReadBeforeAnInterruptionCounts() throws {
        try withService(saying: "1\n2\n") { client in
            var ends: [CInt] = [0, 0]
            #expect(pipe(&ends) == 0)
            defer { for end in ends { close(end) } }
            #expect(write(ends[1], "!", 1) == 1)
            #expect(client.isReadable(withinMilliseconds: 5000))
            var lines: [String] = []
            while client.awaitLine(or: ends[0]), let line = try client.nextLine() {
                lines.append(String(decoding: line, as: UTF8.self))
            }
            #expect(lines == ["1", "2"])
        }
    }

    @Test func streamEndsWithTheService() throws {
        let fixture = try ControlFixture()
        let address = fixture.address
        fixture.loop.beforeSleep { [unowned fixture] in
            guard let server = fixture.server, server.hasSubscribers(to: .events) else { return }
            server.publish(ServiceEvent(.seatPaused, at: Timestamp(microseconds: 9)))
            fixture.stop()
        }
        let lines = try beside(fixture) { () -> [String] in
            var lines: [String] = []
            guard let client = try? ControlClient(to: address), (try? client.perform(EventsRequest())) != nil else {
                return []
            }
            while client.awaitLine(or: -1), let line = try? client.nextLine() {
                lines.append(String(decoding: line, as: UTF8.self))
            }
            return lines
        }
        #expect(lines == [#"{"time_us":9,"type":"seat-paused"}"#])
    }

    @Test func absentServiceIsToldWithAWayToStartIt() throws {
        let directory = try temporaryDirectory()
        defer { rmdir(directory) }
        let address = try SocketAddress(path: directory + "/none")
        #expect(throws: ControlError.notRunning(address.path)) { try ControlClient(to: address) }
        #expect(ControlError.notRunning("/s").description == "no kagami is running at /s; start one with: kagami run")
    }
}
