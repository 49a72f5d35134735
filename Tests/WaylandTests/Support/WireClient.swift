import Glibc
import WaylandBinding

/// A client of the tests' own: sends any request, well formed or not, and keeps the events it gets.
final class WireClient {
    /// What `wl_display.error` told.
    struct ProtocolError: Equatable {
        var object: UInt32
        var code: UInt32
        var message: String
    }

    private let socket: WireSocket
    private let pump: () -> Void
    private var lastID: UInt32 = 2
    private(set) var events: [WireMessage] = []
    private(set) var globals: [String: (name: UInt32, version: UInt32)] = [:]
    /// All globals that are there, in the order in which they were announced.
    private(set) var announced: [(name: UInt32, interface: String, version: UInt32)] = []
    private(set) var error: ProtocolError?

    /// The registry is asked for at once; `pump` lets the server run.
    init(descriptor: CInt, pump: @escaping () -> Void) {
        socket = WireSocket(descriptor: descriptor)
        self.pump = pump
        send(1, 1, [.uint(2)])
        roundTrip()
    }

    var isClosed: Bool { socket.isClosed }

    /// Keeps descriptors that come with events from now on, until they are taken.
    func keepDescriptors() {
        socket.keepsDescriptors = true
    }

    func takeDescriptors() -> [CInt] { socket.takeDescriptors() }

    func newID() -> UInt32 {
        lastID += 1
        return lastID
    }

    func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [WireArgument] = []) {
        send(WireEncoder(object: object, opcode: opcode, arguments))
    }

    func send(_ requests: WireEncoder) {
        socket.send(requests)
    }

    /// Sends a request whose first argument is a new object, and returns the object's number.
    func create(_ object: UInt32, _ opcode: UInt16, _ arguments: [WireArgument] = []) -> UInt32 {
        let id = newID()
        send(object, opcode, [.uint(id)] + arguments)
        return id
    }

    /// Lets the server handle everything sent, and takes up what it answers.
    func roundTrip() {
        pump()
        receive()
    }

    /// Takes up what the server has answered so far.
    func receive() {
        for message in socket.receive() { take(message) }
    }

    /// Hangs up without a word.
    func hangUp() {
        socket.hangUp()
        pump()
    }

    /// Events of one object and opcode, oldest first.
    func events(of object: UInt32, _ opcode: UInt16) -> [WireMessage] {
        events.filter { $0.object == object && $0.opcode == opcode }
    }

    func forgetEvents() {
        events = []
    }

    /// Binds a global by its interface's name; object 0 when the server has none.
    func bind(_ interface: String, version: UInt32? = nil) -> UInt32 {
        guard let global = globals[interface] else { return 0 }
        return bind(global.name, interface, version ?? global.version)
    }

    /// Binds each global of an interface, in the order in which they were announced.
    func bindAll(_ interface: String) -> [UInt32] {
        announced.filter { $0.interface == interface }.map { bind($0.name, interface, $0.version) }
    }

    /// Binds a global by its number.
    func bind(_ name: UInt32, _ interface: String, _ version: UInt32) -> UInt32 {
        let id = newID()
        send(2, 0, [.uint(name), .string(interface), .uint(version), .uint(id)])
        return id
    }

    private func take(_ message: WireMessage) {
        switch (message.object, message.opcode) {
        case (1, 0):
            error = ProtocolError(
                object: message.words[0], code: message.words[1], message: message.string(at: 2))
        case (1, 1):
            break
        case (2, 0):
            let name = message.string(at: 1)
            let version = message.words.last ?? 0
            globals[name] = (message.words[0], version)
            announced.append((message.words[0], name, version))
        case (2, 1):
            announced.removeAll { $0.name == message.words[0] }
        default:
            events.append(message)
        }
    }
}
