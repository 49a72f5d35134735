import CInput
import Logging
import Mirroring
import Runtime

/// The input devices of a seat, through libinput and udev, hot-plugged ones included.
///
/// Positions are fractions of the device after its calibration matrix. Every device reports its own presses: two
/// keyboards may hold one key, and what that means is the core's to say.
package final class LibinputDevices: InputPort {
    package weak var observer: (any InputObserver)? {
        didSet { for device in registry.all { observer?.inputReceived(.deviceAdded(device)) } }
    }

    private let context: LibinputContext
    private let logger: Logger
    private var source: DescriptorSource?
    private var registry = DeviceRegistry<OpaquePointer>()

    /// Takes the devices of `seat` (`seat0` on most machines), each opened by `opener`.
    ///
    /// Devices that cannot be opened are logged with the reason and left out. Events come only from the loop,
    /// never from within this call.
    package init(loop: EventLoop, seat: String, opener: any DeviceOpener, logger: Logger) throws(InputError) {
        self.logger = logger
        context = try LibinputContext(seat: seat, opener: opener, logger: logger)
        do throws(RuntimeError) {
            source = try loop.watch(context.descriptor) { [weak self] _ in self?.readDevices() }
        } catch {
            throw .watch(error)
        }
        // The devices found now are queued already: they do not make the descriptor readable.
        loop.deferAction { [weak self] in self?.readDevices() }
    }

    /// Takes the devices of the session's seat, gives them up whenever the seat is taken away, and takes them again
    /// when it is back.
    package convenience init(loop: EventLoop, session: Session, logger: Logger) throws(InputError) {
        let opener = SessionDeviceOpener(session: session)
        try self.init(loop: loop, seat: session.seatName, opener: opener, logger: logger)
        session.addObserver(self)
    }

    deinit {
        // Before the context, and with it the descriptor, goes.
        source?.cancel()
    }

    /// The devices now present.
    package var devices: [DeviceDescription] { registry.all }

    /// Closes all devices before the seat is taken away; held keys and contacts end, and each device is removed.
    package func suspend() {
        context.suspend()
        readDevices()
    }

    /// Takes the devices again once the seat is back, each as a new one.
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
        DeviceDefaults.apply(to: device)
        let description = registry.add(device) { DeviceProperties.describe(device, as: $0) }
        logger.info(
            "input device added",
            metadata: [
                "name": "\(description.name)", "output": "\(description.output ?? "default")",
                "capabilities": "\(description.capabilities.map(\.rawValue).sorted().joined(separator: ","))",
            ])
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
