import CSystemd
import Foundation
import Machine
import Runtime
import Testing

/// One after the other: the bus's address is in the environment.
@Suite(
    .serialized, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon"), "needs dbus-daemon")
)
enum LogindTests {}

/// A message bus for the length of a test.
final class MessageDaemon {
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
final class FakeLogind {
    private let bus: OpaquePointer
    var isGranted = true
    /// The object, the method and its arguments.
    private(set) var calls: [String] = []
    private var inhibitors: [OwnedDescriptor] = []
    /// What ListInhibitors tells: what, who, why and mode of each.
    var listed: [[String]] = []

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

    /// How many of the inhibitors that were given out are held.
    var heldInhibitors: Int { inhibitors.count { !$0.hasHungUp } }

    private func take(_ message: OpaquePointer) -> CInt {
        let session = "org.freedesktop.login1.Session"
        if sd_bus_message_is_method_call(message, session, "SetBrightness") > 0 {
            return answer(message, [BusMessage.string(message), BusMessage.string(message), number(message)])
        }
        if sd_bus_message_is_method_call(message, session, "SetIdleHint") > 0 {
            return answer(message, [BusMessage.flag(message).map { "\($0)" }])
        }
        if sd_bus_message_is_method_call(message, Self.manager, "ListInhibitors") > 0 {
            return answer(message, [], withList: true)
        }
        guard sd_bus_message_is_method_call(message, Self.manager, "Inhibit") > 0 else { return 0 }
        return answer(message, (0..<4).map { _ in BusMessage.string(message) }, withInhibitor: true)
    }

    private func number(_ message: OpaquePointer) -> String? { BusMessage.number(message).map(String.init) }

    private static let manager = "org.freedesktop.login1.Manager"

    /// Tells that inhibitors have come or gone.
    func tellOfChange() {
        var signal: OpaquePointer?
        sd_bus_message_new_signal(
            bus, &signal, "/org/freedesktop/login1", "org.freedesktop.DBus.Properties", "PropertiesChanged")
        guard let signal else { return }
        defer { sd_bus_message_unref(signal) }
        #expect(BusMessage.append(Self.manager, to: signal) >= 0)
        sd_bus_message_open_container(signal, CChar(UInt8(ascii: "a")), "{sv}")
        sd_bus_message_close_container(signal)
        #expect(BusMessage.append(["BlockInhibited"], to: signal) >= 0)
        sd_bus_send(bus, signal, nil)
    }

    private func appendList(to reply: OpaquePointer?) {
        guard let reply else { return }
        sd_bus_message_open_container(reply, CChar(UInt8(ascii: "a")), "(ssssuu)")
        for entry in listed {
            sd_bus_message_open_container(reply, CChar(UInt8(ascii: "r")), "ssssuu")
            for text in entry { #expect(BusMessage.append(text, to: reply) >= 0) }
            for number: UInt32 in [1000, 42] { #expect(BusMessage.append(number, to: reply) >= 0) }
            sd_bus_message_close_container(reply)
        }
        sd_bus_message_close_container(reply)
    }

    private func answer(
        _ message: OpaquePointer, _ arguments: [String?], withInhibitor: Bool = false, withList: Bool = false
    ) -> CInt {
        let words = [sd_bus_message_get_path(message), sd_bus_message_get_member(message)].map {
            $0.map { String(cString: $0) }
        }
        calls.append((words + arguments).map { $0 ?? "?" }.joined(separator: " "))
        var reply: OpaquePointer?
        if isGranted {
            sd_bus_message_new_method_return(message, &reply)
            if withInhibitor { appendInhibitor(to: reply) }
            if withList { appendList(to: reply) }
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

    /// An inhibitor is the end of a pipe; the other end hears when it is closed.
    private func appendInhibitor(to reply: OpaquePointer?) {
        guard let reply, let pipe = try? OwnedDescriptor.pipe() else { return }
        _ = withUnsafePointer(to: pipe.writing.number) {
            sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "h")), $0)
        }
        inhibitors.append(pipe.reading)
    }
}

extension OwnedDescriptor {
    /// The last writer has closed this pipe.
    fileprivate var hasHungUp: Bool {
        var state = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && Int32(state.revents) & POLLHUP != 0
    }
}
