import Glibc
import Mirroring

/// A failure of a display device: the operation, the device, the errno and how to fix it.
package struct KMSError: Error, Hashable, CustomStringConvertible {
    package enum Operation: String, Hashable, Sendable {
        case findDevice = "no display device"
        case openDevice = "cannot open display device"
        case readPlanes = "cannot read the planes of"
        case readResources = "cannot read the outputs of"
        case watchDevice = "cannot watch"
        case createBuffer = "cannot create a framebuffer on"
        case importBuffer = "cannot show an application's buffer on"
        case createBlob = "cannot hand a property to"
        case watchHotplug = "cannot watch for hotplug"
    }

    package let operation: Operation
    /// The device's path, or empty.
    package let device: String
    package let errorNumber: CInt
    /// What the user can do about it.
    package let remedy: String

    package init(
        _ operation: Operation, device: String = "", errorNumber: CInt = errno, remedy: String? = nil
    ) {
        self.operation = operation
        self.device = device
        self.errorNumber = errorNumber
        self.remedy = remedy ?? Self.remedy(operation, errorNumber)
    }

    /// Whether the layers of a commit may be why it failed with this errno.
    /// They are not if the card is busy, or if another session has it.
    static func blamesLayers(_ errorNumber: CInt) -> Bool {
        switch errorNumber {
        case EBUSY, EACCES, EPERM, EAGAIN, EINTR: false
        default: true
        }
    }

    /// Whether the device has no displays, as one that only draws. The device is then skipped without an error.
    var isWithoutDisplays: Bool { operation == .findDevice && errorNumber == ENOTSUP }

    /// The error in one line.
    package var description: String {
        let subject = device.isEmpty ? operation.rawValue : "\(operation.rawValue) \(device)"
        let reason = errorNumber == 0 ? "" : " (\(String(cString: strerror(errorNumber))))"
        return "\(subject)\(reason): \(remedy)"
    }

    private static func remedy(_ operation: Operation, _ errorNumber: CInt) -> String {
        switch (operation, errorNumber) {
        case (_, EACCES), (_, EPERM):
            "another display server is active, or the seat does not own the device: end it, or join the seat's group"
        case (.findDevice, _):
            "load the kernel driver of the graphics card, or use --backend virtual"
        case (.readPlanes, _), (.createBuffer, ENOTSUP):
            "its kernel driver is too old: use --backend virtual"
        case (.importBuffer, _):
            "its picture is drawn instead"
        case (.createBuffer, _):
            "free some memory or choose a smaller mode"
        default:
            "see the kernel's log (dmesg)"
        }
    }
}

extension ModesetOutcome {
    /// The outcome of a modeset that failed with this errno.
    /// `isRoomLacking` tells whether the modeset would succeed with fewer displays enabled; it is called only if that may be the reason.
    static func failed(_ errorNumber: CInt, reason: String, isRoomLacking: () -> Bool = { false }) -> ModesetOutcome {
        switch errorNumber {
        // Disabling another display would not help.
        case ENOMEM, EMFILE, ENFILE, EAGAIN, EBUSY, EINTR: .shortage(reason)
        case _ where isRoomLacking(): .noRoom(reason)
        // The card's memory or a link's bandwidth is too small.
        case ENOSPC, ENOBUFS: .shortage(reason)
        default: .refused(reason)
        }
    }
}
