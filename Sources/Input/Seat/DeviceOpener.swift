package import LoginSeat
package import Runtime

/// Opens and closes device files on behalf of the seat, which alone may read `/dev/input`.
package protocol DeviceOpener: AnyObject {
    /// Opens the device file at `path` and returns a non-blocking descriptor, to be closed through `closeDevice`.
    func openDevice(at path: String) throws(RuntimeError) -> CInt

    /// Closes a descriptor that `openDevice` returned.
    func closeDevice(_ descriptor: CInt)
}

/// Opens device files through the login session, and keeps each open device by its descriptor.
package final class SessionDeviceOpener: DeviceOpener {
    private let session: Session
    private var devices: [CInt: SeatDevice] = [:]

    package init(session: Session) {
        self.session = session
    }

    package func openDevice(at path: String) throws(RuntimeError) -> CInt {
        do throws(SessionError) {
            let device = try session.openDevice(path)
            devices[device.descriptor] = device
            return device.descriptor
        } catch {
            throw RuntimeError("open", path, errorNumber: error.errorNumber)
        }
    }

    package func closeDevice(_ descriptor: CInt) {
        devices.removeValue(forKey: descriptor)?.close()
    }
}
