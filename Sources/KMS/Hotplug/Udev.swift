import CUdev

/// Owns a udev context.
final class Udev {
    let handle: OpaquePointer

    init() throws(KMSError) {
        guard let handle = udev_new() else { throw KMSError(.watchHotplug) }
        self.handle = handle
    }

    deinit {
        udev_unref(handle)
    }

    /// The device files of a seat's display cards, the boot display first.
    func cards(ofSeat seat: String) -> [String] {
        guard let enumerate = udev_enumerate_new(handle) else { return [] }
        defer { udev_enumerate_unref(enumerate) }
        udev_enumerate_add_match_subsystem(enumerate, "drm")
        udev_enumerate_add_match_sysname(enumerate, "card[0-9]*")
        udev_enumerate_scan_devices(enumerate)
        var cards: [(path: String, isBoot: Bool)] = []
        var entry = udev_enumerate_get_list_entry(enumerate)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let name = udev_list_entry_get_name(current), let device = udev_device_new_from_syspath(handle, name)
            else { continue }
            defer { udev_device_unref(device) }
            let event = UdevDevice(device)
            if let path = event.devicePath, event.seat == seat { cards.append((path, event.isBootCard)) }
        }
        return cards.filter(\.isBoot).map(\.path) + cards.filter { !$0.isBoot }.map(\.path)
    }
}

/// A udev device, borrowed for the length of a call.
struct UdevDevice {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    /// The device file, such as `/dev/dri/card0`; nil for connectors.
    var devicePath: String? { udev_device_get_devnode(handle).map { String(cString: $0) } }

    /// The device's seat; `seat0` unless a rule says otherwise.
    var seat: String { property("ID_SEAT") ?? "seat0" }

    /// The event's action: `add`, `remove`, `change`.
    var action: String? { udev_device_get_action(handle).map { String(cString: $0) } }

    /// Whether the device is a primary node in /dev/dri, not a render node or a connector.
    var isCard: Bool {
        devicePath != nil && udev_device_get_sysname(handle).map { String(cString: $0) }?.hasPrefix("card") == true
    }

    /// Whether the firmware used this card as the boot display.
    var isBootCard: Bool {
        guard let parent = udev_device_get_parent_with_subsystem_devtype(handle, "pci", nil),
            let value = udev_device_get_sysattr_value(parent, "boot_vga")
        else { return false }
        return String(cString: value) == "1"
    }

    func property(_ name: String) -> String? {
        udev_device_get_property_value(handle, name).map { String(cString: $0) }
    }
}
