import CSystemd
import Glibc
package import Runtime

/// A connection to a message bus, served from the event loop.
///
/// Every call is asynchronous: the service never waits for another program on the bus.
package final class BusConnection {
    /// The known buses.
    package enum Bus: String, Sendable {
        /// The bus of the user's session, at DBUS_SESSION_BUS_ADDRESS or the user's default address.
        case session
        /// The bus of the computer, at DBUS_SYSTEM_BUS_ADDRESS or the default address.
        case system
    }

    private let bus: OpaquePointer
    private let loop: EventLoop
    private var source: DescriptorSource?
    private var timer: Timer?
    private var calls: [Int: BusCall] = [:]
    private var matches: [ObjectIdentifier: BusMatch] = [:]
    private var objects: [BusObject] = []
    private var lastCall = 0
    /// Called once when the connection is lost.
    package var lost: () -> Void = {}

    package init(to kind: Bus, loop: EventLoop) throws(RuntimeError) {
        var opened: OpaquePointer?
        let result =
            switch kind {
            case .session: sd_bus_open_user(&opened)
            case .system: sd_bus_open_system(&opened)
            }
        guard result >= 0, let opened else {
            throw RuntimeError("open the \(kind.rawValue) bus", errorNumber: -result)
        }
        bus = opened
        self.loop = loop
        do throws(RuntimeError) {
            source = try loop.watch(sd_bus_get_fd(bus)) { [weak self] _ in self?.serve() }
            timer = loop.makeTimer { [weak self] in self?.serve() }
        } catch {
            throw RuntimeError("watch the \(kind.rawValue) bus", errorNumber: error.errorNumber)
        }
        serveSoon()
    }

    deinit {
        source?.cancel()
        for match in matches.values { sd_bus_slot_unref(match.slot) }
        for object in objects { sd_bus_slot_unref(object.slot) }
        for call in calls.values { sd_bus_slot_unref(call.slot) }
        sd_bus_close_unref(bus)
    }

    /// Calls a method; `reply` receives the answer or the error message, but is never called if the connection is lost before.
    package func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        arguments: (OpaquePointer) -> CInt = { _ in 0 }, reply: @escaping (BusReply) -> Void
    ) {
        var made: OpaquePointer?
        var result = sd_bus_message_new_method_call(bus, &made, destination, path, interface, member)
        guard result >= 0, let message = made else { return reply(.failed(words(for: result))) }
        defer { sd_bus_message_unref(message) }
        result = arguments(message)
        guard result >= 0 else { return reply(.failed(words(for: result))) }
        lastCall += 1
        let call = BusCall(number: lastCall, bus: self, reply: reply)
        result = sd_bus_call_async(
            bus, &call.slot, message, { message, data, _ in BusCall.answered(message, data) },
            Unmanaged.passUnretained(call).toOpaque(),
            Self.patienceMicroseconds)
        guard result >= 0 else { return reply(.failed(words(for: result))) }
        calls[call.number] = call
        serveSoon()
    }

    /// Calls `handler` with each signal that the rule matches, until `end`.
    @discardableResult
    package func match(_ rule: String, handler: @escaping (OpaquePointer) -> Void) throws(RuntimeError) -> BusMatch {
        let match = BusMatch(handler)
        let result = sd_bus_add_match_async(
            bus, &match.slot, rule, { message, data, _ in BusMatch.received(message, data) }, nil,
            Unmanaged.passUnretained(match).toOpaque())
        guard result >= 0 else { throw RuntimeError("listen on the bus", rule, errorNumber: -result) }
        matches[ObjectIdentifier(match)] = match
        serveSoon()
        return match
    }

    /// Ends a subscription; further calls do nothing.
    package func end(_ match: BusMatch) {
        guard matches.removeValue(forKey: ObjectIdentifier(match)) != nil else { return }
        sd_bus_slot_unref(match.slot)
        serveSoon()
    }

    /// Calls `handler` with each method call to the object at `path`; it returns false for calls that it does not answer,
    /// which the library refuses.
    package func serve(_ path: String, handler: @escaping (OpaquePointer) -> Bool) throws(RuntimeError) {
        let object = BusObject(handler)
        let result = sd_bus_add_object(
            bus, &object.slot, path, { message, data, _ in BusObject.called(message, data) },
            Unmanaged.passUnretained(object).toOpaque())
        guard result >= 0 else { throw RuntimeError("serve an object on the bus", path, errorNumber: -result) }
        objects.append(object)
    }

    /// Asks for a name on the bus, which waits for it where another has it; `waits` is called once in that case.
    package func claim(_ name: String, waits: @escaping () -> Void) {
        call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            arguments: { message in
                let result = BusMessage.append(name, to: message)
                return result < 0 ? result : BusMessage.append(UInt32(0), to: message)
            },
            reply: { reply in
                // DBUS_REQUEST_NAME_REPLY_IN_QUEUE, or a policy of the bus against it.
                guard case .answered(let message) = reply, BusMessage.number(message) != 2 else { return waits() }
            })
    }

    /// Answers a method call.
    package func answer(_ call: OpaquePointer, values: (OpaquePointer) -> CInt = { _ in 0 }) {
        var made: OpaquePointer?
        guard sd_bus_message_new_method_return(call, &made) >= 0, let message = made else { return }
        defer { sd_bus_message_unref(message) }
        if values(message) >= 0 { sd_bus_send(bus, message, nil) }
    }

    /// Refuses a method call, with the last part of an error's name in `org.freedesktop.DBus.Error`.
    package func refuse(_ call: OpaquePointer, _ error: String, _ words: String) {
        "org.freedesktop.DBus.Error.\(error)".withCString { name in
            words.withCString { words in
                var error = sd_bus_error(name: name, message: words, _need_free: 0)
                sd_bus_reply_method_error(call, &error)
            }
        }
    }

    /// Sends a signal to all who listen.
    package func emit(
        _ path: String, _ interface: String, _ member: String, values: (OpaquePointer) -> CInt
    ) {
        var made: OpaquePointer?
        guard sd_bus_message_new_signal(bus, &made, path, interface, member) >= 0, let message = made else { return }
        defer { sd_bus_message_unref(message) }
        if values(message) >= 0 { sd_bus_send(bus, message, nil) }
        serveSoon()
    }

    /// The time limit of a method call.
    private static let patienceMicroseconds: UInt64 = 5_000_000

    fileprivate func ended(_ call: BusCall) {
        calls[call.number] = nil
    }

    private func words(for result: CInt) -> String { String(cString: strerror(-result)) }

    /// Schedules `serve` after the current work.
    private func serveSoon() {
        loop.deferAction { [weak self] in self?.serve() }
    }

    /// Handles received messages and watches for more.
    private func serve() {
        guard let source else { return }
        var result: CInt
        var rounds = 0
        repeat {
            result = sd_bus_process(bus, nil)
            rounds += 1
        } while result > 0 && rounds < Self.mostAtOnce
        guard result >= 0 else {
            source.cancel()
            self.source = nil
            timer = nil
            lost()
            return
        }
        let events = sd_bus_get_events(bus)
        var readiness: Readiness = []
        if events & POLLIN != 0 { readiness.insert(.readable) }
        if events & POLLOUT != 0 { readiness.insert(.writable) }
        source.update(readiness)
        if result > 0 { return serveSoon() }
        var due: UInt64 = 0
        if sd_bus_get_timeout(bus, &due) >= 0, due != UInt64.max {
            timer?.arm(at: Int64(clamping: due))
        }
    }

    /// The most messages handled in one turn of the loop.
    private static let mostAtOnce = 64
}

