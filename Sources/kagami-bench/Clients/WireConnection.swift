import Foundation
import Runtime

/// A client's end of a Wayland connection, in raw messages, because a client library would add its own cost.
final class WireConnection {
    /// The connected socket.
    let descriptor: OwnedDescriptor
    private var globals: [String: UInt32] = [:]
    private var listeners: [Event: (WireArguments) -> Void] = [:]
    private var received: [UInt8] = []
    private var lastObject = WireConnection.registry

    private static let display: UInt32 = 1
    private static let registry: UInt32 = 2

    private struct Event: Hashable {
        let object: UInt32
        let opcode: UInt16
    }

    /// Connects to the compositor that the environment names, and reads its globals.
    init() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let folder = environment["XDG_RUNTIME_DIR"], let name = environment["WAYLAND_DISPLAY"] else {
            throw BenchError("connect to a compositor", "XDG_RUNTIME_DIR or WAYLAND_DISPLAY is not set")
        }
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw BenchError("make a socket", String(cString: strerror(errno))) }
        descriptor = OwnedDescriptor(owning: number)
        try connect(to: name.hasPrefix("/") ? name : "\(folder)/\(name)")
        on(Self.display, 0) { fatalEvent in
            FileHandle.standardError.write(Data("protocol error: \(fatalEvent.string(at: 2))\n".utf8))
            exit(1)
        }
        on(Self.registry, 0) { [weak self] global in self?.globals[global.string(at: 1)] = global.words[0] }
        try send(Self.display, 1, [.number(Self.registry)])
        try roundTrip()
    }

    private func connect(to path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else { throw BenchError("connect to \(path)", "the path is too long") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw BenchError("connect to \(path)", String(cString: strerror(errno))) }
    }

    /// Calls `listener` for each event of an object with this opcode.
    func on(_ object: UInt32, _ opcode: UInt16, _ listener: @escaping (WireArguments) -> Void) {
        listeners[Event(object: object, opcode: opcode)] = listener
    }

    /// Forgets an object's listener.
    func forget(_ object: UInt32, _ opcode: UInt16) {
        listeners[Event(object: object, opcode: opcode)] = nil
    }

    func newObject() -> UInt32 {
        lastObject += 1
        return lastObject
    }

    /// Binds a global by the name of its interface.
    func bind(_ interface: String, version: UInt32) throws -> UInt32 {
        guard let name = globals[interface] else { throw BenchError("bind \(interface)", "the compositor has none") }
        let object = newObject()
        try send(
            Self.registry, 0, [.number(name), .string(interface), .number(version), .number(object)])
        return object
    }

    /// Sends a request whose first argument is a new object, and returns that object.
    func create(_ object: UInt32, _ opcode: UInt16, _ arguments: [WireArgument] = []) throws -> UInt32 {
        let created = newObject()
        try send(object, opcode, [.number(created)] + arguments)
        return created
    }

    func send(
        _ object: UInt32, _ opcode: UInt16, _ arguments: [WireArgument] = [], files: [OwnedDescriptor] = []
    ) throws {
        let body = arguments.flatMap(\.bytes)
        let header = WireArgument.number(UInt32(body.count + 8) << 16 | UInt32(opcode))
        let message = WireArgument.number(object).bytes + header.bytes + body
        let sent = message.withUnsafeBytes { SocketMessage.send($0, files, to: descriptor.number) }
        guard sent == message.count else { throw BenchError("send a request", String(cString: strerror(errno))) }
    }

    /// Waits for events and hands them to their listeners.
    func dispatch() throws {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor.number, &chunk, chunk.count)
        guard count > 0 else { throw BenchError("read events", "the compositor has closed the connection") }
        received += chunk[..<count]
        while received.count >= 8 {
            let header = word(at: 4)
            let size = Int(header >> 16)
            guard size >= 8, received.count >= size else { return }
            let event = Event(object: word(at: 0), opcode: UInt16(truncatingIfNeeded: header))
            let arguments = WireArguments(words: stride(from: 8, to: size, by: 4).map(word(at:)))
            received.removeFirst(size)
            listeners[event]?(arguments)
        }
    }

    /// Waits until the compositor has handled all requests.
    func roundTrip() throws {
        var isDone = false
        let callback = try create(Self.display, 0)
        on(callback, 0) { _ in isDone = true }
        while !isDone { try dispatch() }
        forget(callback, 0)
    }

    private func word(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(received[offset + $1]) << ($1 * 8) }
    }
}

/// An argument of a request.
enum WireArgument {
    case number(UInt32)
    case string(String)

    var bytes: [UInt8] {
        switch self {
        case .number(let value): return withUnsafeBytes(of: value.littleEndian) { Array($0) }
        case .string(let text):
            let padding = 4 - text.utf8.count % 4
            let content = Array(text.utf8) + [UInt8](repeating: 0, count: padding)
            return WireArgument.number(UInt32(text.utf8.count + 1)).bytes + content
        }
    }
}

/// The arguments of an event.
struct WireArguments {
    let words: [UInt32]

    /// The string that starts at a word.
    func string(at index: Int) -> String {
        let bytes = words[(index + 1)...].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return String(decoding: bytes.prefix(max(0, Int(words[index]) - 1)), as: UTF8.self)
    }
}
