import Control
import Geometry
import Glibc
import Input
import KMS
import Logging
import Mirroring
import Runtime
import Virtual
import Wiring

/// The displays and devices that the service runs on.
struct Hardware {
    let display: any DisplayPort
    let input: any InputPort
    let session: any SessionPort
    /// What `kagami virtual` drives; nil on real hardware.
    let virtual: VirtualHardware?
    /// The number of the device that clients should draw with; nil where there is none.
    let renderDevice: dev_t?
    /// Has a handler called when the hardware is lost for good: the seat's server has gone.
    let whenLost: (@escaping () -> Void) -> Void
    /// Gives the console back; nothing can be shown afterwards.
    let close: () -> Void
    /// Why the displays are virtual though real ones were wanted, in one line for the user; nil where they were had.
    var shortfall: String?

    /// The hardware that `choice` asks for; `auto` takes DRM where a seat and a KMS device can be had.
    static func open(_ choice: BackendChoice, panel: Size<PanelSpace>, loop: EventLoop) throws -> Hardware {
        switch choice {
        case .drm: return try console(loop: loop)
        case .virtual: return try virtual(panel: panel, loop: loop)
        case .auto:
            do {
                return try console(loop: loop)
            } catch {
                var hardware = try virtual(panel: panel, loop: loop)
                hardware.shortfall = shortfall("\(error)")
                return hardware
            }
        }
    }

    /// The message for a user who gets virtual displays without having asked for them.
    static func shortfall(_ reason: String) -> String {
        "using virtual displays, as real ones cannot be used (\(reason)); run kagami doctor for what is missing"
    }

    private static func console(loop: EventLoop) throws -> Hardware {
        let logger = Logger(label: "kagami.console")
        let session = try Session(loop: loop, logger: logger, environment: Environment.current)
        do {
            let display = try KMSDisplays(loop: loop, session: session, logger: logger)
            let input = try LibinputDevices(loop: loop, session: session, logger: logger)
            return Hardware(
                display: display, input: input, session: session, virtual: nil,
                renderDevice: display.renderDevice,
                whenLost: { [session] in session.onConnectionLost = $0 },
                close: {
                    // Screens first: the console's picture must be back before the terminal shows it.
                    display.close()
                    input.suspend()
                    session.close()
                })
        } catch {
            session.close()
            throw error
        }
    }

    private static func virtual(panel: Size<PanelSpace>, loop: EventLoop) throws -> Hardware {
        let display = try VirtualDisplays(time: loop, panelSize: panel.reinterpreted(as: ScanoutSpace.self))
        let input = VirtualInput(time: loop, panel: PanelGeometry(size: panel))
        return Hardware(
            display: display, input: input, session: NoSession(),
            virtual: VirtualHardware(display: display, input: input), renderDevice: RenderDevice.number(forCard: nil),
            whenLost: { _ in }, close: {})
    }
}

/// The hardware that is driven over the control socket.
struct VirtualHardware {
    let display: VirtualDisplays
    let input: VirtualInput
}
