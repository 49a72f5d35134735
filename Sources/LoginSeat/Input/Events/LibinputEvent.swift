import CInput

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
