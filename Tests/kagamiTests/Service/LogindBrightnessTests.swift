import Foundation
import Runtime
import Testing

@testable import kagami

extension LogindTests {
    /// Brightness through a logind of the test's own, on a bus of its own.
    @Suite struct LogindBrightnessTests {
        @Test func logindIsAskedAndItsAnswerTold() throws {
            let daemon = try MessageDaemon()
            defer { daemon.end() }
            let loop = try EventLoop()
            let logind = try FakeLogind(daemon.address)
            setenv("DBUS_SYSTEM_BUS_ADDRESS", daemon.address, 1)
            defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
            #expect(!LogindBrightness(Logind(session: nil, loop: loop)).isAvailable)
            let brightness = LogindBrightness(Logind(session: "3", loop: loop))
            #expect(brightness.isAvailable)
            for (isGranted, level) in [(true, 100), (false, 7)] {
                logind.isGranted = isGranted
                var answers: [String?] = []
                brightness.set(level, of: "intel_backlight") { answers.append($0) }
                for _ in 0..<2000 where answers.isEmpty {
                    loop.turn(timeoutMilliseconds: 1)
                    logind.serve()
                }
                let expected: String? = isGranted ? nil : "logind does not set the brightness: not yours"
                #expect(answers == [expected])
            }
            let call = "/org/freedesktop/login1/session/auto SetBrightness backlight intel_backlight"
            #expect(logind.calls == ["\(call) 100", "\(call) 7"])
        }
    }
}
