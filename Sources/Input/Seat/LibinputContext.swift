import CInput
import CUdev
import Glibc
import Logging

/// Owns a libinput context that tracks a seat's devices through udev.
final class LibinputContext {
    /// The `struct libinput`.
    private let handle: OpaquePointer
    private let files: RestrictedFiles

    /// A context with the devices of `seat` opened; those that cannot be opened are logged and left out.
    init(seat: String, opener: any DeviceOpener, logger: Logger) throws(InputError) {
        guard let udev = udev_new() else { throw .udev(errorNumber: errno) }
        // libinput takes its own reference.
        defer { udev_unref(udev) }
        files = RestrictedFiles(opener: opener, logger: logger)
        guard let handle = libinput_udev_create_context(files.interface, files.userData, udev) else {
            throw .context
        }
        self.handle = handle
        LibinputLog.attach(to: handle, detailed: logger.logLevel <= .trace)
        if libinput_udev_assign_seat(handle, seat) != 0 { throw .seat(seat) }
    }

    deinit {
        libinput_unref(handle)
    }

    /// Readable whenever a device has an event.
    var descriptor: CInt { libinput_get_fd(handle) }

    /// Reads the devices' events; returns 0 or an errno.
    func dispatch() -> CInt { -libinput_dispatch(handle) }

    /// The oldest event not yet taken.
    func nextEvent() -> LibinputEvent? {
        libinput_get_event(handle).map { LibinputEvent(handle: $0) }
    }

    /// Closes all devices; their releases and removals follow as events.
    func suspend() {
        libinput_suspend(handle)
    }

    /// Opens the seat's devices again; their additions follow as events.
    func resume() throws(InputError) {
        if libinput_resume(handle) != 0 { throw .resume }
    }
}

/// Owns a libinput event.
struct LibinputEvent: ~Copyable {
    /// The `struct libinput_event`.
    let handle: OpaquePointer

    /// The event's `struct libinput_device`, valid as long as the event.
    var device: OpaquePointer? { libinput_event_get_device(handle) }

    var type: libinput_event_type { libinput_event_get_type(handle) }

    deinit {
        libinput_event_destroy(handle)
    }
}
