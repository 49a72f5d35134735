import CUdev
import Glibc
package import Logging
package import Runtime

/// The game pads and joysticks of a seat, which libinput leaves alone: what a player does counts as the user's activity.
///
/// They are read and not grabbed: games open them by themselves.
package final class GamePads {
    /// Called when a player does something.
    package var userActed: () -> Void = {}

    private struct Pad {
        let reader: PadReader
        let close: () -> Void
    }

    private let loop: EventLoop
    private let seat: String
    private let opener: any DeviceOpener
    /// Whether libinput reads the device at a path.
    private let isTaken: (String) -> Bool
    private let logger: Logger
    private let udev: OpaquePointer?
    private let monitor: OpaquePointer?
    private var source: DescriptorSource?
    private var search: Timer?
    /// By the paths of their files.
    private var pads: [String: Pad] = [:]

    /// Opens the pads of the session's seat, now and as they come, closes them when the seat is disabled, and opens them again when
    /// it is enabled. `isTaken` says whether libinput reads the device at a path.
    package init(loop: EventLoop, session: Session, isTaken: @escaping (String) -> Bool, logger: Logger) {
        self.loop = loop
        seat = session.seatName
        opener = SessionDeviceOpener(session: session)
        self.isTaken = isTaken
        self.logger = logger
        udev = udev_new()
        monitor = udev.flatMap { udev_monitor_new_from_netlink($0, "udev") }
        search = loop.makeTimer { [weak self] in self?.openAll() }
        watch()
        openSoon()
        session.addObserver(self)
    }

    deinit {
        source?.cancel()
        close()
        if let monitor { udev_monitor_unref(monitor) }
        if let udev { udev_unref(udev) }
    }

    /// Closes all pads.
    package func close() {
        search?.disarm()
        for path in pads.keys { drop(path) }
    }

    private func drop(_ path: String) {
        // The reader lets go of the descriptor first.
        guard let close = pads.removeValue(forKey: path)?.close else { return }
        close()
    }

    /// Opens what there is in a moment: libinput looks at each new device first, and a seat gives a device once.
    private func openSoon() {
        search?.arm(after: 1_000_000)
    }

    private func watch() {
        guard let monitor else { return }
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        guard udev_monitor_enable_receiving(monitor) >= 0 else { return }
        do throws(RuntimeError) {
            source = try loop.watch(udev_monitor_get_fd(monitor)) { [weak self] _ in self?.receive() }
        } catch {
            logger.warning("game pads that are plugged in go unnoticed", metadata: ["reason": "\(error)"])
        }
    }

    private func receive() {
        while let device = udev_monitor_receive_device(monitor) {
            if PadProperties(device) != nil { openSoon() }
            udev_device_unref(device)
        }
    }

    // MARK: Opening

    private func openAll() {
        guard let enumeration = udev.flatMap({ udev_enumerate_new($0) }) else { return }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "input")
        udev_enumerate_add_match_property(enumeration, "ID_INPUT_JOYSTICK", "1")
        guard udev_enumerate_scan_devices(enumeration) >= 0 else { return }
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) else { continue }
            if let properties = PadProperties(device), properties.seat == seat { open(properties) }
            udev_device_unref(device)
        }
    }

    private func open(_ properties: PadProperties) {
        let path = properties.path
        guard pads[path] == nil, pads.count < Self.most else { return }
        do throws(RuntimeError) {
            let isTaken = isTaken(path)
            let descriptor = try isTaken ? Self.openFile(path) : opener.openDevice(at: path)
            let close = { [opener] in
                if isTaken { _ = Glibc.close(descriptor) } else { opener.closeDevice(descriptor) }
            }
            do throws(RuntimeError) {
                let reader = try PadReader(
                    descriptor, loop: loop, acted: { [weak self] in self?.userActed() },
                    gone: { [weak self] in self?.left(path) })
                pads[path] = Pad(reader: reader, close: close)
            } catch {
                close()
                throw error
            }
            logger.info("game pad added", metadata: ["path": "\(path)"])
        } catch {
            logger.info("game pad does not count as activity", metadata: ["path": "\(path)", "reason": "\(error)"])
        }
    }

    private func left(_ path: String) {
        logger.info("game pad removed", metadata: ["path": "\(path)"])
        // It is in the middle of its work.
        loop.deferAction { [weak self] in self?.drop(path) }
    }

    /// Opens a pad that is a keyboard too, which the seat has given to libinput. logind lets the seat's user read pads.
    private static func openFile(_ path: String) throws(RuntimeError) -> CInt {
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw RuntimeError("open", path, errorNumber: errno) }
        return descriptor
    }

    /// The most pads that are read.
    private static let most = 16
}

extension GamePads: SessionObserver {
    package func sessionEnabled() {
        openSoon()
    }

    package func sessionDisabled() {
        close()
    }
}

/// What udev knows of a game pad.
private struct PadProperties {
    let path: String
    let seat: String

    /// Nil for other devices, and for a pad's files that tell no events.
    init?(_ device: OpaquePointer) {
        func property(_ name: String) -> String? {
            udev_device_get_property_value(device, name).map { String(cString: $0) }
        }
        guard property("ID_INPUT_JOYSTICK") == "1", let node = udev_device_get_devnode(device),
            case let path = String(cString: node), path.hasPrefix("/dev/input/event")
        else { return nil }
        self.path = path
        seat = property("ID_SEAT") ?? "seat0"
    }
}
