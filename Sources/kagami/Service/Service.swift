import Compositor
import Control
import Glibc
import KagamiCommands
import KMS
import Logging
import LoginSeat
import Machine
import Mirroring
import Pictures
import Rendering
import Runtime
import Virtual
import Wayland
import WaylandBinding
import X11

/// The running service: its parts, their connections, and its life.
///
/// The initializer creates the parts, each after those that it needs; `connect` connects them, and `run` starts them. The code that ends
/// the service is at the end.
final class Service: ServiceEventObserver {
    private let loop: EventLoop
    private let hardware: Hardware
    private let display: WaylandDisplay
    private let socket: ApplicationSocket
    private let tools: ToolsSocket
    private let content: WaylandContent
    private let panelServer: ApplicationServer?
    /// The servers of the displays' own applications, in the order of the rules that name them.
    private let displayServers: [ApplicationServer]
    /// All servers beside the content's.
    private let servers: [ApplicationServer]
    /// Nil without Xwayland.
    private let xPrograms: XPrograms?
    private let compositor: Compositor
    private let bar: HUDDriver
    private let programs: MenuPrograms
    private let application: SupervisedApplication
    private let panelApplication: SupervisedApplication
    private let displayApplications: DisplayApplications
    private let hooks: Hooks
    private let locker: LockKeeper
    private let launched: LaunchedApplications
    private let installed: InstalledPrograms
    private let cameras: CameraPlayers
    private let sound: PipeWireSound
    private let television: Television
    /// Nil without a session bus.
    private let screenSaver: ScreenSaver?
    private let handler: RequestHandler
    private let configuration: ConfigurationKeeper
    private let control: ControlServer
    private let inputPublisher: InputPublisher
    /// The directories of the sockets for untrusted applications.
    private let place: UntrustedPlace?
    private let panelPlace: UntrustedPlace?
    private let displayPlaces: [UntrustedPlace?]
    private let options: ServiceOptions
    private let notifier = ServiceNotifier()
    private var watchdog: Watchdog?
    private let logger = Logger(label: "kagami")
    /// Whether the panel application was in the panel's foreground when it ended.
    private var isPanelApplicationMissed = false
    private var screenKeyboard: StartedApplication?
    /// Nil without a session bus, and beside another desktop, which owns the session bus.
    private var activation: ActivationEnvironment?
    private var signals: Signals?
    private var leftovers: Leftovers?
    private var clockWatch: ClockWatch?
    private var exitStatus: CInt = 0
    private var isStopping = false

