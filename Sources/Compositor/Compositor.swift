package import Control
package import Geometry
package import Mirroring

/// Hosts the root content: takes the events of displays, applications and input devices, and carries out the core's
/// decisions.
package final class Compositor {
    let ports: CompositorPorts
    private(set) var configuration: Configuration
    let painter: FramePainter
    let director: ScreenDirector
    package let input: InputDispatcher
    let overlays: Overlays
    /// The events that tools and hooks receive.
    package let events: ServiceEvents
    let features = FeatureList()

    package let windows: WindowSwitch
    package let foreground: ForegroundSwitch
    package let displays: DisplaySetup
    package let controller: Controller
    /// On-screen keyboards; nil without a port for them.
    package let keyboard: PanelKeyboard?
    /// A presenter's tools; nil without a port that draws sketches.
    package let presenter: Presenter?
    package let timer: TimerShow
    package let blanking: Blanking
    package let idle: IdleKeeper
    package let freezer: Freezer
    /// The picture in picture.
    package let pip: PiPExecutor
    package let menu: MenuOverlay
    package let hints: HintBoard
    package let restart: RestartBoard
    package let lock: LockBoard
    private let firstFrame: FirstFrameWatch

    /// Called after each change of the screens with the indices of the displays' own applications that are shown.
    package var ownDisplaysChanged: (Set<Int>) -> Void = { _ in }
    /// Called after each change of the screens with the external, and whether it shows anything.
    package var externalChanged: (_ external: OutputDescription?, _ isSeen: Bool) -> Void = { _, _ in }
    /// Called after each composed frame of the content's screen, for clients that copy it.
    package var contentComposed: (Region<ContentSpace>) -> Void = { _ in }
    /// The frames of the panel application's screen, for clients that copy them; nil without a panel application.
    package let applicationPictures: (any FrameReader)?
    /// The frames of the displays' own applications, for clients that copy them, in the order of the rules.
    package let displayApplicationPictures: [any FrameReader]
    package var contentParked: () -> Void = {}
    /// The pictures of all displays, for clients that copy them.
    package var pictures: any DisplayReader { displayFrames }
    private let displayFrames: DisplayFrames

    package init(ports: CompositorPorts, configuration: Configuration) {
        self.ports = ports
        self.configuration = configuration
        let screens = ScreenSet()
        let changed = { [unowned features] in features.follow() }
        events = ServiceEvents(ports.loop)
        painter = FramePainter(ports: ports, screens: screens, controllerStyle: configuration.controller)
        director = ScreenDirector(
            display: ports.display, loop: ports.loop, configuration: configuration, screens: screens)
        input = InputDispatcher(ports, painter, features, events, configuration)
        overlays = Overlays(director, painter, input, ports, configuration.interface)
        let notices = NoticeBoard(overlays, ports.loop)
        let signs = SignBoard(overlays)
        windows = WindowSwitch(ports, input, notices)
        foreground = ForegroundSwitch(director, events, changed: changed)
        firstFrame = FirstFrameWatch(painter, ports, events)
        displays = DisplaySetup(director, firstFrame, foreground, ports)
        keyboard = ports.screenKeyboards.map { [overlays, director] in
            PanelKeyboard(
                $0, overlays, director, renderer: ports.renderer, loop: ports.loop, configuration.screenKeyboard)
        }
        presenter = ports.sketches.map { [overlays, director, input, painter] in
            Presenter(
                overlays, director, input, notices, painter, $0, configuration.presenting, changed: changed)
        }
        controller = Controller(
            overlays, director, painter, input, displays, notices, windows, presenter, keyboard, ports,
            configuration.controller, changed: changed)
        timer = TimerShow(signs, director, ports.loop, changed: changed)
        let darkPanel = DarkPanel(director, ports.loop, seconds: configuration.panel.darkAfterSeconds)
        blanking = Blanking(overlays, director, darkPanel, ports)
        idle = IdleKeeper(director, blanking, darkPanel, ports, events, configuration.idle, changed: changed)
        freezer = Freezer(director, painter, signs, notices, events, changed: changed)
        pip = PiPExecutor(
            overlays, director, painter, foreground, notices, events, ports: ports,
            configuration: configuration.pip, changed: changed)
        restart = RestartBoard(
            overlays, director, ports.content, idle, ports.loop, failedText: configuration.failedText)
        let contents = MenuContents(
            ControllerSection(director, input, controller, presenter, timer),
            ApplicationsSection(
                pip, keyboard, windows, ProgramsPage(ports.programs, overlays, notices), foreground, director, overlays,
                notices),
            DisplaysSection(
                director, displays, freezer, blanking, idle, backlight: ports.backlight, notices, ports.loop),
            MachineSection(
                ports.menuActions, PanelScreenshot(ports.menuActions, director, screens, notices), notices),
            QuestionPage(ports.loop), configuration)
        menu = MenuOverlay(overlays, director, notices, idle, contents, ports, configuration, changed: changed)
        let handle = MenuHandleOverlay(overlays, director, menu, input, ports.menu, configuration)
        hints = HintBoard(
            overlays, controller, menu, handle, pip, isKiosk: configuration.kiosk.isEnabled, memory: ports.hints,
            ports.loop)
        lock = LockBoard(overlays, director, painter, input, pip, menu, events)
        displayFrames = DisplayFrames(painter, director)
        let pictures = { [painter, director, controller] (application: HostedApplication) in
            painter.painter(of: application).map { painter in
                let frames = ApplicationFrames(painter, director)
                frames.frameFollower = { [unowned director, unowned controller] damage in
                    if director.plan.controlled == application { controller.frameComposed(damage) }
                }
                return frames
            }
        }
        applicationPictures = pictures(.application)
        displayApplicationPictures = ports.displayApplications.indices.compactMap { pictures(.display($0)) }
        let ordered: [(any Feature)?] = [
            // Publishes the content's move before other features publish its consequences.
            firstFrame, SceneMotion(overlays, painter, ports.loop),
            displays, windows, foreground,
            // Removes a notice about the former scene before other features show one about the new scene.
            notices,
            ports.panelLayers.map { PanelLayers($0, overlays, director, loop: ports.loop) },
            // The pad of the controller's keys makes room for an on-screen keyboard.
            keyboard, controller,
            PointerHider(painter, ports.loop, configuration.pointer.hiding),
            presenter, blanking, Gamma(director, ports), darkPanel, idle, freezer,
            ports.menuActions.map { BoundCommands($0, notices, ports.loop) },
            pip, restart, signs, timer, lock,
            // The menu shows the state of the features above.
            menu, handle, ServiceGesture(overlays, input, idle, menu, ports.loop, configuration.kiosk),
            // A hint depends on the handle and on the open menu.
            hints,
        ]
        features.all = ordered.compactMap(\.self)
        painter.observer = self
        director.observer = self
    }

    /// Adds a bar that can be docked to an edge of a screen; nothing else may show `source`.
    package func addBar(_ source: any ScrollingImagePort) -> DockedHUD {
        let bar = DockedHUD(source, overlays, director)
        features.all.append(bar)
        return bar
    }

    /// Starts with the displays and devices that are present, and places the content.
    package func start() {
        ports.display.observer = self
        painter.content.features = features
        for application in ports.applications {
            let painter = painter.painter(of: application)
            painter?.textCursorMoved = { [unowned self] place in
                if plan.controlled == application { features.hear(.textCursorMoved(to: place)) }
            }
            ports.port(of: application)?.observer = painter
        }
        ports.powerSupply?.observer = self
        powerSupplyChanged()
        for feature in features.all { feature.serviceStarts() }
        outputsChanged(ports.display.outputs)
        ports.input.observer = input
    }

    /// Undoes what would outlast the service.
    package func stop() {
        for feature in features.all { feature.serviceEnds() }
    }

    /// Applies another configuration; leaves alone what has not changed.
    package func use(_ next: Configuration) {
        let old = configuration
        configuration = next
        input.use(next, after: old)
        if next.controller != old.controller { painter.use(next.controller) }
        overlays.interface = next.interface
        for feature in features.all { feature.use(next, after: old) }
        features.follow()
        director.update { $0.use(next) }
        guard next.panel != old.panel || next.external != old.external || next.displays != old.displays else { return }
        firstFrame.caused()
        director.handle(.configured(next.panel, next.external, next.displays))
    }

    /// Reports that the machine has slept. Somebody has woken it, so the screens are lit, and idleness counts from now.
    package func machineWoke() {
        idle.wake()
        idle.userActed()
    }

    /// The handlers of the features' commands.
    package var commands: [any CommandHandler] { features.all.flatMap(\.commands) }

    /// Reports that a connection of the control socket has closed.
    package func connectionClosed(_ connection: ControlConnection) {
        for feature in features.all { feature.connectionClosed(connection) }
    }

    /// The present screen plan.
    var plan: ScreenPlan { director.plan }

    /// Calls `body` with the last frame of a screen, cursor included.
    ///
    /// The frame is valid during the call. Returns nil while the screen's output is disabled or the session is locked.
    package func withPicture<Result>(of screen: NamedScreen, _ body: (any Buffer) -> Result) -> Result? {
        let shown =
            switch screen {
            case .role(let name): plan.screen(in: name.role)
            case .output(let id): plan.screens[id]
            }
        return lock.isLocked ? nil : shown.flatMap { painter.withPicture(of: $0.output.id, body) }
    }

    /// Assigns the touchscreens to displays again. A display that dropped out a moment ago keeps its touchscreen.
    private func followGlass() {
        let away = plan.away.flatMap { plan.screens[$0]?.output.description }
        let outputs = director.topology.outputs.filter { $0.isConnected && $0.id != away?.id }
        let roles = director.topology.roles
        input.use(
            GlassDisplays(
                outputs: outputs + [away].compactMap(\.self), panel: roles.panel, external: roles.external))
    }
}

