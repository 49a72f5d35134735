import Compositor
import Control
import KMS
import Logging
import Machine
import Mirroring
import Pictures
import Rendering
import Runtime
import Virtual
import Wayland
import WaylandBinding

/// Creates the service's parts and connects them through the core's ports.
final class ServiceParts: ServiceEventObserver, SleepObserver {
    let loop: EventLoop
    let hardware: Hardware
    private let display: WaylandDisplay
    private let socket: ApplicationSocket
    private let tools: ToolsSocket
    private let content: WaylandContent
    private let panelServer: PanelServer?
    private let compositor: Compositor
    private let bar: HUDDriver
    private let programs: MenuPrograms
    let application: SupervisedApplication
    let panelApplication: SupervisedApplication
    let hooks: Hooks
    let locker: LockKeeper
    let launched: LaunchedApplications
    private let installed: InstalledPrograms
    private let cameras: CameraPlayers
    let sound: PipeWireSound
    private let television: Television
    private let handler: RequestHandler
    let configuration: ConfigurationKeeper
    private let control: ControlServer
    private let inputPublisher: InputPublisher
    /// The place of the sockets for untrusted applications.
    private let place: UntrustedPlace?
    private let panelPlace: UntrustedPlace?
    private let options: ServiceOptions

    init(_ options: ServiceOptions, _ activation: ActivationSockets) throws {
        self.options = options
        loop = try EventLoop()
        display = try WaylandDisplay(loop: loop)
        hardware = try Hardware.open(
            options.backend, panel: options.virtualPanel,
            patience: options.configuration.panel.waitMicroseconds, loop: loop)
        let console = hardware.display as? KMSDisplays
        console?.use(options.configuration.external.depth)
        (hardware.display as? VirtualDisplays)?.depth = options.configuration.external.depth
        if options.command.isEmpty { console?.dropEarlierPictures() }
        content = try WaylandContent(display: display, keyboard: options.configuration.keyboard)
        bar = HUDDriver(loop: loop, configuration: options.configuration.hud)
        let directory = options.directory.path
        // The first free name is the content's: programs that nobody has told one, such as the portals that a message bus
        // starts, use that.
        socket =
            if let handed = activation[.wayland] {
                try ApplicationSocket(display, handedOver: handed, runtimeDirectory: directory)
            } else { try ApplicationSocket(display, in: directory) }
        panelServer =
            options.configuration.panel.command.isEmpty
            ? nil
            : try PanelServer(beside: content, on: display, options.configuration, directory: directory)
        tools =
            if let handed = activation[.tools] {
                try ToolsSocket(display, handedOver: handed, runtimeDirectory: directory)
            } else { try ToolsSocket(display, in: directory) }
        programs = MenuPrograms(loop: loop)
        launched = LaunchedApplications(loop: loop, descriptorLimit: options.descriptorLimit)
        cameras = CameraPlayers(launched)
        installed = InstalledPrograms(loop: loop, launched: launched, environment: Environment.current)
        let renderer = try RendererSelection(
            choice: options.configuration.renderer, displays: console,
            external: options.configuration.roles(of: hardware.display.outputs).external
        ).renderer()
        var ports = CompositorPorts(
            display: hardware.display, content: content, renderer: renderer, input: hardware.input,
            loop: loop, session: hardware.session, application: panelServer?.content, windows: content,
            hud: bar.pipView, playback: Self.players(loop), notices: NoticeImages(), idle: content,
            screenKeyboards: content.screenKeyboards, sketches: SketchImages())
        (ports.menu, ports.menuActions) = (MenuImages(), programs)
        ports.backlight = hardware.backlight
        ports.powerSupply = hardware.powerSupply
        (ports.power, ports.displaySettings) = (content, content)
        ports.programs = installed
        ports.cameras = cameras
        ports.hints = HintFile(environment: Environment.current)
        ports.displayMemory = DisplayMemoryFile(environment: Environment.current)
        ports.language = Language(environment: Environment.current)
        compositor = Compositor(ports: ports, configuration: options.configuration)
        content.allowCopies(of: compositor)
        if let pictures = compositor.applicationPictures { panelServer?.content.allowCopies(of: pictures) }
        if let device = hardware.renderDevice {
            let offer = BufferOffer(device: device, renderer: renderer, depth: options.configuration.external.depth)
            try offer.announce(to: [content, panelServer?.content].compactMap(\.self))
        }
        content.takePixels(options.configuration.external.depth)
        panelServer?.content.takePixels(options.configuration.external.depth)
        sound = PipeWireSound(
            loop: loop, environment: Environment.current, configuration: options.configuration.sound,
            displays: options.configuration.displays)
        television = Television(loop: loop, configuration: options.configuration.cec)
        configuration = ConfigurationKeeper(
            options.source, options.loaded, compositor: compositor, bar: bar, sound: sound, television: television,
            servers: [content, panelServer?.content].compactMap(\.self))
        application = SupervisedApplication(
            options.command, descriptorLimit: options.descriptorLimit, loop: loop, configuration: configuration,
            policy: \.restarts)
        panelApplication = SupervisedApplication(
            options.configuration.panel.command, descriptorLimit: options.descriptorLimit, loop: loop,
            configuration: configuration, policy: \.panel.restarts)
        compositor.restart.port = application
        launched.configuration = configuration
        hooks = Hooks(loop: loop, configuration: configuration)
        locker = LockKeeper(loop: loop, configuration: configuration)
        locker.compositor = compositor
        compositor.lock.port = locker
        handler = RequestHandler(
            compositor: compositor, loop: loop, virtual: hardware.virtual, bar: bar, configuration: configuration,
            launched: launched, application: application, sound: sound,
            adapters: AdapterCounters(
                loop: loop, displays: [display, panelServer?.display].compactMap(\.self)),
            sockets: SocketNames(
                content: socket.name, panelApplication: panelServer?.socket.name, tools: tools.name))
        control = try ControlServer(
            at: options.socket, handedOver: activation[.control], loop: loop, handler: handler)
        inputPublisher = InputPublisher(control: control, loop: loop)
        place = try Self.place(options.configuration.application, display, beside: socket, options, handler)
        panelPlace = try panelServer.flatMap { [handler] in
            try Self.place(options.configuration.panel.trust, $0.display, beside: $0.socket, options, handler)
        }
        programs.environment = surroundings(on: socket).environment
        hooks.environment = programs.environment
        locker.environment = toolSurroundings().environment
        launched.surroundings[.content] = surroundings(place, socket)
        launched.surroundings[.application] = panelServer.map { surroundings(panelPlace, $0.socket) }
    }

