import Glibc
package import Runtime

/// Why input devices cannot be used: operation, object, errno if any, and remedy.
package enum InputError: Error, Hashable, CustomStringConvertible {
    /// udev cannot be reached.
    case udev(errorNumber: CInt)
    /// libinput refused to start.
    case context
    /// libinput cannot list the devices of this seat.
    case seat(String)
    /// libinput's descriptor cannot be watched.
    case watch(RuntimeError)
    /// The devices could not be reopened after a VT switch.
    case resume
    /// One device could not be opened; the others still work.
    case openDevice(path: String, errorNumber: CInt)

    package var description: String {
        switch self {
        case .udev(let number): "cannot reach udev: \(Self.reason(number)); is systemd-udevd running?"
        case .context: "cannot start libinput; is its data package (libinput-bin) installed?"
        case .seat(let name): "cannot list the input devices of \(name); is systemd-udevd running?"
        case .watch(let error): "cannot wait for input devices: \(error)"
        case .resume: "cannot reopen the input devices after a VT switch; switch away and back again"
        case .openDevice(let path, let number):
            "cannot open \(path): \(Self.reason(number)); \(Self.hint(number))"
        }
    }

    private static func reason(_ number: CInt) -> String { String(cString: strerror(number)) }

    private static func hint(_ number: CInt) -> String {
        switch number {
        case EACCES, EPERM:
            "log in on this console, or run seatd and join the group of its socket, /run/seatd.sock"
        case ENOENT, ENODEV, ENXIO: "it was unplugged meanwhile: plug it in again"
        case EBUSY: "another program holds it: stop that program"
        case EMFILE, ENFILE: "too many files are open: raise LimitNOFILE"
        default: "see 'kagami doctor'"
        }
    }
}
