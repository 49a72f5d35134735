import Compositor
import Control
import Geometry
import Glibc
import KMS
import KagamiCommands
import Logging
import LoginSeat
import Mirroring
import Runtime
import Virtual

/// Which displays and devices to use.
enum BackendChoice: String, Hashable, Sendable, CaseIterable {
    /// DRM if a KMS device and a seat are available, otherwise virtual.
    case auto
    case drm
    case virtual
}

/// The displays and devices that the service runs on.
struct Hardware {
    let display: Displays
    let input: Inputs
    let session: any SessionPort
    /// The source of all input devices' numbers.
    let numbers: DeviceNumbers
    /// The displays of cards; nil on virtual hardware.
    let cards: KMSDisplays?
    /// The hardware driven by `kagami virtual`, beside real hardware if there is any.
    let virtual: VirtualHardware
    /// The panel's backlight; nil for virtual hardware, which has none on this computer.
    let backlight: SysfsBacklight?
    /// The computer's power supply; nil for virtual hardware.
    let powerSupply: SysfsPowerSupply?
    /// Nil for virtual hardware, which never sleeps.
    let sleep: Sleep?
    /// Nil for virtual hardware, whose user is not the machine's.
    let idleness: LogindIdleness?
    /// Nil for virtual hardware.
    let gamePads: GamePads?
    /// Nil for virtual hardware.
    private let console: Console?

    /// The device that clients should draw with, after the renderer was selected; nil if there is none.
    var renderDevice: RenderDevice? {
        cards.map(\.renderDevice) ?? RenderDevice(forCard: nil)
    }

    var backend: BackendKind { cards == nil ? .virtual : .drm }

    /// A line for the user on why the displays are virtual although real ones were wanted; nil otherwise.
    var shortfall: String?

    /// Opens the hardware for `choice`.
    /// `auto` selects DRM if a seat is available, and a KMS device within `patience` microseconds.
    static func open(
        _ choice: BackendChoice, panel: PluggedDisplay, patience: Int64, loop: EventLoop
    ) throws -> Hardware {
        switch choice {
        case .drm: return try console(patience: patience, loop: loop)
        case .virtual: return try virtual(panel: panel, loop: loop)
        case .auto:
            do {
                return try console(patience: patience, loop: loop)
            } catch {
                var hardware = try virtual(panel: panel, loop: loop)
                hardware.shortfall = shortfall("\(error)")
                return hardware
            }
        }
    }

    /// The message for a user who gets virtual displays by default.
    static func shortfall(_ reason: String) -> String {
        "using virtual displays, because real ones cannot be used (\(reason)); run kagami doctor for what is missing"
    }

    /// The message for a user whose service waits before it starts.
    static func waiting(patience: Int64) -> String {
        let seconds = Double(patience) / 1_000_000
        let time = Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
        return "no graphics card yet: waiting up to \(time) s for one in /dev/dri (wait_ms in [panel] says how long)"
    }

    private static func console(patience: Int64, loop: EventLoop) throws -> Hardware {
        let logger = Logger(label: "kagami.console")
        let session = try Session(loop: loop, logger: logger, environment: Environment.current)
        do {
            let display = try KMSDisplays(loop: loop, session: session, patience: patience, logger: logger) {
                TextOutput.error.write(line: "kagami: \(waiting(patience: patience))")
            }
            let numbers = DeviceNumbers()
            let input = try LibinputDevices(loop: loop, session: session, numbers: numbers, logger: logger)
            let virtual = VirtualHardware(
                display: VirtualDisplays(time: loop),
                input: VirtualInput(time: loop, panel: PanelGeometry(size: .zero), numbers: numbers))
            let isTaken = { [weak input] (path: String) in
                input?.devices.contains { $0.hardware?.path == path } ?? false
            }
            let gamePads = GamePads(loop: loop, session: session, isTaken: isTaken, logger: logger)
            let logind = Logind(session: Environment.current["XDG_SESSION_ID"], loop: loop)
            let backlight = SysfsBacklight(session: LogindBrightness(logind))
            return Hardware(
                display: Displays([display, virtual.display]), input: Inputs([input]), session: session,
                numbers: numbers, cards: display, virtual: virtual, backlight: backlight,
                powerSupply: SysfsPowerSupply(loop: loop),
                sleep: Sleep(logind, session, loop: loop), idleness: LogindIdleness(logind), gamePads: gamePads,
                console: Console(
                    display: display, input: input, gamePads: gamePads, session: session, backlight: backlight))
        } catch {
            session.close()
            throw error
        }
    }

    private static func virtual(panel: PluggedDisplay, loop: EventLoop) throws -> Hardware {
        let display = try VirtualDisplays(time: loop, panel: panel)
        let numbers = DeviceNumbers()
        let input = VirtualInput(time: loop, panel: PanelGeometry(size: panel.size.reinterpreted()), numbers: numbers)
        return Hardware(
            display: Displays([display]), input: Inputs([input]), session: NoSession(), numbers: numbers, cards: nil,
            virtual: VirtualHardware(display: display, input: input),
            backlight: nil, powerSupply: nil, sleep: nil, idleness: nil, gamePads: nil,
            console: nil)
    }

    /// Sets the handler for the permanent loss of the hardware, after the seat's server has gone.
    func whenLost(_ handler: @escaping () -> Void) {
        console?.session.onConnectionLost = handler
    }

    /// Restores the console; nothing can be shown afterwards.
    func close() {
        console?.close()
    }
}

/// The displays and devices of a login session.
private struct Console {
    let display: KMSDisplays
    let input: LibinputDevices
    let gamePads: GamePads
    let session: Session
    let backlight: SysfsBacklight

    func close() {
        backlight.setPower(isOn: true)
        // Displays first: the console's framebuffer must be restored before the terminal is.
        display.close()
        input.suspend()
        gamePads.close()
        session.close()
    }
}

/// Virtual hardware, driven over the control socket.
struct VirtualHardware {
    let display: VirtualDisplays
    let input: VirtualInput
}
