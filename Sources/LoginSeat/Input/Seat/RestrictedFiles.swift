import CInput
import Glibc
import Logging
package import Runtime

/// Opens and closes device files on behalf of the seat, because only the seat may read `/dev/input`.
package protocol DeviceOpener: AnyObject {
    /// Opens the device file at `path`; returns a non-blocking descriptor, to be closed through `closeDevice`.
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

/// The callbacks for libinput: device files, which the seat opens, and log lines.
///
/// C receives an unretained pointer; `LibinputContext` retains the object until libinput has closed its last file.
final class RestrictedFiles {
    private let opener: any DeviceOpener
    private let logger: Logger
    /// The table of callbacks; libinput keeps the address for as long as its context lives.
    let interface: UnsafeMutablePointer<libinput_interface>

    init(opener: any DeviceOpener, logger: Logger) {
        self.opener = opener
        self.logger = logger
        interface = .allocate(capacity: 1)
        interface.initialize(
            to: libinput_interface(
                open_restricted: { path, _, data in
                    guard let path, let files = RestrictedFiles.at(data) else { return -EINVAL }
                    return files.open(String(cString: path))
                },
                close_restricted: { descriptor, data in
                    RestrictedFiles.at(data)?.opener.closeDevice(descriptor)
                }))
    }

    deinit {
        interface.deallocate()
    }

    /// The address that libinput passes to every callback.
    var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Logs one of libinput's messages.
    func log(_ priority: libinput_log_priority, _ message: String) {
        logger.log(level: LibinputLog.level(of: priority), "libinput", metadata: ["message": "\(message)"])
    }

    static func at(_ userData: UnsafeMutableRawPointer?) -> RestrictedFiles? {
        userData.map { Unmanaged<RestrictedFiles>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns a descriptor, or a negative errno as libinput expects.
    private func open(_ path: String) -> CInt {
        do throws(RuntimeError) {
            return try opener.openDevice(at: path)
        } catch {
            let reason = InputError.openDevice(path: path, errorNumber: error.errorNumber)
            logger.warning("input device not opened", metadata: ["reason": "\(reason)"])
            return error.errorNumber > 0 ? -error.errorNumber : -EIO
        }
    }
}
