import Glibc
import Mirroring
package import Runtime

/// A blocking client of the control socket, for the commands.
package final class ControlClient {
    private let address: SocketAddress
    private let descriptor: CInt
    private let json = JSONLine()
    private var input = LineBuffer()

    /// The time limit for replies to requests that the service answers immediately.
    package static let defaultPatienceSeconds = 10

    /// Connects to the service at `address`.
    package init(to address: SocketAddress) throws(ControlError) {
        guard let descriptor = address.connect() else {
            switch errno {
            case ENOENT, ECONNREFUSED: throw .notRunning(address.path)
            case let reason: throw .system(RuntimeError("connect to", address.path, errorNumber: reason))
            }
        }
        self.address = address
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Sends a command and waits for its reply; throws if the service refuses.
    ///
    /// Copies of the descriptors of `files` are attached to the command.
    @discardableResult
    package func perform<Command: ControlCommand>(
        _ command: Command, with files: [OwnedDescriptor] = [],
        patienceSeconds: Int = ControlClient.defaultPatienceSeconds
    ) throws(ControlError) -> Command.Reply {
        try write(json.encode(RequestLine(command)), files)
        guard let line = try readLine(timeoutSeconds: patienceSeconds) else { throw .closed(address.path) }
        switch try? json.decode(ControlAnswer<Command.Reply>.self, from: line) {
        case .success(let reply): return reply
        case .failure(let reason): throw .refused(reason)
        case nil: throw .badReply(String(decoding: line, as: UTF8.self))
        }
    }

    /// Waits for the next line of a stream, without its newline; nil once the service has closed the connection.
    package func nextLine() throws(ControlError) -> [UInt8]? {
        try readLine(timeoutSeconds: nil)
    }

    /// Whether the service sends or closes within `milliseconds`.
    package func isReadable(withinMilliseconds milliseconds: Int) -> Bool {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptors, 1, CInt(clamping: milliseconds)) > 0
    }

    /// Waits for a line of a stream or its end; false when `descriptor` becomes readable and all that has arrived is read.
    package func awaitLine(or descriptor: CInt) -> Bool {
        while !input.hasLine {
            var descriptors = [
                pollfd(fd: self.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&descriptors, 2, -1) > 0 else { continue }
            if descriptors[0].revents != 0 { return true }
            if descriptors[1].revents != 0 { return false }
        }
        return true
    }

    private func write(_ line: [UInt8], _ files: [OwnedDescriptor]) throws(ControlError) {
        var rest = line[...]
        var files = files
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { SocketMessage.send($0, files, to: descriptor) }
            if count > 0 {
                rest = rest.dropFirst(count)
                files = []
            } else if errno == EPIPE || errno == ECONNRESET {
                // The service may have sent the reason before it closed.
                return
            } else if errno != EINTR {
                throw .system(RuntimeError("write to", address.path))
            }
        }
    }

    private func readLine(timeoutSeconds: Int?) throws(ControlError) -> [UInt8]? {
        while true {
            if let line = input.next() { return line }
            if let timeoutSeconds, !isReadable(withinMilliseconds: timeoutSeconds * 1000) {
                throw .noAnswer(address.path, seconds: timeoutSeconds)
            }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 {
                input.append(buffer.prefix(count))
            } else if count == 0 || errno == ECONNRESET {
                return nil
            } else if errno != EINTR {
                throw .system(RuntimeError("read from", address.path))
            }
        }
    }
}