    /// Nil for a trusted application.
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

    /// Enables the panel and starts listening.
    func start() {
        compositor.events.observer = self
        compositor.externalChanged = { [unowned self] external, isSeen in
            television.follow(external, isSeen: isSeen)
            hardware.sleep?.keepsAwake(withClosedLid: external != nil)
        }
        display.clientChanged = { [unowned self] in publish(ServiceEvent.Occurrence($0)) }
        panelServer?.watchClients { [unowned self] in publish(ServiceEvent.Occurrence($0)) }
        hooks.report = { [unowned self] in publish($0) }
        compositor.input.follower = inputPublisher
        hardware.sleep?.observer = self
        if let machine = hardware.idleness { content.tellOfIdleness(machine) }
        compositor.start()
        hardware.sleep?.start()
        bar.start(on: compositor)
    }

    /// The name for WAYLAND_DISPLAY.
    var waylandSocket: String { socket.name }

    /// The environment and confinement of the applications in a place; nil without that place.
    func surroundings(in place: HostedApplication) -> ApplicationSurroundings? {
        launched.surroundings[place]
    }

    /// The environment of a tool that the service starts, such as an on-screen keyboard.
    func toolSurroundings() -> ApplicationSurroundings {
        surroundings(on: tools.name)
    }

    private func surroundings(_ place: UntrustedPlace?, _ socket: ApplicationSocket) -> ApplicationSurroundings {
        let own = [options.socket.path, self.socket.path, panelServer?.socket.path, tools.path]
        return place?.surroundings(from: Environment.current, hiding: own.compactMap(\.self))
            ?? surroundings(on: socket)
    }

