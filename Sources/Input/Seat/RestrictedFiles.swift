import CInput
import Glibc
import Logging
import Runtime

/// libinput's callbacks: device files, which the seat opens, and log lines.
///
/// Passed to C as an unretained pointer; `LibinputContext` retains it until libinput has closed its last file.
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