// MARK: Screens

extension Compositor: ScreenObserver {
    func screensWillChange(sparing spared: HostedApplication?) {
        input.cancelAll(sparing: spared)
    }

    func screensChanged(_ changes: ScreenChanges) {
        for feature in features.all { feature.lookBack(plan) }
        for application in ports.applications.reversed() {
            if let layout = changes.layouts[application] { ports.port(of: application)?.layOut(on: layout) }
        }
        painter.follow(plan, changes)
        if changes.areDisplaysChanged || !changes.layouts.isEmpty { ports.displayTools?.show(plan.displays) }
        followGlass()
        input.follow(plan)
        for feature in features.all { feature.follow(plan, changes) }
        externalChanged(external, isExternalSeen)
        ownDisplaysChanged(Set(director.topology.own.map(\.application)))
        guard plan.isParked else { return }
        contentParked()
        applicationPictures?.contentParked()
        for pictures in displayApplicationPictures { pictures.contentParked() }
    }

    func topologyReported(_ report: TopologyReport) {
        switch report {
        case .stateChanged(let from, let to): events.emit(.stateChanged(from: from, to: to))
        case .modeRefused(let id, let mode, let reason):
            events.emit(.modeRefused(id, ModeStatus(mode), reason: reason))
        case .enablingPostponed(let retry):
            events.emit(
                .outputPostponed(
                    retry.output, reason: retry.reason, retryMilliseconds: Int(retry.delayMicroseconds / 1000)))
        }
    }
}

