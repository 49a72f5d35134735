import Glibc
import Logging
import Mirroring
import Runtime
import Testing

@testable import LoginSeat

/// A seat that lets nobody at its devices, as without a session.
private final class ForbiddingOpener: DeviceOpener {
    private(set) var refused: [String] = []

    func openDevice(at path: String) throws(RuntimeError) -> CInt {
        refused.append(path)
        throw RuntimeError("open", path, errorNumber: EACCES)
    }

    func closeDevice(_ descriptor: CInt) {
        Issue.record("closed a descriptor that was never opened")
    }
}

private final class EventLog: InputObserver {
    private(set) var events: [InputEvent] = []

    func inputReceived(_ event: InputEvent) { events.append(event) }
}

/// Devices of their own need a kernel with uinput; the end-to-end test has one.
@Suite struct LibinputDevicesTests {
    @Test func forbiddenDevicesAreLeftOutAndTheRestRunsOn() throws {
        let loop = try EventLoop()
        let opener = ForbiddingOpener()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let devices = try LibinputDevices(loop: loop, seat: "seat0", opener: opener, logger: logger)
        let log = EventLog()
        devices.observer = log
        loop.turn(timeoutMilliseconds: 0)
        devices.suspend()
        try devices.resume()
        loop.turn(timeoutMilliseconds: 0)
        #expect(devices.devices.isEmpty)
        #expect(log.events.isEmpty)
        #expect(opener.refused.allSatisfy { $0.hasPrefix("/dev/input/") })
    }

    @Test func aSeatThatDoesNotExistHasNoDevices() throws {
        let loop = try EventLoop()
        let opener = ForbiddingOpener()
        let devices = try LibinputDevices(
            loop: loop, seat: "seat-of-nobody", opener: opener, logger: Logger(label: "test"))
        loop.turn(timeoutMilliseconds: 0)
        #expect(devices.devices.isEmpty)
        #expect(opener.refused.isEmpty)
    }
}
