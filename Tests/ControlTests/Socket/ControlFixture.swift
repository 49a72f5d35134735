import Glibc
import Mirroring
import Runtime
import Testing

@testable import Control

/// A server on a socket of its own, and raw clients that never block.
final class ControlFixture {
    let loop: EventLoop
    let handler: RecordingHandler
    let address: SocketAddress
    let directory: String
    private(set) var server: ControlServer?

    init(
        access: ControlAccess = .full, limits: ControlLimits = ControlLimits(),
        handler: RecordingHandler = RecordingHandler()
    ) throws {
        self.handler = handler
        loop = try EventLoop()
        directory = try temporaryDirectory()
        address = try SocketAddress(path: directory + "/kagami.sock")
        server = try ControlServer(at: address, loop: loop, handler: handler, access: access, limits: limits)
    }

    deinit {
        server = nil
        rmdir(directory)
    }

    func stop() {
        server = nil
    }

    /// Lets the server do all that it can do now.
    func settle(turns: Int = 50) {
        for _ in 0..<turns { loop.turn(timeoutMilliseconds: 0) }
    }

    /// Lets the server work until `condition` holds, for some seconds at most.
    func settle(until condition: () -> Bool) {
        for _ in 0..<1000 where !condition() { loop.turn(timeoutMilliseconds: 10) }
    }

    /// Whether the server closes the client's connection and sends nothing more. Any process that another test has just started
    /// keeps a copy of the descriptor for a moment.
    func hasEnded(_ client: RawClient) -> Bool {
        settle { client.isAtEnd }
        return client.isAtEnd
    }

    func connect() throws -> RawClient {
        let client = RawClient(try #require(address.connect()))
        settle(turns: 3)
        return client
    }

    /// Sends `text` and returns the lines that come back.
    func exchange(_ client: RawClient, _ text: String) -> [String] {
        client.send(Array(text.utf8))
        settle()
        return client.receive()
    }
}

/// A connected descriptor that sends and receives what is there, and no more.
final class RawClient {
    let descriptor: CInt
    private var isOpen = true
    private var received: [UInt8] = []

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        disconnect()
    }

    /// Ends the connection at once, also where a process that another test has just started keeps a copy of the descriptor.
    func disconnect() {
        guard isOpen else { return }
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
        isOpen = false
    }

    /// The bytes that the kernel took.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
    }

    /// Sends all of `bytes` as one message with descriptors attached.
    func send(_ bytes: [UInt8], _ descriptors: [OwnedDescriptor]) {
        let count = bytes.withUnsafeBytes { SocketMessage.send($0, descriptors, to: descriptor) }
        #expect(count == bytes.count)
    }

    /// The whole lines that have arrived.
    func receive() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT)), count > 0 {
            received += buffer.prefix(count)
        }
        guard let end = received.lastIndex(of: 10) else { return [] }
        defer { received.removeFirst(end + 1) }
        return received[..<end].split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The server has closed its end, and all of its bytes were received.
    var isAtEnd: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT) | CInt(MSG_PEEK))
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }
}

/// Answers every request with success, or later, and remembers it.
final class RecordingHandler: ControlHandler {
    let log = RequestLog()
    let commands: CommandTable
    var subscriptions: [ControlStream] = []
    var closed = 0
    var greeting: RecordedInput?

    /// `omitting` leaves one command without a handler.
    init(omitting omitted: (any ControlCommand.Type)? = nil) {
        let log = log
        func recorder<C: ControlCommand>(_: C.Type) -> any CommandHandler { Recorder<C>(log: log) }
        commands = CommandTable(ControlCommands.all.filter { $0 != omitted }.map { recorder($0) })
    }

    var requests: [AnyHashable] { log.requests }

    func subscribed(_ connection: ControlConnection, to stream: ControlStream) {
        subscriptions.append(stream)
        if let greeting, stream == .input { connection.send(greeting) }
    }

    func connectionClosed(_ connection: ControlConnection) {
        closed += 1
    }
}

/// What handlers have been asked, and how they answer.
final class RequestLog {
    var requests: [AnyHashable] = []
    /// The descriptors that came with each request, kept open where `keepsFiles`.
    var files: [AttachedFiles] = []
    var fileCounts: [Int] = []
    var keepsFiles = false
    /// Leaves `mirror` requests to be answered by the test.
    var answersMirrorLater = false
    /// Answers `mirror` requests by the later way before the handler returns.
    var answersMirrorAtOnce = false
    /// How many calls of handlers there were within each other.
    var deepest = 0
    var depth = 0
    var waiting: [LaterAnswer<Done>] = []
}

private struct Recorder<Command: ControlCommand>: CommandHandler {
    let log: RequestLog

    func answer(_ command: Command, _ call: ControlCall<Command.Reply>) -> ControlAnswer<Command.Reply>? {
        log.depth += 1
        log.deepest = max(log.deepest, log.depth)
        defer { log.depth -= 1 }
        log.requests.append(AnyHashable(command))
        if log.answersMirrorAtOnce, command is MirrorRequest {
            call.later.send(reply)
            return nil
        }
        log.fileCounts.append(call.files.count)
        if log.keepsFiles { log.files.append(call.files) }
        if log.answersMirrorLater, command is MirrorRequest, let later = call.later as? LaterAnswer<Done> {
            log.waiting.append(later)
            return nil
        }
        return reply
    }

    private var reply: ControlAnswer<Command.Reply> {
        let replies: [any ControlReply] = [
            Done(), OutputsRequest.Reply([]), WindowsRequest.Reply([]),
            StatusRequest.Reply(ServiceStatus()),
            ShowConfigurationRequest.Reply(ConfigurationReport(files: [], values: [])),
        ]
        for case let reply as Command.Reply in replies { return .success(reply) }
        return .failure("the test has no reply of this type")
    }
}

/// A new empty directory.
func temporaryDirectory() throws -> String {
    var template = Array("/tmp/kagami-test-XXXXXX".utf8CString)
    return try template.withUnsafeMutableBufferPointer { buffer in
        let start = try #require(buffer.baseAddress)
        return String(cString: try #require(mkdtemp(start)))
    }
}
