import Glibc

/// A device file opened through the seat, which may take its powers away and give them back.
package final class SeatDevice {
    package let path: String
    /// Valid until `close`; through pauses of the seat as well.
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

    /// Gives the device back; more calls do nothing.
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
