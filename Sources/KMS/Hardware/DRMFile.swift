import Glibc
import LoginSeat
import Runtime

/// An open display device, shared by all objects that must be freed through it.
final class DRMFile {
    let path: String
    let descriptor: CInt
    /// False once the device is closed: the descriptor number may then belong to another file.
    private(set) var isOpen = true
    private let device: SeatDevice

    init(_ device: SeatDevice) {
        self.device = device
        path = device.path
        descriptor = device.descriptor
    }

    /// The trailing number of the path, such as 0 in `/dev/dri/card0`.
    var cardNumber: UInt32? {
        let digits = path.reversed().prefix { $0.isWholeNumber }
        return UInt32(String(digits.reversed()))
    }

    /// What a call has just read from the file; nil if the object has vanished. Throws if the call failed for another reason.
    func existing<Value>(_ read: Value?) throws(KMSError) -> Value? {
        if read == nil, errno != ENOENT { throw KMSError(.readResources, device: path) }
        return read
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        device.close()
    }
}

/// The kernel's ID of a mode-setting object, typed by the kind of object.
struct ObjectID<Kind>: Hashable, Sendable {
    let raw: UInt32

    init(_ raw: UInt32) {
        self.raw = raw
    }
}

/// A connector: a plug for a display.
enum ConnectorKind {}
/// A scanout engine, which drives connectors with a mode.
enum CRTCKind {}
/// A layer of pixels on a CRTC.
enum PlaneKind {}

typealias ConnectorID = ObjectID<ConnectorKind>
typealias CRTCID = ObjectID<CRTCKind>
typealias PlaneID = ObjectID<PlaneKind>
