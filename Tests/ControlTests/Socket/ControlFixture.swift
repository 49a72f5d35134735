import Glibc
import Mirroring
import Runtime
import Testing

@testable import Control

/// A server on a socket of its own, and raw clients that never block.
final class ControlFixture {
    let loop: EventLoop
    let handler = RecordingHandler()
    let address: SocketAddress
    let directory: String
    private(set) var server: ControlServer?

    init(access: ControlAccess = .full, limits: ControlLimits = ControlLimits()) throws {
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

    func disconnect() {
        if isOpen { close(descriptor) }
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
    var requests: [ControlRequest] = []
    /// The descriptors that came with each request, kept open where `keepsFiles`.
    var files: [AttachedFiles] = []
    var fileCounts: [Int] = []
    var keepsFiles = false
    var subscriptions: [ControlStream] = []
    var closed = 0
    /// Leaves `mirror` requests to be answered by the test.
    var answersMirrorLater = false
    /// Answers `mirror` requests by the later way before `handle` returns.
    var answersMirrorAtOnce = false
    /// How many calls of `handle` there were within each other.
    var deepest = 0
    private var depth = 0
    var waiting: [ControlConnection] = []
    var greeting: RecordedInput?

    func handle(
        _ request: ControlRequest, with files: AttachedFiles, from connection: ControlConnection
    ) -> ControlReply? {
        depth += 1
        deepest = max(deepest, depth)
        defer { depth -= 1 }
        requests.append(request)
        if case .mirror = request, answersMirrorAtOnce {
            connection.reply(.done)
            return nil
        }
        fileCounts.append(files.count)
        if keepsFiles { self.files.append(files) }
        if case .mirror = request, answersMirrorLater {
            waiting.append(connection)
            return nil
        }
        return request == .outputs ? .outputs([]) : .done
    }

    func subscribed(_ connection: ControlConnection, to stream: ControlStream) {
        subscriptions.append(stream)
        if let greeting, stream == .input { connection.send(greeting) }
    }

    func connectionClosed(_ connection: ControlConnection) {
        closed += 1
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
