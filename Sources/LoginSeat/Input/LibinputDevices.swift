import CInput
import CUdev
import Glibc
package import Logging
package import Mirroring
package import Runtime

/// The input devices of a seat, including hot-plugged ones, through libinput and udev.
///
/// Positions are fractions of the device, after its calibration matrix. Every device reports its own presses: two keyboards may hold the
/// same key, which the core resolves.
package final class LibinputDevices: InputPort {
    package weak var observer: (any InputObserver)? {
        didSet { for device in registry.all { observer?.inputReceived(.deviceAdded(device)) } }
    }

    private let context: LibinputContext
    private let logger: Logger
    private var source: DescriptorSource?
    private var registry: DeviceRegistry<OpaquePointer>
    private var leds: KeyboardLEDs = []
    private var rules = PointingRules()

    /// Opens the devices of `seat` (`seat0` on most machines) through `opener`.
    ///
    /// A device that cannot be opened is logged with the reason and left out. Events come only from the loop, never within this call.
    package init(
        loop: EventLoop, seat: String, opener: any DeviceOpener, numbers: DeviceNumbers = DeviceNumbers(),
        logger: Logger
    ) throws(InputError) {
        self.logger = logger
        registry = DeviceRegistry(numbers)
        context = try LibinputContext(seat: seat, opener: opener, logger: logger)
        do throws(RuntimeError) {
            source = try loop.watch(context.descriptor) { [weak self] _ in self?.readDevices() }
        } catch {
            throw .watch(error)
        }
        // The devices found now are already queued and do not make the descriptor readable.
        loop.deferAction { [weak self] in self?.readDevices() }
    }

    /// Opens the devices of the session's seat.
    ///
    /// The devices are closed when the seat is disabled, and reopened when it is enabled.
    package convenience init(
        loop: EventLoop, session: Session, numbers: DeviceNumbers, logger: Logger
    ) throws(InputError) {
        let opener = SessionDeviceOpener(session: session)
        try self.init(loop: loop, seat: session.seatName, opener: opener, numbers: numbers, logger: logger)
        session.addObserver(self)
    }

    deinit {
        // Cancel before the context and its descriptor are released.
        source?.cancel()
    }

    package func show(_ leds: KeyboardLEDs) {
        self.leds = leds
        for keyboard in registry.handles(with: .keyboard) { libinput_device_led_update(keyboard, leds.libinput) }
    }

    package func use(_ rules: PointingRules) {
        self.rules = rules
        for (handle, description) in registry.handles { configure(handle, description) }
    }

    /// Configures a device as the rules say.
    private func configure(_ handle: OpaquePointer, _ description: DeviceDescription) {
        let device = PointingDevice(handle: handle)
        let settings = rules.settings(
            of: description.name, isPointer: description.capabilities.contains(.pointer),
            isTouchpad: device.isTouchpad)
        let refused = device.apply(settings)
        guard !refused.isEmpty else { return }
        logger.debug(
            "device without some settings",
            metadata: ["name": "\(description.name)", "settings": "\(refused.joined(separator: ","))"])
    }

    /// The devices that are present.
    package var devices: [DeviceDescription] { registry.all }

    /// Closes all devices before the seat is disabled; held keys and contacts end, and each device is removed.
    package func suspend() {
        context.suspend()
        readDevices()
    }

    /// Reopens the devices once the seat is enabled, each as a new device.
    package func resume() throws(InputError) {
        try context.resume()
        readDevices()
    }

    private func readDevices() {
        let errorNumber = context.dispatch()
        if errorNumber != 0 {
            let reason = RuntimeError("libinput_dispatch", errorNumber: errorNumber)
            logger.warning("input devices not read", metadata: ["reason": "\(reason)"])
        }
        while let event = context.nextEvent() { handle(event) }
    }

    private func handle(_ event: borrowing LibinputEvent) {
        guard let device = event.device else { return }
        switch event.type {
        case LIBINPUT_EVENT_DEVICE_ADDED: add(device)
        case LIBINPUT_EVENT_DEVICE_REMOVED: remove(device)
        default:
            guard let id = registry.id(of: device) else { return }
            for event in EventReader.read(event, of: id) { observer?.inputReceived(event) }
        }
    }

    private func add(_ device: OpaquePointer) {
        let description = registry.add(device) { DeviceProperties.describe(device, as: $0) }
        configure(device, description)
        logger.info(
            "input device added",
            metadata: [
                "name": "\(description.name)", "output": "\(description.output ?? "default")",
                "capabilities": "\(description.capabilities.map(\.rawValue).sorted().joined(separator: ","))",
            ])
        // The kernel may have left other lights on.
        if description.capabilities.contains(.keyboard) { libinput_device_led_update(device, leds.libinput) }
        observer?.inputReceived(.deviceAdded(description))
    }

    private func remove(_ device: OpaquePointer) {
        guard let id = registry.remove(device) else { return }
        logger.info("input device removed", metadata: ["device": "\(id.number)"])
        observer?.inputReceived(.deviceRemoved(id))
    }
}

extension LibinputDevices: SessionObserver {
    package func sessionEnabled() {
        do throws(InputError) {
            try resume()
        } catch {
            logger.warning("input devices not taken back", metadata: ["reason": "\(error)"])
        }
    }

    package func sessionDisabled() {
        suspend()
    }
}

/// Owns a libinput context that tracks a seat's devices through udev.
final class LibinputContext {
    /// The `struct libinput`.
    private let handle: OpaquePointer
    private let files: RestrictedFiles

    /// Opens the devices of `seat`; a device that cannot be opened is logged and left out.
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

    /// The oldest event that has not been taken.
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

extension KeyboardLEDs {
    /// The lights in libinput's constants.
    var libinput: libinput_led {
        let bits: [(KeyboardLEDs, libinput_led)] = [
            (.numLock, LIBINPUT_LED_NUM_LOCK), (.capsLock, LIBINPUT_LED_CAPS_LOCK),
            (.scrollLock, LIBINPUT_LED_SCROLL_LOCK),
        ]
        return libinput_led(rawValue: bits.filter { contains($0.0) }.reduce(0) { $0 | $1.1.rawValue })
    }
}
