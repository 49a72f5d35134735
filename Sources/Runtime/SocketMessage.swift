import CLinux
import Glibc

/// What one read from a Unix socket brought: bytes, and descriptors that were attached to them (SCM_RIGHTS).
package struct SocketMessage {
    /// How many bytes there are; 0 at the end of the stream, -1 with errno set after a failure.
    package let count: Int
    package let descriptors: [OwnedDescriptor]
    /// More descriptors were attached than there was room for here or in the process; they are gone.
    package let hasLostDescriptors: Bool

    /// Reads without waiting. At most `room` descriptors are taken, and the kernel ends the read with the message that
    /// they are attached to.
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

    /// Sends bytes, of which there must be one at least, with copies of the descriptors attached to the first of them.
    ///
    /// Returns how many bytes were taken, or -1 with errno set. Waits where the socket does.
    package static func send(_ bytes: UnsafeRawBufferPointer, _ descriptors: [OwnedDescriptor], to socket: CInt) -> Int
    {
        withExtendedLifetime(descriptors) {
            kagami_send(socket, bytes.baseAddress, bytes.count, descriptors.map(\.number), descriptors.count)
        }
    }
}
