import CWayland
import Glibc
import Runtime

@testable import WaylandBinding

/// A client's end of a connection to the server of the same process, which knows its objects as the protocols describe them.
final class WaylandPeer {
    /// An object that the client has.
    struct Object {
        let id: UInt32
        let interface: UnsafePointer<wl_interface>
        let version: Int
        /// The first number of the object's last event, such as the serial of a configure event.
        var lastNumber: UInt32 = 0

        var name: String { String(cString: interface.pointee.name) }
        var requests: UnsafeBufferPointer<wl_message> {
            UnsafeBufferPointer(start: interface.pointee.methods, count: Int(interface.pointee.method_count))
        }
        var events: UnsafeBufferPointer<wl_message> {
            UnsafeBufferPointer(start: interface.pointee.events, count: Int(interface.pointee.event_count))
        }
    }

    /// A global that the server has announced.
    struct Announced {
        let number: UInt32
        let interface: String
        let version: UInt32
    }

    private let socket: OwnedDescriptor
    private var received: [UInt8] = []
    private var objects: [UInt32: Object] = [:]
    private var lastID: UInt32 = registry
    /// Numbers of objects that the server has deleted.
    private var free: [UInt32] = []
    private(set) var globals: [Announced] = []
    /// Whether the server has ended the connection or told of an error.
    private(set) var isRefused = false
    /// How many requests were sent.
    private(set) var sent = 0
    private var answeredSyncs: Set<UInt32> = []

    private static let display: UInt32 = 1
    private static let registry: UInt32 = 2

    /// `descriptor` does not block, and belongs to this object.
    init(descriptor: CInt) {
        socket = OwnedDescriptor(owning: descriptor)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        send(Self.display, 1, WaylandArguments().number(Self.registry))
    }

    /// The client's objects, oldest first.
    var sorted: [Object] { objects.values.sorted { $0.id < $1.id } }

    func object(_ id: UInt32) -> Object? { objects[id] }

    /// Ends the connection as a client that dies does.
    func hangUp() {
        shutdown(socket.number, CInt(SHUT_RDWR))
    }

    // MARK: Requests

    /// A number for a new object.
    func newID() -> UInt32 {
        if let id = free.popLast() { return id }
        lastID += 1
        return lastID
    }

    func add(_ id: UInt32, _ interface: UnsafePointer<wl_interface>, version: Int) {
        objects[id] = Object(id: id, interface: interface, version: version)
    }

    /// Takes back the last new number, which was not used.
    func takeBack(_ id: UInt32) {
        free.append(id)
    }

    func forget(_ id: UInt32) {
        objects[id] = nil
    }

    func send(_ object: UInt32, _ opcode: UInt16, _ arguments: WaylandArguments) {
        sent += 1
        var bytes: [UInt8] = []
        withUnsafeBytes(of: object) { bytes += $0 }
        withUnsafeBytes(of: UInt32(8 + arguments.bytes.count) << 16 | UInt32(opcode)) { bytes += $0 }
        bytes += arguments.bytes
        bytes.withUnsafeBytes { _ = SocketMessage.send($0, arguments.descriptors, to: socket.number) }
    }

    /// Binds a global; `version` may be any number.
    @discardableResult
    func bind(_ global: Announced, version: UInt32) -> UInt32 {
        let id = newID()
        let arguments = WaylandArguments().number(global.number).text(Array(global.interface.utf8)).number(version)
        send(Self.registry, 0, arguments.number(id))
        if let interface = WaylandInterfaces.named(global.interface) {
            add(id, interface, version: Int(min(version, global.version)))
        }
        return id
    }

    /// Asks for an answer; its number, for `isAnswered`.
    func sync() -> UInt32 {
        let id = newID()
        send(Self.display, 0, WaylandArguments().number(id))
        return id
    }

    func isAnswered(_ sync: UInt32) -> Bool { answeredSyncs.contains(sync) }

    /// Sends a request by the names of its interface and its own, to the newest object of that interface; what the request
    /// creates, or 0.
    @discardableResult
    func call(
        _ interface: String, _ request: String, _ arguments: (UInt32) -> WaylandArguments = { _ in WaylandArguments() }
    ) -> UInt32 {
        guard let object = sorted.last(where: { $0.name == interface }),
            let opcode = object.requests.firstIndex(where: { String(cString: $0.name) == request })
        else { return 0 }
        let signature = WaylandSignature(object.requests[opcode])
        let created = signature.arguments.first { $0.kind == "n" }?.interface
        let id = created == nil ? 0 : newID()
        send(object.id, UInt16(opcode), arguments(id))
        if let created { add(id, created, version: object.version) }
        return id
    }

    // MARK: Events

