import Glibc

/// A device file opened through the seat, which may revoke and restore access.
package final class SeatDevice {
    package let path: String
    /// Valid until `close`, also while the seat is disabled.
    package let descriptor: CInt
    private let number: CInt
    private let session: Session
    private var isOpen = true

    init(session: Session, path: String, descriptor: CInt, number: CInt) {
        self.session = session
        self.path = path
        self.descriptor = descriptor
        self.number = number
    }

    /// Returns the device to the seat; further calls do nothing.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        session.closeDevice(number)
        Glibc.close(descriptor)
    }

    deinit {
        close()
    }
}