    init(_ options: ServiceOptions, _ activation: ActivationSockets) throws {
        self.options = options
        loop = try EventLoop()
        display = try WaylandDisplay(loop: loop)
        hardware = try Hardware.open(
            options.backend, panel: options.virtualPanel,
            patience: options.configuration.panel.waitMicroseconds, loop: loop)
        hardware.cards?.use(options.configuration.external.depth)
        hardware.virtual.display.depth = options.configuration.external.depth
        if options.command.isEmpty { hardware.cards?.dropEarlierPictures() }
        content = try WaylandContent(
            display: display, keyboard: options.configuration.keyboard,
            outputs: options.configuration.applicationOutputs)
        bar = HUDDriver(loop: loop, configuration: options.configuration.hud)
        let directory = options.directory.path
        // The first free name is the content's: programs that get no environment from the service use it, such as portals that a message
        // bus starts.
        socket =
            if let handed = activation[.wayland] {
                try ApplicationSocket(display, handedOver: handed, runtimeDirectory: directory)
            } else { try ApplicationSocket(display, in: directory) }
        panelServer =
            options.configuration.panel.command.isEmpty
            ? nil
            : try ApplicationServer(
                beside: content, on: display, options.configuration,
                sharesClipboard: options.configuration.sharesClipboard, directory: directory)
        displayServers = try options.configuration.displays.commands.map { [content, display] _ in
            try ApplicationServer(
                beside: content, on: display, options.configuration, sharesClipboard: false, directory: directory)
        }
        servers = [panelServer].compactMap(\.self) + displayServers
        tools =
            if let handed = activation[.tools] {
                try ToolsSocket(display, handedOver: handed, runtimeDirectory: directory)
            } else { try ToolsSocket(display, in: directory) }
        let cursors = CursorTheme(options.configuration.pointer, environment: Environment.current)
        xPrograms =
            options.configuration.offersX11
            ? XPrograms(
                on: content, isAnyConfined: options.configuration.isAnyConfined,
                environment: Environment.current.merging(["XDG_RUNTIME_DIR": directory]) { $1 },
                cursorSize: cursors.size, loop: loop)
            : nil
        programs = MenuPrograms(loop: loop)
        launched = LaunchedApplications(loop: loop, descriptorLimit: options.descriptorLimit)
        cameras = CameraPlayers(launched)
        installed = InstalledPrograms(loop: loop, launched: launched, environment: Environment.current)
        let renderer = try RendererSelection(
            choice: options.configuration.renderer, displays: hardware.cards,
            external: options.configuration.roles(of: hardware.display.outputs).external,
            cursors: cursors
        ).renderer()
        var ports = CompositorPorts(
            display: hardware.display, content: content, renderer: renderer, input: hardware.input,
            loop: loop, session: hardware.session, application: panelServer?.content ?? content.panelScreen,
            windows: content,
            hud: bar.pipView, playback: Self.players(loop), notices: NoticeImages(), idle: content,
            screenKeyboards: content.screenKeyboards, sketches: SketchImages())
        (ports.menu, ports.menuActions) = (
            MenuImages(drawings: ImageQueue(loop: loop, command: DecodeImageCommand.iconLine)), programs
        )
        ports.backlight = hardware.backlight
        ports.powerSupply = hardware.powerSupply
        (ports.displayTools, ports.panelLayers) = (content, content.panelScreen)
        ports.displayApplications = displayServers.map(\.content)
        ports.programs = installed
        ports.cameras = cameras
        ports.hints = HintFile(environment: Environment.current)
        ports.displayMemory = DisplayMemoryFile(environment: Environment.current)
        ports.language = Language(environment: Environment.current)
        compositor = Compositor(ports: ports, configuration: options.configuration)
        content.allowCopies(of: compositor)
        content.allowCopies(ofDisplays: compositor.pictures)
        if let pictures = compositor.applicationPictures { panelServer?.content.allowCopies(of: pictures) }
        for (server, pictures) in zip(displayServers, compositor.displayApplicationPictures) {
            server.content.allowCopies(of: pictures)
        }
        if let device = hardware.renderDevice {
            let offer = BufferOffer(device: device, renderer: renderer, depth: options.configuration.external.depth)
            try offer.announce(to: [content] + servers.map(\.content))
        }
        content.takePixels(options.configuration.external.depth)
        for server in servers { server.content.takePixels(options.configuration.external.depth) }
        sound = PipeWireSound(
            loop: loop, environment: Environment.current, configuration: options.configuration.sound,
            displays: options.configuration.displays)
        television = Television(loop: loop, configuration: options.configuration.cec)
        screenSaver = Self.screenSaver(loop)
        configuration = ConfigurationKeeper(
            options.source, options.loaded, compositor: compositor, bar: bar, sound: sound, television: television,
            servers: [content] + servers.map(\.content))
        application = SupervisedApplication(
            options.command, descriptorLimit: options.descriptorLimit, loop: loop, configuration: configuration,
            policy: \.restarts)
        panelApplication = SupervisedApplication(
            options.configuration.panel.command, descriptorLimit: options.descriptorLimit, loop: loop,
            configuration: configuration, policy: \.panel.restarts)
        displayApplications = DisplayApplications(
            options.configuration.displays.commands, descriptorLimit: options.descriptorLimit, loop: loop,
            configuration: configuration)
        compositor.restart.port = application
        launched.configuration = configuration
        hooks = Hooks(loop: loop, configuration: configuration)
        locker = LockKeeper(loop: loop, configuration: configuration)
        locker.compositor = compositor
        compositor.lock.port = locker
        handler = RequestHandler(
            compositor: compositor, loop: loop, hardware: hardware, bar: bar, configuration: configuration,
            launched: launched, application: application, displayApplications: displayApplications, sound: sound,
            adapters: AdapterCounters(loop: loop, displays: [display] + servers.map(\.display)),
            sockets: SocketNames(
                content: socket.name, panelApplication: panelServer?.socket.name, tools: tools.name))
        control = try ControlServer(
            at: options.socket, handedOver: activation[.control], loop: loop, handler: handler)
        inputPublisher = InputPublisher(control: control, loop: loop)
        place = try Self.place(options.configuration.application, display, beside: socket, options, handler)
        panelPlace = try panelServer.flatMap { [handler] in
            try Self.place(options.configuration.panel.trust, $0.display, beside: $0.socket, options, handler)
        }
        displayPlaces = try displayServers.map { [handler] in
            try Self.place(options.configuration.application, $0.display, beside: $0.socket, options, handler)
        }
        programs.environment = surroundings(on: socket).environment
        hooks.environment = programs.environment
        locker.environment = toolSurroundings().environment
        launched.surroundings[.content] = surroundings(place, socket)
        launched.surroundings[.application] = panelServer.map { surroundings(panelPlace, $0.socket) }
        displayApplications.surroundings = zip(displayPlaces, displayServers).map { surroundings($0, $1.socket) }
        try connect()
    }

