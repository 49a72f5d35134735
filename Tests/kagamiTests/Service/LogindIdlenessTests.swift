import Foundation
import Mirroring
import Runtime
import Testing

@testable import kagami

extension LogindTests {
    /// Idleness as logind hears of it, with a logind of the test's own on a bus of its own.
    @Suite struct LogindIdlenessTests {
        private let daemon: MessageDaemon
        private let loop: EventLoop
        private let logind: FakeLogind

        init() throws {
            daemon = try MessageDaemon()
            loop = try EventLoop()
            logind = try FakeLogind(daemon.address)
        }

        /// Tells what `action` does to the connection, and serves both sides until `isDone`.
        private func serve(until isDone: () -> Bool) {
            for _ in 0..<2000 where !isDone() {
                loop.turn(timeoutMilliseconds: 1)
                logind.serve()
            }
        }

        private func idleness() -> LogindIdleness {
            setenv("DBUS_SYSTEM_BUS_ADDRESS", daemon.address, 1)
            defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
            let connected = Logind(session: "3", loop: loop)
            #expect(connected.bus != nil)
            return LogindIdleness(connected)
        }

        @Test func theSessionIsHintedOnceForEachChange() {
            defer { daemon.end() }
            let idleness = idleness()
            for isIdle in [false, true, true, false] { idleness.userIsIdle(isIdle) }
            serve { logind.calls.count == 2 }
            let call = "/org/freedesktop/login1/session/auto SetIdleHint"
            #expect(logind.calls == ["\(call) true", "\(call) false"])
        }

        @Test func anInhibitorIsHeldWhileAFilmIsShown() {
            defer { daemon.end() }
            let idleness = idleness()
            idleness.idlenessIsInhibited(true)
            serve { logind.heldInhibitors == 1 }
            #expect(logind.calls == ["/org/freedesktop/login1 Inhibit idle Kagami something is played or shown block"])
            #expect(logind.heldInhibitors == 1)
            idleness.idlenessIsInhibited(false)
            serve { logind.heldInhibitors == 0 }
            #expect(logind.heldInhibitors == 0)
        }

        @Test func anInhibitorThatComesTooLateIsGivenBack() {
            defer { daemon.end() }
            let idleness = idleness()
            idleness.idlenessIsInhibited(true)
            idleness.idlenessIsInhibited(false)
            serve { logind.calls.count == 1 }
            serve { logind.heldInhibitors == 0 }
            #expect(logind.calls.count == 1 && logind.heldInhibitors == 0)
        }

        @Test func othersWhoHoldOffIdlenessAreTold() {
            defer { daemon.end() }
            logind.listed = [
                ["sleep:idle", "apt", "An update", "block"], ["idle", "Kagami", "a film", "block"],
                ["sleep", "NetworkManager", "", "delay"], ["idle", "late", "", "delay"],
                ["shutdown", "cups", "", "block"],
            ]
            let idleness = idleness()
            var told: [[IdlenessInhibitor]] = []
            idleness.follow { told.append($0) }
            serve { told.count == 1 }
            #expect(told == [[IdlenessInhibitor(.logind, program: "apt", reason: "An update")]])
            logind.listed = [["idle", "mpv", "A film", "block"]]
            logind.tellOfChange()
            serve { told.count == 2 }
            #expect(told.last?.map(\.program) == ["mpv"])
            logind.listed = []
            for _ in 0..<5 { logind.tellOfChange() }
            serve { told.last?.isEmpty == true }
            #expect(told.last == [])
            let asked = logind.calls.count
            for _ in 0..<20 { loop.turn(timeoutMilliseconds: 1) }
            logind.serve()
            #expect(logind.calls.count == asked && asked <= 5, "a change is asked for once more at most")
        }

        @Test func aRefusalChangesNothing() {
            defer { daemon.end() }
            logind.isGranted = false
            let idleness = idleness()
            idleness.userIsIdle(true)
            idleness.idlenessIsInhibited(true)
            serve { logind.calls.count == 2 }
            for _ in 0..<20 { loop.turn(timeoutMilliseconds: 1) }
            idleness.idlenessIsInhibited(false)
            #expect(logind.heldInhibitors == 0)
        }
    }
}
