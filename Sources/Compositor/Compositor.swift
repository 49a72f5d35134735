package import Geometry
package import Mirroring

/// Hosts the root content: takes the events of displays, applications and input devices, and carries out the core's
/// decisions.
package final class Compositor {
    let ports: CompositorPorts
    let painter: FramePainter
    let director: ScreenDirector
    let input: InputDispatcher
    let windowSwitch: WindowSwitch
    private(set) var configuration: Configuration
    let overlays: Overlays
    /// The picture in picture.
    package let pip: PiPExecutor
    /// What tools and hooks hear of.
    package let events: ServiceEvents
    let zoomer: ControllerZoomer
    let minimap: ControllerMinimap
    let edgeScroll: ControllerEdgeScroll
    /// What takes the fingers on the controller.
    let fingers: ControllerFingers
    /// The pad of keys below the controller.
    let keys: ControllerKeys
    let viewFollower: ViewFollower
    let notices: NoticeBoard
    let signs: SignBoard
    let blanking: Blanking
    let darkPanel: DarkPanel
    let idle: IdleKeeper
    let freezer: Freezer
    let timer: TimerShow
    /// A presenter's tools; nil where nothing can be drawn with them.
    let presenter: Presenter?
    /// On-screen keyboards; nil where there can be none.
    let panelKeyboard: PanelKeyboard?
    let menu: MenuOverlay
    let menuHandle: MenuHandleOverlay
    let hints: HintBoard
    let restart: RestartBoard
    let lockBoard: LockBoard
    /// Starts lockers when one has ended without unlocking.
    package weak var lockerPort: (any LockerPort)?
    var firstFrame = FirstFrameWatch()
    let saved: SavedDisplays
    /// What else follows the external, such as its television's switch.
    package weak var externalFollower: (any ExternalFollower)?
    /// The bar docked to an edge of a screen, once one has been set up.
    package var dockedHUD: DockedHUD?

    /// Called after each composed frame of the content's screen, for clients that copy it.
    package var contentComposed: (Region<ContentSpace>) -> Void = { _ in }
    /// The frames of the panel application's screen, for clients that copy them; nil without a panel application.
    package let applicationPictures: (any FrameReader)?

    package init(ports: CompositorPorts, configuration: Configuration) {
        self.ports = ports
        self.configuration = configuration
        let screens = ScreenSet()
        painter = FramePainter(ports: ports, screens: screens, controllerStyle: configuration.controller)
        director = ScreenDirector(
            display: ports.display, loop: ports.loop, configuration: configuration, screens: screens)
        input = InputDispatcher(ports: ports, painter: painter, configuration: configuration)
        windowSwitch = WindowSwitch(ports, input)
        overlays = Overlays(director, painter, input, ports, configuration.interface)
        input.serviceGesture = ServiceGesture(overlays, ports.loop, configuration.kiosk)
        zoomer = ControllerZoomer(overlays, director, loop: ports.loop)
        minimap = ControllerMinimap(overlays, loop: ports.loop)
        edgeScroll = ControllerEdgeScroll(overlays, input, director, loop: ports.loop)
        events = ServiceEvents(ports.loop)
        notices = NoticeBoard(overlays, ports.loop)
        signs = SignBoard(overlays)
        blanking = Blanking(overlays)
        darkPanel = DarkPanel(director, ports.loop, seconds: configuration.panel.darkAfterSeconds)
        idle = IdleKeeper(director, ports, events, configuration.idle)
        freezer = Freezer(director, painter, signs, events)
        timer = TimerShow(signs, director, ports.loop)
        restart = RestartBoard(overlays, director, ports.content)
        lockBoard = LockBoard(overlays, director, painter)
        presenter = ports.sketches.map { [overlays, director, input] in Presenter(overlays, director, input, $0) }
        panelKeyboard = ports.screenKeyboards.map { [overlays] in
            PanelKeyboard(
                $0, overlays, renderer: ports.renderer, loop: ports.loop, configuration.screenKeyboard)
        }
        saved = SavedDisplays(director, ports.displayMemory)
        keys = ControllerKeys(overlays, director, input, ports.menu)
        fingers = ControllerFingers(
            overlays, painter, input, keys, presenter, panelKeyboard, loop: ports.loop, configuration.controller)
        viewFollower = ViewFollower(overlays, input, zoomer, panelKeyboard, ports, configuration.controller.follow)
        pip = PiPExecutor(
            host: PiPHost(director, painter, overlays, ports), ports: ports, configuration: configuration.pip)
        let contents = MenuContents(
            ControllerSection(overlays, director, fingers, zoomer, presenter, timer),
            ApplicationsSection(
                pip, panelKeyboard, windowSwitch, ProgramsPage(ports.programs, overlays, notices), director, overlays,
                notices),
            DisplaysSection(director, freezer, backlight: ports.backlight, notices, ports.loop),
            MachineSection(
                ports.menuActions, PanelScreenshot(ports.menuActions, director, screens, notices), notices))
        menu = MenuOverlay(overlays, director, notices, contents, ports)
        hints = HintBoard(overlays, memory: ports.hints)
        menuHandle = MenuHandleOverlay(overlays, director, menu, hints, ports.menu)
        menu.use(configuration)
        menuHandle.use(configuration)
        applicationPictures = painter.application.map { ApplicationFrames($0, renderer: ports.renderer) }
        painter.observer = self
        input.delegate = self
        input.use(configuration.controller.mode, configuration.controller.twoFingers)
        director.observer = self
        pip.delegate = self
        zoomer.delegate = self
        fingers.delegate = self
        panelKeyboard?.delegate = self
        menu.delegate = self
        timer.observer = self
        input.serviceGesture?.observer = self
    }

    /// Starts with the displays and devices that are present, and places the content.
    package func start() {
        ports.display.observer = self
        ports.content.observer = painter.content
        painter.content.follower = self
        ports.windows?.windowObserver = self
        ports.power?.powerObserver = self
        ports.displaySettings?.settingsObserver = self
        ports.application?.observer = painter.application
        ports.powerSupply?.observer = self
        powerSupplyChanged()
        // A former program may have left it off.
        ports.backlight?.setPower(isOn: true)
        saved.recall()
        outputsChanged(ports.display.outputs)
        ports.input.observer = input
        watchIdleness()
        menu.contents.applications.programs.read()
    }

    /// Applies another configuration; what is the same in both is left undisturbed.
    package func use(_ next: Configuration) {
        let old = configuration
        configuration = next
        if next.bindingsInForce != old.bindingsInForce { input.use(next.bindingsInForce) }
        if next.kiosk != old.kiosk { input.serviceGesture?.use(next.kiosk) }
        if next.devices != old.devices { input.use(next.devices) }
        if next.controller != old.controller {
            painter.use(next.controller)
            viewFollower.configuration = next.controller.follow
            fingers.use(next.controller)
        }
        if next.pip != old.pip { pip.use(next.pip) }
        if next.keyboard != old.keyboard { input.cancelAll() }
        if next.screenKeyboard != old.screenKeyboard { panelKeyboard?.use(next.screenKeyboard) }
        overlays.interface = next.interface
        lockBoard.follow()
        menu.use(next)
        menuHandle.use(next)
        if next.menu != old.menu || next.interface != old.interface || next.kiosk != old.kiosk {
            menu.close()
            menu.contents.applications.programs.read()
            followOnGlass()
            followKeys()
        }
        director.update { $0.use(next) }
        if next.panel.darkAfterSeconds != old.panel.darkAfterSeconds {
            darkPanel.use(seconds: next.panel.darkAfterSeconds)
        }
        if next.idle != old.idle { use(next.idle) }
        guard next.panel != old.panel || next.external != old.external || next.displays != old.displays else { return }
        firstFrame.caused(at: ports.loop.now)
        director.handle(.configured(next.panel, next.external, next.displays))
    }

    /// Enables or disables mirroring; while it is disabled the content stays on the panel whatever is plugged in.
    package func setMirroring(_ isOn: Bool) {
        firstFrame.caused(at: ports.loop.now)
        director.handle(.mirroringSwitched(isOn))
    }

    /// Selects one display as the external, also after it has been replugged; with nil the configuration decides again.
    package func useExternal(_ id: OutputID?) -> ExternalChoice {
        if let id, let obstacle = director.topology.obstacle(toExternal: id) {
            return .refused("\(id): \(obstacle.rawValue)")
        }
        let before = director.topology.chosenExternal
        firstFrame.caused(at: ports.loop.now)
        director.handle(.externalChosen(id))
        guard let id else { return .done }
        guard director.topology.roles.external == id else {
            // It will be the external as soon as it can be enabled.
            if director.topology.metShortage(id) { return .kept }
            director.handle(.externalChosen(before))
            return .refused("\(id): the display accepts none of its modes")
        }
        return pip.host.externalOutput == id ? .done : .kept
    }

    /// What is on which screen.
    var plan: ScreenPlan { director.plan }

    /// Calls `body` with the last frame of a screen, cursor included, which is valid for the length of the call; nil
    /// while its output is disabled, and while the session is locked.
    package func withPicture<Result>(of screen: ScreenName, _ body: (any Buffer) -> Result) -> Result? {
        isLocked ? nil : plan.screen(in: screen.role).flatMap { painter.withPicture(of: $0.output.id, body) }
    }

    /// Publishes which displays were plugged in and which unplugged.
    private func announcePlugs(from old: [OutputDescription], to new: [OutputDescription]) {
        let before = old.filter(\.isConnected).map(\.id)
        let now = new.filter(\.isConnected).map(\.id)
        for id in now where !before.contains(id) { events.emit(.outputPlugged(id)) }
        for id in before where !now.contains(id) { events.emit(.outputUnplugged(id)) }
    }

}

