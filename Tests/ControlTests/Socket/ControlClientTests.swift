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

    @Test func aReplyWithoutItsKeysIsNone() throws {
        let directory = try temporaryDirectory()
        defer { rmdir(directory) }
        let address = try SocketAddress(path: directory + "/s")
        let socket = try ListeningSocket(at: address)
        let listening = socket.descriptor
        Thread.detachNewThread {
            var ready = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
            poll(&ready, 1, 5000)
            let client = accept(listening, nil, nil)
            let line = Array("{\"ok\":true}\n{\"ok\":true}\n".utf8)
            _ = write(client, line, line.count)
            poll(nil, 0, 1000)
            close(client)
        }
        let client = try ControlClient(to: address)
        #expect(throws: ControlError.badReply("{\"ok\":true}")) { try client.perform(StatusRequest()) }
        #expect(try client.perform(ReloadConfigurationRequest()) == Done())
        withExtendedLifetime(socket) {}
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
