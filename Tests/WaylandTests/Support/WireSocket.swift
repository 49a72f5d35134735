import Glibc

/// A client's end of a Wayland connection, in raw messages.
final class WireSocket {
    private let descriptor: CInt
    private var received: [UInt8] = []
    /// The server has closed the connection.
    private(set) var isClosed = false
    /// Whether descriptors that come with events are kept for `takeDescriptors`; they are closed otherwise.
    var keepsDescriptors = false
    private var descriptors: [CInt] = []

    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Two connected descriptors.
    static func pair() -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends)
        return (ends[0], ends[1])
    }

    /// Hangs up, as a client that dies does.
    func hangUp() {
        shutdown(descriptor, CInt(SHUT_RDWR))
        isClosed = true
    }

    func send(_ message: WireEncoder) {
        var bytes = message.bytes
        var control = Self.control(message.descriptors)
        let count = bytes.count
        bytes.withUnsafeMutableBytes { data in
            control.withUnsafeMutableBytes { ancillary in
                var vector = iovec(iov_base: data.baseAddress, iov_len: count)
                withUnsafeMutablePointer(to: &vector) { vector in
                    var header = msghdr()
                    header.msg_iov = vector
                    header.msg_iovlen = 1
                    header.msg_control = ancillary.isEmpty ? nil : ancillary.baseAddress
                    header.msg_controllen = ancillary.count
                    _ = sendmsg(descriptor, &header, CInt(truncatingIfNeeded: MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Whole messages that have arrived; never waits.
    func receive() -> [WireMessage] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while !isClosed {
            let count = receive(into: &chunk)
            if count > 0 { received += chunk[..<count] } else { isClosed = count == 0 || errno != EAGAIN }
            if count <= 0 { break }
        }
        var messages: [WireMessage] = []
        while let message = nextMessage() { messages.append(message) }
        return messages
    }

    /// Descriptors that came with events, oldest first; the caller closes them.
    func takeDescriptors() -> [CInt] {
        defer { descriptors = [] }
        return descriptors
    }

    private func receive(into chunk: inout [UInt8]) -> Int {
        let flags = CInt(truncatingIfNeeded: MSG_DONTWAIT)
        guard keepsDescriptors else { return recv(descriptor, &chunk, chunk.count, flags) }
        var control = [UInt8](repeating: 0, count: 1024)
        return chunk.withUnsafeMutableBytes { data in
            control.withUnsafeMutableBytes { ancillary in
                var vector = iovec(iov_base: data.baseAddress, iov_len: data.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var header = msghdr()
                    header.msg_iov = vector
                    header.msg_iovlen = 1
                    header.msg_control = ancillary.baseAddress
                    header.msg_controllen = ancillary.count
                    let count = recvmsg(descriptor, &header, flags)
                    guard count > 0, header.msg_controllen > 16 else { return count }
                    // One control message of kind SCM_RIGHTS: its length, level and type, then the descriptors.
                    let length = ancillary.load(as: Int.self)
                    for offset in stride(from: 16, to: length, by: 4) {
                        descriptors.append(ancillary.load(fromByteOffset: offset, as: CInt.self))
                    }
                    return count
                }
            }
        }
    }

    private func nextMessage() -> WireMessage? {
        guard received.count >= 8 else { return nil }
        let (object, header) = (word(at: 0), word(at: 4))
        let size = Int(header >> 16)
        guard size >= 8, received.count >= size else { return nil }
        let words = stride(from: 8, to: size, by: 4).map(word(at:))
        received.removeFirst(size)
        return WireMessage(object: object, opcode: UInt16(truncatingIfNeeded: header), words: words)
    }

    private func word(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(received[offset + $1]) << ($1 * 8) }
    }

    /// A control message of kind SCM_RIGHTS: its length, level and type, then the descriptors.
    private static func control(_ descriptors: [CInt]) -> [UInt8] {
        if descriptors.isEmpty { return [] }
        var result: [UInt8] = []
        withUnsafeBytes(of: 16 + descriptors.count * 4) { result += $0 }
        withUnsafeBytes(of: SOL_SOCKET) { result += $0 }
        withUnsafeBytes(of: CInt(1)) { result += $0 }
        for descriptor in descriptors { withUnsafeBytes(of: descriptor) { result += $0 } }
        while result.count % 8 != 0 { result.append(0) }
        return result
    }
}
