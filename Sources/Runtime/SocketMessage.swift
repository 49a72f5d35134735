import CLinux
import Glibc

/// The result of one read from a Unix socket: bytes and attached descriptors (SCM_RIGHTS).
package struct SocketMessage {
    /// The number of bytes; 0 at the end of the stream, -1 with errno set after a failure.
    package let count: Int
    package let descriptors: [OwnedDescriptor]
    /// Whether attached descriptors were lost because there was no room for them here or in the process.
    package let hasLostDescriptors: Bool

    /// Reads without blocking and receives at most `room` descriptors.
    ///
    /// The kernel ends the read after a message with descriptors attached.
    package static func receive(
        from socket: CInt, into buffer: UnsafeMutableRawBufferPointer, room: Int
    ) -> SocketMessage {
        var numbers = [CInt](repeating: -1, count: max(0, room))
        var found = numbers.count
        var hasLost = false
        let count = kagami_receive(socket, buffer.baseAddress, buffer.count, &numbers, &found, &hasLost)
        return SocketMessage(
            count: count, descriptors: numbers.prefix(found).map(OwnedDescriptor.init(owning:)),
            hasLostDescriptors: hasLost)
    }

    /// Sends at least one byte, with duplicates of the descriptors attached to the first byte.
    ///
    /// Returns the number of bytes sent, or -1 with errno set. Blocks if the socket is blocking.
    package static func send(_ bytes: UnsafeRawBufferPointer, _ descriptors: [OwnedDescriptor], to socket: CInt) -> Int
    {
        withExtendedLifetime(descriptors) {
            kagami_send(socket, bytes.baseAddress, bytes.count, descriptors.map(\.number), descriptors.count)
        }
    }
}
