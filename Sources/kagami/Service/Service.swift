import Compositor
import Control
import Glibc
import KagamiCommands
import Logging
import Mirroring
import PrintableText
import Rendering
import Runtime
import Sound
import Wayland
import WaylandBinding

/// The running service, which owns all parts until it ends.
final class Service: LaunchObserver, SupervisionObserver, HookObserver, SoundObserver {
    private let parts: ServiceParts
    private let options: ServiceOptions
    private let notifier = ServiceNotifier()
    private var watchdog: Watchdog?
    private let logger = Logger(label: "kagami")
    private var panelApplication: HostedApplication?
    private var screenKeyboard: HostedApplication?
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
        parts.hooks.observer = self
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
            try startScreenKeyboard()
        } catch {
            for process in running { process.signal(SIGTERM) }
            throw error
        }
        tellReady()
        parts.loop.run()
        notifier.stopping()
        return exitStatus
    }

    private func startPanelApplication() throws {
        guard let surroundings = parts.surroundings(in: .application) else { return }
        panelApplication = try HostedApplication(
            options.configuration.panel.command, surroundings: surroundings,
            descriptorLimit: options.descriptorLimit, loop: parts.loop,
            onExit: { [unowned self] in panelApplicationEnded($0) })
        parts.panelApplicationStarted()
    }

    /// Starts the on-screen keyboard, which is a tool; the service continues without it if it ends.
    private func startScreenKeyboard() throws {
        let command = options.configuration.screenKeyboard.command
        guard !command.isEmpty else { return }
        screenKeyboard = try HostedApplication(
            command, surroundings: parts.toolSurroundings(), descriptorLimit: options.descriptorLimit,
            loop: parts.loop,
            onExit: { [unowned self] in screenKeyboardEnded($0) })
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

    func runEnded(_ end: ProgramEnd, processID: CInt?, _ decision: Restarts.Decision) {
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

    func startedAgain(processID: CInt) {
        parts.tellApplicationStartedAgain(processID)
        notifier.update(status: "kagami: \(parts.application.name.printable) was started again")
    }

    /// Whether the exit status says it all.
    private func isPlain(_ end: ProgramEnd) -> Bool {
        if case .exited = end { true } else { false }
    }

    private func report(_ end: ProgramEnd) -> String {
        "kagami: \(parts.application.name.printable) \(end.notice.text(in: .english).printable)"
    }

    private func panelApplicationEnded(_ status: ProcessExit) {
        guard let process = panelApplication?.process else { return }
        parts.tellPanelApplicationEnded(process.processID, status)
        followPanelApplications()
        if isStopping { endIfAlone() }
    }

    func launchedApplicationEnded(in place: Mirroring.HostedApplication) {
        if place == .application { followPanelApplications() }
        if isStopping { endIfAlone() }
    }

    func hookEnded() {
        if isStopping { endIfAlone() }
    }

    func soundSent() {
        if isStopping { endIfAlone() }
    }

    /// Shows the content again where no application is left in the panel application's place; the service goes on.
    private func followPanelApplications() {
        let isRunning = panelApplication.map { $0.process.status == nil } ?? false
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
            parts.launched.isClosed = true
            parts.application.close()
            parts.hooks.close()
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
        ([parts.application.process] + [panelApplication, screenKeyboard].map { $0?.process })
            .compactMap(\.self).filter { $0.status == nil } + parts.launched.processes
            + parts.hooks.processes
    }
}