    private func surroundings(on socket: ApplicationSocket) -> ApplicationSurroundings {
        surroundings(on: socket.name, isHeld: socket.isHeld)
    }

    /// Those of a trusted program on one of the displays' sockets.
    private func surroundings(on socket: String, isHeld: Bool = false) -> ApplicationSurroundings {
        ApplicationSurroundings(
            serviceEnvironment: Environment.current, runtimeDirectory: options.directory.path,
            waylandDisplay: socket, toolsDisplay: tools.name, controlSocket: options.socket.path, isSocketHeld: isHeld)
    }

    /// `inFront` is whether the panel shows it at once.
    func panelApplicationStarted(inFront: Bool = false) {
        compositor.foreground.applicationStarted()
        if inFront { _ = compositor.foreground.show(.application) }
    }

    var isPanelApplicationInFront: Bool { compositor.foreground.choice == .application }

    func tellPanelApplicationEnded(_ processID: Int32, _ end: ProgramEnd) {
        let (code, signal) = end.parts
        publish(.panelApplicationExited(pid: Int(processID), status: code, signal: signal))
    }

    /// Reports that no application is left in the panel application's place.
    func panelApplicationEnded() {
        compositor.foreground.applicationEnded()
    }

    /// Reports the end of a run of the hosted application, and what follows it.
    func tellApplicationEnded(_ end: ProgramEnd, processID: Int32?, _ decision: Restarts.Decision) {
        if let processID {
            let (code, signal) = end.parts
            publish(.applicationExited(pid: Int(processID), status: code, signal: signal))
        }
        switch decision {
        case .start(let delay):
            publish(.applicationRestarting(retryMilliseconds: Int(delay / 1000)))
            compositor.restart.show(EndedProgram(program: application.name, end: end, isDue: true))
        case .giveUp:
            publish(.applicationGaveUp(reason: end.notice.text(in: .english)))
            compositor.restart.show(EndedProgram(program: application.name, end: end, isDue: false))
        case .finish: break
        }
    }

    func tellApplicationStartedAgain(_ processID: Int32) {
        publish(.applicationRestarted(pid: Int(processID)))
        compositor.restart.show(nil)
    }

    private func publish(_ occurrence: ServiceEvent.Occurrence) {
        occurred(ServiceEvent(occurrence, at: Timestamp(microseconds: loop.turnTime)))
    }

    func occurred(_ event: ServiceEvent) {
        for server in [control, place?.control, panelPlace?.control] { server?.publish(event) }
        hooks.occurred(event)
        sound.follow(compositor.external, volume: compositor.displays.volume)
    }

    /// Remembers how loud somebody has made the external's sink.
    func remember(volumePercent: Int) {
        compositor.displays.remember(volumePercent: volumePercent)
    }

    func sleepIsComing() {
        publish(.sleepIsComing)
        // Hooks start when this turn of the loop is over.
        loop.deferAction { [weak self] in self?.hooksEnded() }
    }

    func woke() {
        publish(.woke)
    }

    /// The machine sleeps once the user's commands have ended.
    func hooksEnded() {
        if !hooks.isBusy { hardware.sleep?.prepared() }
    }

    /// Disconnects all clients and restores the console.
    func close() {
        display.clientChanged = { _ in }
        display.disconnectClients()
        panelServer?.close()
        television.close()
        compositor.stop()
        hardware.close()
        loop.forgetPending()
    }
}

/// Publishes the devices' events to those who record them.
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
    /// The exit status, or the signal that ended it.
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