// MARK: Screens

extension Compositor: ScreenObserver {
    func screensWillChange(sparing spared: HostedApplication?) {
        input.cancelAll(sparing: spared)
    }

    func screensChanged(_ changes: ScreenChanges) {
        if let layout = changes.layouts[.application] { ports.application?.layOut(on: layout) }
        if let layout = changes.layouts[.content] { ports.content.layOut(on: layout) }
        painter.follow(plan, changes)
        followGlass()
        input.follow(plan)
        zoomer.follow()
        minimap.follow()
        recallExternal()
        fingers.follow()
        if changes.moved.contains(.content) { contentMoved() }
        if changes.isBarMoved { dockedHUD?.follow(plan) }
        panelKeyboard?.follow()
        followKeys()
        presenter?.follow(plan)
        if changes.isBlankingChanged { blanking.follow(plan) }
        lockBoard.follow()
        if changes.isPowerChanged {
            ports.power?.displaysTurnedOff(plan.off)
            ports.backlight?.setPower(isOn: plan.panel?.isOff != true)
        }
        darkPanel.follow(changes)
        externalFollower?.externalChanged(to: external, isSeen: isExternalSeen)
        freezer.follow()
        signs.show(.away, plan.away.map { _ in .away })
        if changes.isAnotherScene { notices.hide() }
        ports.idle?.screensChanged(areDark: isBlanked)
        pip.surroundingsChanged()
        followOnGlass()
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

    private func contentMoved() {
        let size = plan.places[.content] == nil ? .zero : plan.layouts[.content]?.size ?? .zero
        let screen = plan.contentScreen
        if let screen, let layout = plan.layouts[.content] {
            firstFrame.placed(
                on: ScreenName(screen.role), output: screen.output.id, size: layout.windowSize, at: ports.loop.now)
        } else {
            firstFrame.parked()
        }
        events.emit(.contentMoved(on: contentPlace, output: screen?.output.id, width: size.width, height: size.height))
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
        firstFrame.caused(at: ports.loop.now)
        director.handle(.outputsChanged(outputs))
        followGlass()
        menu.followDisplays()
    }

    package func framePresented(on id: OutputID, _ presentation: Presentation) {
        painter.presented(on: id, presentation)
        menu.contents.machine.screenshot.framePresented()
    }

    package func pictureLost(on id: OutputID) {
        painter.redraw(id)
    }

    package func outputFailed(on id: OutputID, _ reason: String) {
        director.handle(.outputFailed(id, reason: reason))
    }

    package func displaysPaused() {
        idle.undim()
        pip.suspended()
        director.handle(.paused)
        events.emit(.seatPaused)
    }

    package func displaysResumed() {
        director.handle(.resumed)
        pip.resumed()
        events.emit(.seatResumed)
    }
}
