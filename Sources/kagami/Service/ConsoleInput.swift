import Input
import Logging
import Runtime

/// The seat's input devices, let go while another virtual terminal has the seat.
final class ConsoleInput: SessionObserver {
    let devices: LibinputDevices
    private let logger: Logger

    init(session: Session, loop: EventLoop, logger: Logger) throws {
        self.logger = logger
        devices = try LibinputDevices(
            loop: loop, seat: session.seatName, opener: SessionDeviceOpener(session: session), logger: logger)
        session.addObserver(self)
    }

    func sessionEnabled() {
        do throws(InputError) {
            try devices.resume()
        } catch {
            logger.warning("input devices not back", metadata: ["reason": "\(error)"])
        }
    }

    func sessionDisabled() {
        devices.suspend()
    }

    func close() {
        devices.suspend()
    }
}