extension Compositor: PowerSupplyObserver {
    package func powerSupplyChanged() {
        painter.isSavingPower = ports.powerSupply?.isOnBattery ?? false
    }
}

extension Compositor: DisplayObserver {
    package func outputsChanged(_ outputs: [OutputDescription]) {
        announcePlugs(from: director.topology.outputs, to: outputs)
        firstFrame.caused()
        director.handle(.outputsChanged(outputs))
        followGlass()
        menu.followDisplays()
    }

    /// Publishes which displays were plugged in and which unplugged.
    private func announcePlugs(from old: [OutputDescription], to new: [OutputDescription]) {
        let before = old.filter(\.isConnected).map(\.id)
        let now = new.filter(\.isConnected).map(\.id)
        for id in now where !before.contains(id) { events.emit(.outputPlugged(id)) }
        for id in before where !now.contains(id) { events.emit(.outputUnplugged(id)) }
    }

    package func framePresented(on id: OutputID, _ presentation: Presentation) {
        painter.presented(on: id, presentation)
        displayFrames.presented(on: id, presentation)
        menu.contents.machine.screenshot.framePresented()
    }

    package func pictureLost(on id: OutputID) {
        painter.redraw(id)
    }

    package func outputFailed(on id: OutputID, _ reason: String) {
        director.handle(.outputFailed(id, reason: reason))
    }

    package func displaysPaused() {
        for feature in features.all { feature.pause() }
        director.handle(.paused)
        events.emit(.seatPaused)
    }

    package func displaysResumed() {
        director.handle(.resumed)
        for feature in features.all { feature.resume() }
        events.emit(.seatResumed)
    }
}

// MARK: The content

extension Compositor {
    /// Where the root content is visible; nil while it is parked.
    var contentPlace: ContentPlace? { plan.contentPlace(isRead: painter.content.isRead) }
}

extension Compositor: FrameReader {
    package var hasContentFrame: Bool { !lock.isLocked && plan.contentScreen != nil && painter.content.screen != nil }

    package func withContentFrame<Result>(cursor: Bool, _ body: (any Buffer) -> Result) -> Result? {
        hasContentFrame ? painter.content.withFrame(cursor: cursor, body) : nil
    }

    package var isParked: Bool { plan.isParked }

    package func withParkedContent<Result>(
        on screen: LogicalScreen, cursor: Bool, _ body: (any Buffer) -> Result
    ) -> Result? {
        isParked ? painter.content.parkedPicture(on: screen, cursor: cursor).map(body) : nil
    }
}

extension Compositor: FrameObserver {
    func frameComposed(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
        pip.contentComposed(damage)
        if plan.controlled == .content { controller.frameComposed(damage) }
    }

    func cursorMoved(_ damage: Region<OutputSpace>) {
        // A picture in picture of the content has the cursor drawn into the frame.
        contentComposed(damage.reinterpreted())
    }

    func framePresented(_ presentation: Presentation) {
        firstFrame.framePresented(at: presentation.time)
    }
}
