import CSystemd
import DBus
import Foundation
import Runtime
import Testing

@testable import kagami

/// Brightness through a logind of the test's own, on a bus of its own.
@Suite(
    .serialized, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon"), "needs dbus-daemon")
)
struct LogindBrightnessTests {
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
        let path = "/org/freedesktop/login1/session/auto"
        #expect(logind.calls == ["\(path) backlight intel_backlight 100", "\(path) backlight intel_backlight 7"])
    }
}

/// A message bus for the length of a test.
private final class MessageDaemon {
    let address: String
    private let process = Process()

    init() throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
        process.arguments = ["--session", "--nofork", "--print-address"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([10]) { line += byte }
        address = String(decoding: line, as: UTF8.self)
    }

    func end() {
        // The process inherits blocked signals, the request to end among them.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// Takes the place of logind on a bus.
private final class FakeLogind {
    private let bus: OpaquePointer
    var isGranted = true
    private(set) var calls: [String] = []

    init(_ address: String) throws {
        var made: OpaquePointer?
        #expect(sd_bus_new(&made) >= 0)
        bus = try #require(made)
        #expect(sd_bus_set_address(bus, address) >= 0)
        #expect(sd_bus_set_bus_client(bus, 1) >= 0)
        #expect(sd_bus_start(bus) >= 0)
        #expect(sd_bus_request_name(bus, "org.freedesktop.login1", 0) >= 0)
        let take: sd_bus_message_handler_t = { message, data, _ in
            guard let message, let data else { return 0 }
            return Unmanaged<FakeLogind>.fromOpaque(data).takeUnretainedValue().take(message)
        }
        #expect(sd_bus_add_filter(bus, nil, take, Unmanaged.passUnretained(self).toOpaque()) >= 0)
    }

    deinit {
        sd_bus_close_unref(bus)
    }

    func serve() {
        while sd_bus_process(bus, nil) > 0 {}
    }

    private func take(_ message: OpaquePointer) -> CInt {
        guard sd_bus_message_is_method_call(message, "org.freedesktop.login1.Session", "SetBrightness") > 0 else {
            return 0
        }
        let words = [
            sd_bus_message_get_path(message).map { String(cString: $0) }, BusMessage.string(message),
            BusMessage.string(message), BusMessage.number(message).map(String.init),
        ]
        calls.append(words.map { $0 ?? "?" }.joined(separator: " "))
        var reply: OpaquePointer?
        if isGranted {
            sd_bus_message_new_method_return(message, &reply)
        } else {
            "org.freedesktop.DBus.Error.AccessDenied".withCString { name in
                "not yours".withCString { text in
                    var error = sd_bus_error(name: name, message: text, _need_free: 0)
                    _ = sd_bus_message_new_method_error(message, &reply, &error)
                }
            }
        }
        sd_bus_send(bus, reply, nil)
        sd_bus_message_unref(reply)
        return 1
    }
}