    /// Connects the parts' callbacks.
    private func connect() throws {
        signals = try Signals(loop: loop, [SIGTERM, SIGINT, SIGHUP, SIGCHLD]) { [unowned self] signal in
            if signal == SIGCHLD { return leftovers?.reap() ?? () }
            if signal == SIGHUP { return configuration.reloadAndLog() }
            logger.info("stopping", metadata: ["signal": "\(signal)"])
            stop()
        }
        watchClock()
        compositor.events.observer = self
        compositor.input.follower = inputPublisher
        compositor.externalChanged = { [unowned self] external, isSeen in
            television.follow(external, isSeen: isSeen)
            hardware.sleep?.keepsAwake(withClosedLid: external != nil)
            screenSaver?.isActive = content.areScreensDark
        }
        screenSaver?.inhibitorsChanged = { [unowned self] in content.inhibitIdleness($0, by: .screenSaver) }
        screenSaver?.idleMicroseconds = { [unowned self] in content.idleMicroseconds }
        screenSaver?.userActed = { [unowned self] in compositor.idle.userActed() }
        hardware.gamePads?.userActed = { [unowned self] in compositor.idle.userActed() }
        display.clientChanged = { [unowned self] in publish(ServiceEvent.Occurrence($0)) }
        for server in servers {
            server.watchClients { [unowned self] in publish(ServiceEvent.Occurrence($0)) }
        }
        compositor.ownDisplaysChanged = { [unowned self] in displayApplications.follow($0) }
        displayApplications.whenEnded = { [unowned self] in if isStopping { endIfAlone() } }
        if let machine = hardware.idleness {
            content.tellOfIdleness(machine)
            machine.follow { [unowned self] in content.inhibitIdleness($0, by: .logind) }
        }
        application.runEnded = { [unowned self] in applicationEnded($0, processID: $1, $2) }
        application.startedAgain = { [unowned self] in applicationStartedAgain($0) }
        panelApplication.runEnded = { [unowned self] in panelApplicationEnded($0, processID: $1, $2) }
        panelApplication.startedAgain = { [unowned self] _ in panelApplicationStarted(inFront: isPanelApplicationMissed)
        }
        content.panelScreen?.windowsChanged = { [unowned self] in panelWindowsChanged($0) }
        launched.whenEnded = { [unowned self] place in
            if place == .application { followPanelApplications() }
            if isStopping { endIfAlone() }
        }
        xPrograms?.server.whenEnded = { [unowned self] in if isStopping { endIfAlone() } }
        hooks.report = { [unowned self] in publish($0) }
        hooks.whenEnded = { [unowned self] in
            letSleep()
            if isStopping { endIfAlone() }
        }
        locker.whenEnded = { [unowned self] in if isStopping { endIfAlone() } }
        sound.sent = { [unowned self] in if isStopping { endIfAlone() } }
        sound.volumeChanged = { [unowned self] in compositor.displays.remember(volumePercent: $0) }
        hardware.whenLost { [unowned self] in seatLost() }
        hardware.sleep?.isComing = { [unowned self] in
            publish(.sleepIsComing)
            // Hooks start after this turn of the loop.
            loop.deferAction { [weak self] in self?.letSleep() }
        }
        hardware.sleep?.woke = { [unowned self] in
            compositor.machineWoke()
            publish(.woke)
        }
    }

