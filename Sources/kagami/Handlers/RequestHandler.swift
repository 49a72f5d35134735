import Compositor
import Control
import Machine
import Mirroring
import Runtime
import Virtual

/// The service behind the control socket: the handlers of all commands, and the cleanup after connections.
final class RequestHandler: ControlHandler {
    let commands: CommandTable
    private let compositor: Compositor
    private let loop: EventLoop
    private let replays: InputReplays
    private let displays: VirtualDisplays

    init(
        compositor: Compositor, loop: EventLoop, hardware: Hardware, bar: HUDDriver,
        configuration: ConfigurationKeeper, launched: LaunchedApplications, application: SupervisedApplication,
        displayApplications: DisplayApplications, sound: PipeWireSound, adapters: AdapterCounters, sockets: SocketNames
    ) {
        self.compositor = compositor
        self.loop = loop
        displays = hardware.virtual.display
        replays = InputReplays(compositor, hardware.numbers, loop: loop)
        commands = CommandTable(
            StateHandlers.all(
                compositor, backend: hardware.backend, bar: bar, adapters: adapters, application: application,
                displayApplications: displayApplications, sound: sound, sockets: sockets)
                + compositor.commands
                + LaunchHandlers.all(compositor, launched)
                + ConfigurationHandlers.all(configuration)
                + VirtualHandlers.all(hardware, compositor)
                + [
                    ScreenshotWriter(compositor, loop: loop), RestartHandler(application: application),
                    HUDHandler(bar: bar, compositor: compositor), replays,
                ],
            wake: { compositor.idle.wake() })
    }

    var isLocked: Bool { compositor.lock.isLocked }

    /// Starts a recording with the devices that are present.
    func subscribed(_ connection: ControlConnection, to stream: ControlStream) {
        guard stream == .input else { return }
        let now = Timestamp(microseconds: loop.turnTime)
        for device in compositor.input.devices.all { connection.send(RecordedInput(.deviceAdded(device), at: now)) }
    }

    func connectionClosed(_ connection: ControlConnection) {
        compositor.connectionClosed(connection)
        replays.connectionClosed(connection)
        displays.unplugAll(of: ObjectIdentifier(connection))
    }
}