/// The result of a method call.
package enum BusReply {
    /// The message, valid for the length of the call.
    case answered(OpaquePointer)
    /// The error message.
    case failed(String)
}

/// A method call that waits for its answer.
private final class BusCall {
    let number: Int
    var slot: OpaquePointer?
    private weak var bus: BusConnection?
    private let reply: (BusReply) -> Void

    init(number: Int, bus: BusConnection, reply: @escaping (BusReply) -> Void) {
        self.number = number
        self.bus = bus
        self.reply = reply
    }

    static func answered(_ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?) -> CInt {
        guard let message, let data else { return 0 }
        let call = Unmanaged<BusCall>.fromOpaque(data).takeUnretainedValue()
        call.bus?.ended(call)
        if sd_bus_message_is_method_error(message, nil) > 0 {
            let error = sd_bus_message_get_error(message)
            let words = error.flatMap { $0.pointee.message ?? $0.pointee.name }.map { String(cString: $0) }
            call.reply(.failed(words ?? "it failed"))
        } else {
            call.reply(.answered(message))
        }
        sd_bus_slot_unref(call.slot)
        return 0
    }
}

/// A subscription to a signal.
package final class BusMatch {
    fileprivate var slot: OpaquePointer?
    private let handler: (OpaquePointer) -> Void

    fileprivate init(_ handler: @escaping (OpaquePointer) -> Void) {
        self.handler = handler
    }

    fileprivate static func received(_ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?) -> CInt {
        guard let message, let data else { return 0 }
        Unmanaged<BusMatch>.fromOpaque(data).takeUnretainedValue().handler(message)
        return 0
    }
}

/// An object that others on the bus may call.
private final class BusObject {
    var slot: OpaquePointer?
    private let handler: (OpaquePointer) -> Bool

    init(_ handler: @escaping (OpaquePointer) -> Bool) {
        self.handler = handler
    }

    static func called(_ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?) -> CInt {
        guard let message, let data else { return 0 }
        return Unmanaged<BusObject>.fromOpaque(data).takeUnretainedValue().handler(message) ? 1 : 0
    }
}
