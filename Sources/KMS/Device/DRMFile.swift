import LoginSeat

/// An open display device, shared by all objects that must be freed through it.
final class DRMFile {
    let path: String
    let descriptor: CInt
    /// False once closed: the descriptor number may then belong to another file.
    private(set) var isOpen = true
    private let device: SeatDevice

    init(_ device: SeatDevice) {
        self.device = device
        path = device.path
        descriptor = device.descriptor
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        device.close()
    }
}