    private func watchClock() {
        do throws(RuntimeError) {
            clockWatch = try ClockWatch(loop: loop) { [unowned self] hasSlept in
                bar.clockChanged()
                if hasSlept { compositor.machineWoke() }
            }
        } catch {
            logger.warning("the bar does not follow the wall clock", metadata: ["reason": "\(error)"])
        }
    }

    /// Runs until a signal or the application's exit, restores the console and returns the exit status.
    func run() throws -> CInt {
        defer { close() }
        compositor.start()
        hardware.sleep?.start()
        bar.start(on: compositor)
        adoptLeftovers()
        do {
            if let surroundings = launched.surroundings[.content] { try application.start(in: surroundings) }
            if application.process != nil { compositor.restart.starts(application.name) }
            displayApplications.start()
            if let surroundings = launched.surroundings[.application] {
                try panelApplication.start(in: surroundings)
                panelApplicationStarted()
            }
        } catch {
            for process in running { process.signal(SIGTERM) }
            throw error
        }
        tellSession()
        startScreenKeyboard()
        tellReady()
        loop.run()
        notifier.stopping()
        return exitStatus
    }

    /// Disconnects all clients and restores the console.
    private func close() {
        display.clientChanged = { _ in }
        display.disconnectClients()
        for server in servers { server.close() }
        television.close()
        compositor.stop()
        hardware.close()
        loop.forgetPending()
    }

    /// Tells the session bus the sockets' names for programs that it starts. Virtual displays run in somebody else's session.
    private func tellSession() {
        guard hardware.backend == .drm else { return }
        do throws(RuntimeError) {
            activation = try ActivationEnvironment(loop: loop)
        } catch {
            return logger.info("no session bus", metadata: ["reason": "\(error)"])
        }
        activation?.set(surroundings(on: socket).session)
    }

    private func tellReady() {
        let configuration = options.configuration
        if configuration.outputs != configuration.applicationOutputs {
            TextOutput.error.write(
                line: "kagami: the application sees one output, because the panel application has the panel; "
                    + "remove application.outputs = 2 or the panel command")
        }
        if let shortfall = hardware.shortfall { TextOutput.error.write(line: "kagami: \(shortfall)") }
        let line =
            "kagami: ready on \(socket.name), backend \(hardware.backend.rawValue), "
            + "control socket \(options.socket.path)"
        TextOutput.standard.write(line: line)
        notifier.ready(status: line)
        watchdog = notifier.watchdogTimeout.map { Watchdog(loop: loop, timeout: $0, receiver: notifier) }
    }

    // MARK: Events

    private func publish(_ occurrence: ServiceEvent.Occurrence) {
        occurred(ServiceEvent(occurrence, at: Timestamp(microseconds: loop.turnTime)))
    }

    func occurred(_ event: ServiceEvent) {
        for server in [control, place?.control, panelPlace?.control] + displayPlaces.map({ $0?.control }) {
            server?.publish(event)
        }
        hooks.occurred(event)
        sound.follow(compositor.external, volume: compositor.displays.volume)
    }

    /// Lets the machine sleep once the user's commands have ended.
    private func letSleep() {
        if !hooks.isBusy { hardware.sleep?.prepared() }
    }

    // MARK: Where programs run

    /// The directory for an untrusted application; nil for a trusted one.
    private static func place(
        _ trust: TrustConfiguration, _ display: WaylandDisplay, beside socket: ApplicationSocket,
        _ options: ServiceOptions, _ handler: any ControlHandler
    ) throws -> UntrustedPlace? {
        if trust.isTrusted { return nil }
        return try UntrustedPlace(
            display, beside: socket.fileName, in: options.directory.path, control: trust.control, handler: handler)
    }

