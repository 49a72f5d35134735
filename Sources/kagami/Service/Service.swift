import Compositor
import Control
import Glibc
import KagamiCommands
import Logging
import Machine
import Mirroring
import Rendering
import Runtime
import Wayland
import WaylandBinding

/// The running service, which owns all parts until it ends.
final class Service: LaunchObserver, SupervisionObserver, HookObserver, SoundObserver {
    private let parts: ServiceParts
    private let options: ServiceOptions
    private let notifier = ServiceNotifier()
    private var watchdog: Watchdog?
    private let logger = Logger(label: "kagami")
    /// The panel application was in the panel's foreground when it ended.
    private var isPanelApplicationMissed = false
    private var screenKeyboard: StartedApplication?
    private var signals: Signals?
    private var leftovers: Leftovers?
    private var exitStatus: CInt = 0
    private var isStopping = false

    init(_ options: ServiceOptions, _ activation: ActivationSockets) throws {
        self.options = options
        parts = try ServiceParts(options, activation)
        signals = try Signals(loop: parts.loop, [SIGTERM, SIGINT, SIGHUP, SIGCHLD]) { [unowned self] signal in
            if signal == SIGCHLD { return leftovers?.reap() ?? () }
            if signal == SIGHUP { return parts.configuration.reloadAndLog() }
            logger.info("stopping", metadata: ["signal": "\(signal)"])
            stop()
        }
        parts.launched.observer = self
        parts.application.observer = self
        parts.panelApplication.observer = self
        parts.hooks.observer = self
        parts.locker.whenEnded = { [unowned self] in if isStopping { endIfAlone() } }
        parts.sound.observer = self
        parts.hardware.whenLost { [unowned self] in seatLost() }
    }

    /// Runs until a signal or the application's exit, restores the console and returns the exit status.
    func run() throws -> CInt {
        defer { parts.close() }
        parts.start()
        adoptLeftovers()
        do {
            if let surroundings = parts.surroundings(in: .content) {
                try parts.application.start(in: surroundings)
            }
            try startPanelApplication()
        } catch {
            for process in running { process.signal(SIGTERM) }
            throw error
        }
        startScreenKeyboard()
        tellReady()
        parts.loop.run()
        notifier.stopping()
        return exitStatus
    }

    private func startPanelApplication() throws {
        guard let surroundings = parts.surroundings(in: .application) else { return }
        try parts.panelApplication.start(in: surroundings)
        parts.panelApplicationStarted()
    }

    /// Starts the on-screen keyboard, which is a tool; the service continues without it if it does not start, or ends.
    private func startScreenKeyboard() {
        let command = options.configuration.screenKeyboard.command
        guard !command.isEmpty else { return }
        do {
            screenKeyboard = try StartedApplication(
                command, surroundings: parts.toolSurroundings(), descriptorLimit: options.descriptorLimit,
                loop: parts.loop,
                onExit: { [unowned self] in screenKeyboardEnded($0) })
        } catch {
            TextOutput.error.write(line: "kagami: no on-screen keyboard, [screen_keyboard] command: \(error)")
        }
    }

    private func screenKeyboardEnded(_ status: ProcessExit) {
        if isStopping { return endIfAlone() }
        logger.warning("on-screen keyboard ended", metadata: ["status": "\(status)"])
    }

    private func tellReady() {
        if let shortfall = parts.hardware.shortfall { TextOutput.error.write(line: "kagami: \(shortfall)") }
        let line =
            "kagami: ready on \(parts.waylandSocket), backend \(parts.hardware.display.backend.rawValue), "
            + "control socket \(options.socket.path)"
        TextOutput.standard.write(line: line)
        notifier.ready(status: line)
        watchdog = notifier.watchdogTimeout.map { Watchdog(loop: parts.loop, timeout: $0, receiver: notifier) }
    }

