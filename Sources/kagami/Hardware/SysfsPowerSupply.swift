import CUdev
import Logging
import Mirroring
import Runtime

/// The computer's power supplies as the kernel shows them: folders of files in `/sys/class/power_supply` (`ABI/testing/sysfs-class-power`).
///
/// udev reports their changes.
final class SysfsPowerSupply: PowerSupplyPort {
    weak var observer: (any PowerSupplyObserver)?
    private(set) var isOnBattery = false
    private let root: String
    private var monitor: OpaquePointer?
    private var source: DescriptorSource?

    init(root: String = "/sys/class/power_supply", loop: EventLoop) {
        self.root = root
        look()
        watch(loop)
    }

    deinit {
        source?.cancel()
        if let monitor { udev_monitor_unref(monitor) }
    }

    /// Reads all supplies anew.
    func look() {
        let supplies = SysfsFolder.all(in: root)
        let batteries = supplies.filter { SysfsFolder.text("type", in: $0) == "Battery" }
        let isPlugged = supplies.contains { !batteries.contains($0) && SysfsFolder.text("online", in: $0) == "1" }
        // The batteries of pens and mice do not count.
        let isEmptied = batteries.contains {
            SysfsFolder.text("scope", in: $0) != "Device" && SysfsFolder.text("status", in: $0) == "Discharging"
        }
        let was = isOnBattery
        isOnBattery = isEmptied && !isPlugged
        if isOnBattery != was { observer?.powerSupplyChanged() }
    }

    private func watch(_ loop: EventLoop) {
        guard let udev = udev_new() else { return }
        // The monitor retains the context.
        defer { udev_unref(udev) }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else { return }
        self.monitor = monitor
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "power_supply", nil)
        guard udev_monitor_enable_receiving(monitor) >= 0 else { return }
        do throws(RuntimeError) {
            source = try loop.watch(udev_monitor_get_fd(monitor)) { [weak self] _ in self?.receive() }
        } catch {
            Logger(label: "kagami.power").warning("batteries are not watched", metadata: ["reason": "\(error)"])
        }
    }

    private func receive() {
        while let device = udev_monitor_receive_device(monitor) { udev_device_unref(device) }
        look()
    }
}