    /// The media players on the session bus; nil without a bus.
    private static func players(_ loop: EventLoop) -> (any PlaybackPort)? {
        do throws(RuntimeError) {
            return try MPRISPlayers(loop: loop)
        } catch {
            Logger(label: "kagami.playback").info("no session bus", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// What programs on the session bus ask to keep the screens lit; nil without a bus.
    private static func screenSaver(_ loop: EventLoop) -> ScreenSaver? {
        do throws(RuntimeError) {
            return try ScreenSaver(loop: loop)
        } catch {
            Logger(label: "kagami.idle").info("no session bus", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// The service's environment with the configured pointer, so that applications draw the same one.
    private var environment: [String: String] {
        var environment = Environment.current
        let pointer = options.configuration.pointer
        if let theme = pointer.theme { environment["XCURSOR_THEME"] = theme }
        if let size = pointer.size { environment["XCURSOR_SIZE"] = "\(size)" }
        return environment
    }

    private func surroundings(_ place: UntrustedPlace?, _ socket: ApplicationSocket) -> ApplicationSurroundings {
        let own = [options.socket.path, self.socket.path, tools.path] + servers.map(\.socket.path)
        return place?.surroundings(from: environment, hiding: own)
            ?? surroundings(on: socket)
    }

    private func surroundings(on socket: ApplicationSocket) -> ApplicationSurroundings {
        surroundings(on: socket.name, isHeld: socket.isHeld)
    }

    /// The environment of a trusted program on one of the displays' sockets.
    private func surroundings(on socket: String, isHeld: Bool = false) -> ApplicationSurroundings {
        ApplicationSurroundings(
            serviceEnvironment: environment, runtimeDirectory: options.directory.path,
            waylandDisplay: socket,
            xDisplay: servers.contains { $0.socket.name == socket } ? nil : xPrograms?.server.name,
            toolsDisplay: tools.name, controlSocket: options.socket.path, isSocketHeld: isHeld)
    }

    /// The environment of a tool that the service starts, such as an on-screen keyboard.
    private func toolSurroundings() -> ApplicationSurroundings {
        surroundings(on: tools.name)
    }

    // MARK: Applications

    /// Handles the end of a run of the hosted application; `decision` is what follows.
    private func applicationEnded(_ end: ProgramEnd, processID: CInt?, _ decision: Restarts.Decision) {
        if let processID {
            let (code, signal) = end.parts
            publish(.applicationExited(pid: Int(processID), status: code, signal: signal))
        }
        switch decision {
        case .finish:
            if !isStopping {
                exitStatus = end.shellCode
                if !isPlain(end) { TextOutput.error.write(line: report(end)) }
            }
            stop()
        case .start(let delay):
            publish(.applicationRestarting(retryMilliseconds: Int(delay / 1000)))
            compositor.restart.show(EndedProgram(program: application.name, end: end, isDue: true))
            notifier.update(status: report(end) + "; it is started again")
        case .giveUp:
            publish(.applicationGaveUp(reason: end.notice.text(in: .english)))
            compositor.restart.show(EndedProgram(program: application.name, end: end, isDue: false))
            let line = report(end) + "; kagami restart starts it again"
            TextOutput.error.write(line: line)
            notifier.update(status: line)
        }
    }

    private func applicationStartedAgain(_ processID: CInt) {
        publish(.applicationRestarted(pid: Int(processID)))
        compositor.restart.starts(application.name)
        notifier.update(status: "kagami: \(application.name.printable) was started again")
    }

    /// Whether the exit status tells everything about the end.
    private func isPlain(_ end: ProgramEnd) -> Bool {
        if case .exited = end { true } else { false }
    }

    private func report(_ end: ProgramEnd) -> String { report(end, of: application) }

    private func report(_ end: ProgramEnd, of application: SupervisedApplication) -> String {
        "kagami: \(application.name.printable) \(end.notice.text(in: .english).printable)"
    }

    /// Records that the panel application runs; `inFront` tells whether the panel shows it at once.
    private func panelApplicationStarted(inFront: Bool = false) {
        compositor.foreground.applicationStarted()
        if inFront { _ = compositor.foreground.show(.application) }
    }

    /// Brings the windows that the application has put on the panel in front, in a panel application's place, or leaves that place.
    private func panelWindowsChanged(_ hasWindows: Bool) {
        if hasWindows { panelApplicationStarted(inFront: true) } else { compositor.foreground.applicationEnded() }
    }

    /// Handles the end of the panel application. The service goes on, whether the application is started again or not.
    private func panelApplicationEnded(_ end: ProgramEnd, processID: CInt?, _ decision: Restarts.Decision) {
        let isInFront = compositor.foreground.choice == .application
        isPanelApplicationMissed = isInFront || processID == nil && isPanelApplicationMissed
        if let processID {
            let (code, signal) = end.parts
            publish(.panelApplicationExited(pid: Int(processID), status: code, signal: signal))
        }
        followPanelApplications()
        if decision == .giveUp {
            TextOutput.error.write(line: "\(report(end, of: panelApplication)) on the panel")
        }
        if isStopping { endIfAlone() }
    }

    /// Shows the content again if no application is left in the panel application's place.
    private func followPanelApplications() {
        let isRunning = panelApplication.process.map { $0.status == nil } ?? false
        if !isRunning, !launched.isAny(in: .application) { compositor.foreground.applicationEnded() }
    }

    /// Starts the on-screen keyboard, which is a tool. The service goes on if the keyboard does not start, or ends.
    private func startScreenKeyboard() {
        let command = options.configuration.screenKeyboard.command
        guard !command.isEmpty else { return }
        do {
            screenKeyboard = try StartedApplication(
                command, surroundings: toolSurroundings(), descriptorLimit: options.descriptorLimit,
                loop: loop,
                onExit: { [unowned self] in screenKeyboardEnded($0) })
        } catch {
            TextOutput.error.write(line: "kagami: no on-screen keyboard, [screen_keyboard] command: \(error)")
        }
    }

    private func screenKeyboardEnded(_ status: ProcessExit) {
        if isStopping { return endIfAlone() }
        logger.warning("on-screen keyboard ended", metadata: ["status": "\(status)"])
    }

    // MARK: The end

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
            launched.close()
            application.close()
            panelApplication.close()
            displayApplications.close()
            hooks.close()
            locker.close()
            sound.close()
            xPrograms?.server.close()
            for process in running { process.terminate() }
        }
        endIfAlone()
    }

    /// Ends the service once no application is left, nor any process that one has left behind.
    private func endIfAlone() {
        guard running.isEmpty, !sound.isBusy else { return }
        guard let leftovers else { return loop.stop() }
        leftovers.end { [unowned self] in loop.stop() }
    }

    private func adoptLeftovers() {
        do throws(RuntimeError) {
            leftovers = try Leftovers(loop: loop)
        } catch {
            logger.warning(
                "what applications leave behind outlives the service", metadata: ["reason": "\(error)"])
        }
    }

    private var running: [ChildProcess] {
        [application.process, panelApplication.process, screenKeyboard?.process, xPrograms?.server.process]
            .compactMap(\.self).filter { $0.status == nil } + displayApplications.processes + launched.processes
            + hooks.processes + locker.processes
    }
}

/// Publishes devices' events to connections that record them.
private final class InputPublisher: InputObserver {
    private let control: ControlServer
    private let loop: EventLoop

    init(control: ControlServer, loop: EventLoop) {
        self.control = control
        self.loop = loop
    }

    func inputReceived(_ event: InputEvent) {
        guard control.hasSubscribers(to: .input) else { return }
        control.publish(RecordedInput(event, at: Timestamp(microseconds: loop.turnTime)))
    }
}

extension ProgramEnd {
    /// The exit status, or the signal that ended the program.
    var parts: (code: Int?, signal: Int?) {
        switch self {
        case .exited(let code): (code, nil)
        case .signaled(let number): (nil, number)
        case .notStarted: (nil, nil)
        }
    }
}

extension ServiceEvent.Occurrence {
    fileprivate init(_ change: ClientChange) {
        switch change {
        case .connected(let processID): self = .clientConnected(pid: processID)
        case .disconnected(let processID): self = .clientDisconnected(pid: processID)
        }
    }
}