    func runEnded(
        of application: SupervisedApplication, _ end: ProgramEnd, processID: CInt?, _ decision: Restarts.Decision
    ) {
        guard application === parts.application else { return panelRunEnded(end, processID, decision) }
        parts.tellApplicationEnded(end, processID: processID, decision)
        switch decision {
        case .finish:
            if !isStopping {
                exitStatus = end.shellCode
                if !isPlain(end) { TextOutput.error.write(line: report(end)) }
            }
            stop()
        case .start: notifier.update(status: report(end) + "; it is started again")
        case .giveUp:
            let line = report(end) + "; kagami restart starts it again"
            TextOutput.error.write(line: line)
            notifier.update(status: line)
        }
    }

    func startedAgain(_ application: SupervisedApplication, processID: CInt) {
        guard application === parts.application else {
            return parts.panelApplicationStarted(inFront: isPanelApplicationMissed)
        }
        parts.tellApplicationStartedAgain(processID)
        notifier.update(status: "kagami: \(parts.application.name.printable) was started again")
    }

    /// Whether the exit status says it all.
    private func isPlain(_ end: ProgramEnd) -> Bool {
        if case .exited = end { true } else { false }
    }

    private func report(_ end: ProgramEnd) -> String { report(end, of: parts.application) }

    private func report(_ end: ProgramEnd, of application: SupervisedApplication) -> String {
        "kagami: \(application.name.printable) \(end.notice.text(in: .english).printable)"
    }

    /// The service goes on without the panel application, whether that is started again or not.
    private func panelRunEnded(_ end: ProgramEnd, _ processID: CInt?, _ decision: Restarts.Decision) {
        isPanelApplicationMissed = parts.isPanelApplicationInFront || processID == nil && isPanelApplicationMissed
        if let processID { parts.tellPanelApplicationEnded(processID, end) }
        followPanelApplications()
        if decision == .giveUp {
            TextOutput.error.write(line: "\(report(end, of: parts.panelApplication)) on the panel")
        }
        if isStopping { endIfAlone() }
    }

    func launchedApplicationEnded(in place: HostedApplication) {
        if place == .application { followPanelApplications() }
        if isStopping { endIfAlone() }
    }

    func hookEnded() {
        parts.hooksEnded()
        if isStopping { endIfAlone() }
    }

    func soundSent() {
        if isStopping { endIfAlone() }
    }

    func volumeChanged(toPercent percent: Int) {
        parts.remember(volumePercent: percent)
    }

    /// Shows the content again where no application is left in the panel application's place; the service goes on.
    private func followPanelApplications() {
        let isRunning = parts.panelApplication.process.map { $0.status == nil } ?? false
        if !isRunning, !parts.launched.isAny(in: .application) { parts.panelApplicationEnded() }
    }

    /// Ends the service, which cannot work without its seat; a service manager may restart it.
    private func seatLost() {
        TextOutput.error.write(line: "kagami: the connection to the seat was lost; see the log of seatd or logind")
        exitStatus = 1
        stop()
    }

    /// Ends gracefully: terminates the applications first, and then the service.
    private func stop() {
        if !isStopping {
            isStopping = true
            parts.launched.close()
            parts.application.close()
            parts.panelApplication.close()
            parts.hooks.close()
            parts.locker.close()
            parts.sound.close()
            for process in running { process.terminate() }
        }
        endIfAlone()
    }

    /// Ends the service once no application is left, nor anything that one has left behind.
    private func endIfAlone() {
        guard running.isEmpty, !parts.sound.isBusy else { return }
        guard let leftovers else { return parts.loop.stop() }
        leftovers.end { [unowned self] in parts.loop.stop() }
    }

    private func adoptLeftovers() {
        do throws(RuntimeError) {
            leftovers = try Leftovers(loop: parts.loop)
        } catch {
            logger.warning(
                "what applications leave behind outlives the service", metadata: ["reason": "\(error)"])
        }
    }

    private var running: [ChildProcess] {
        [parts.application.process, parts.panelApplication.process, screenKeyboard?.process]
            .compactMap(\.self).filter { $0.status == nil } + parts.launched.processes
            + parts.hooks.processes + parts.locker.processes
    }
}
