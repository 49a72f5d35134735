import CUdev
import Glibc
import Mirroring
import Runtime

/// A udev event of a display card.
enum HotplugEvent: Hashable, Sendable {
    /// A display was plugged into or unplugged from the card at this path, at this connector if the kernel names it.
    case connectorsChanged(String, ConnectorID?)
    /// A card has changed in some way, or somebody asks for another look at it.
    case cardChanged
    case cardAdded(String)
    case cardRemoved(String)
}

/// Monitors udev for display cards and their hotplug events.
final class HotplugMonitor {
    private let udev: Udev
    private let handle: OpaquePointer
    private let handler: (HotplugEvent) -> Void
    private var source: DescriptorSource?

    init(udev: Udev, loop: EventLoop, handler: @escaping (HotplugEvent) -> Void) throws(KMSError) {
        guard let handle = udev_monitor_new_from_netlink(udev.handle, "udev") else { throw KMSError(.watchHotplug) }
        self.udev = udev
        self.handle = handle
        self.handler = handler
        udev_monitor_filter_add_match_subsystem_devtype(handle, "drm", nil)
        let result = udev_monitor_enable_receiving(handle)
        if result < 0 { throw KMSError(.watchHotplug, errorNumber: -result) }
        do {
            source = try loop.watch(udev_monitor_get_fd(handle)) { [weak self] _ in self?.receive() }
        } catch {
            throw KMSError(.watchHotplug, errorNumber: error.errorNumber)
        }
    }

    deinit {
        source?.cancel()
        udev_monitor_unref(handle)
    }

    private func receive() {
        while let device = udev_monitor_receive_device(handle) {
            defer { udev_device_unref(device) }
            if let event = HotplugEvent(UdevDevice(device)) { handler(event) }
        }
    }
}

extension HotplugEvent {
    fileprivate init?(_ device: UdevDevice) {
        guard device.isCard, let path = device.devicePath else { return nil }
        switch device.action {
        case "add": self = .cardAdded(path)
        case "remove": self = .cardRemoved(path)
        case "change" where device.property("HOTPLUG") == "1":
            self = .connectorsChanged(path, device.property("CONNECTOR").flatMap(UInt32.init).map(ConnectorID.init))
        case "change": self = .cardChanged
        default: return nil
        }
    }
}

/// Decides when to probe the connectors after hotplug events.
///
/// The connectors are probed after a short quiet, or half a second after the first event if a flapping plug never becomes quiet.
struct HotplugDebounce: Hashable, Sendable {
    private let quietMicroseconds: Int64
    private let limitMicroseconds: Int64
    private var began: Timestamp?

    init(quietMicroseconds: Int64 = 50_000, limitMicroseconds: Int64 = 500_000) {
        self.quietMicroseconds = quietMicroseconds
        self.limitMicroseconds = limitMicroseconds
    }

    /// Records an event and returns when to probe; supersedes any time returned earlier.
    mutating func eventArrived(at now: Timestamp) -> Timestamp {
        let start = began ?? now
        began = start
        return min(now.adding(microseconds: quietMicroseconds), start.adding(microseconds: limitMicroseconds))
    }

    /// Starts over, because the connectors are being probed.
    mutating func settled() {
        began = nil
    }
}