    /// Takes what has arrived; throws if that is not what the protocols describe.
    func receive() throws {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let message = chunk.withUnsafeMutableBytes {
                SocketMessage.receive(from: socket.number, into: $0, room: 28)
            }
            if message.count == 0 || message.count < 0 && errno != EAGAIN { isRefused = true }
            guard message.count > 0 else { break }
            received += chunk.prefix(message.count)
        }
        var start = 0
        while received.count - start >= 8 {
            let (id, header) = (word(start), word(start + 4))
            let size = Int(header >> 16)
            try check(size >= 8 && size % 4 == 0, "an event of \(size) bytes")
            guard received.count - start >= size else { break }
            try take(id, Int(header & 0xffff), start + 8..<start + size)
            start += size
        }
        received.removeFirst(start)
    }

    private func word(_ offset: Int) -> UInt32 {
        received.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    private func take(_ id: UInt32, _ opcode: Int, _ body: Range<Int>) throws {
        switch (id, opcode) {
        case (Self.display, 0): isRefused = true
        case (Self.display, _):
            let deleted = word(body.lowerBound)
            objects[deleted] = nil
            free.append(deleted)
        case (Self.registry, 0):
            let count = Int(word(body.lowerBound + 4))
            let text = received[body.lowerBound + 8..<body.lowerBound + 8 + max(count - 1, 0)]
            globals.append(
                Announced(
                    number: word(body.lowerBound), interface: String(decoding: text, as: UTF8.self),
                    version: word(body.upperBound - 4)))
        case (Self.registry, _): globals.removeAll { $0.number == word(body.lowerBound) }
        default:
            guard let object = objects[id] else {
                // The answer to a sync, or an event that was on its way when the client destroyed the object.
                answeredSyncs.insert(id)
                return
            }
            try take(object, opcode, body)
        }
    }

    private func take(_ object: Object, _ opcode: Int, _ body: Range<Int>) throws {
        try check(object.events.indices.contains(opcode), "\(object.name) has no event \(opcode)")
        let event = object.events[opcode]
        let signature = WaylandSignature(event)
        let name = "\(object.name).\(String(cString: event.name))"
        try check(signature.since <= object.version, "\(name) to version \(object.version)")
        var offset = body.lowerBound
        for (index, argument) in signature.arguments.enumerated() where argument.kind != "h" {
            try check(offset + 4 <= body.upperBound, "\(name) is too short")
            let value = word(offset)
            offset += 4
            if index == 0 { objects[object.id]?.lastNumber = value }
            switch argument.kind {
            case "s", "a":
                offset += (Int(value) + 3) & ~3
                try check(offset <= body.upperBound, "\(name) is too short")
            case "n":
                try check(value >= 0xff00_0000, "\(name) creates the client's object \(value)")
                if let interface = argument.interface { add(value, interface, version: object.version) }
            default: break
            }
        }
        try check(offset == body.upperBound, "\(name) is too long")
    }
}

/// The arguments of a request on the wire.
struct WaylandArguments {
    private(set) var bytes: [UInt8] = []
    private(set) var descriptors: [OwnedDescriptor] = []

    func number(_ number: UInt32) -> WaylandArguments {
        var next = self
        withUnsafeBytes(of: number) { next.bytes += $0 }
        return next
    }

    /// A text; its last byte on the wire is zero.
    func text(_ text: [UInt8]) -> WaylandArguments { array(text + [0]) }

    func array(_ array: [UInt8]) -> WaylandArguments {
        var next = number(UInt32(array.count))
        next.bytes += array + [UInt8](repeating: 0, count: (4 - array.count % 4) % 4)
        return next
    }

    func descriptor(_ descriptor: OwnedDescriptor) -> WaylandArguments {
        var next = self
        next.descriptors.append(descriptor)
        return next
    }

    /// Changes a byte, for a request that breaks the rules.
    mutating func change(_ index: Int, to byte: UInt8) {
        if !bytes.isEmpty { bytes[index % bytes.count] = byte }
    }
}

/// The arguments of a message, and the version that has it.
struct WaylandSignature {
    struct Argument {
        /// libwayland's letter for the type.
        let kind: Character
        let isNullable: Bool
        let interface: UnsafePointer<wl_interface>?
    }

    private(set) var since = 1
    private(set) var arguments: [Argument] = []

    init(_ message: wl_message) {
        var isNullable = false
        for letter in String(cString: message.signature) {
            switch letter {
            case "?": isNullable = true
            case "0"..."9": since = (arguments.isEmpty && since > 1 ? since * 10 : 0) + (letter.wholeNumberValue ?? 0)
            default:
                arguments.append(
                    Argument(kind: letter, isNullable: isNullable, interface: message.types[arguments.count]))
                isNullable = false
            }
        }
    }
}

/// The interfaces that the protocols describe, by name.
enum WaylandInterfaces {
    private nonisolated(unsafe) static let byName: [String: UnsafePointer<wl_interface>] = Dictionary(
        (0..<InterfaceTable.count).map { index in
            let interface = InterfaceTable.pointers + index
            return (String(cString: interface.pointee.name), interface)
        }, uniquingKeysWith: { first, _ in first })

    /// What marks an object whose requests Kagami answers.
    static var implementation: UnsafeRawPointer { UnsafeRawPointer(InterfaceTable.pointers) }

    static func named(_ name: String) -> UnsafePointer<wl_interface>? { byName[name] }
}
