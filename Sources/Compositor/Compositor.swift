package import Geometry
package import Mirroring

/// Receives every event that `kagami events` prints.
package protocol ServiceEventObserver: AnyObject {
    func occurred(_ event: ServiceEvent)
}

/// Hosts the root content: takes the events of displays, applications and input devices, and carries out the core's
/// decisions.
package final class Compositor {
    let ports: CompositorPorts
    let painter: FramePainter
    let director: ScreenDirector
    let input: InputDispatcher
    let windowSwitch: WindowSwitch
    private(set) var configuration: Configuration
    /// The picture in picture.
    package private(set) lazy var pip = PiPExecutor(host: self, ports: ports, configuration: configuration.pip)
    private(set) lazy var zoomer = ControllerZoomer(self, loop: ports.loop)
    private(set) lazy var minimap = ControllerMinimap(self, loop: ports.loop)
    private(set) lazy var edgeScroll = ControllerEdgeScroll(self, loop: ports.loop)
    /// What takes the fingers on the controller.
    private(set) lazy var fingers = ControllerFingers(self)
    private(set) lazy var viewFollower = ViewFollower(self)
    private(set) lazy var notices = NoticeBoard(self)
    private(set) lazy var signs = SignBoard(self)
    private(set) lazy var blanking = Blanking(self)
    private(set) lazy var darkPanel = DarkPanel(self)
    private(set) lazy var freezer = Freezer(self)
    private(set) lazy var timer = TimerShow(self)
    /// A presenter's tools; nil where nothing can be drawn with them.
    private(set) lazy var presenter = ports.sketches.map { Presenter(self, $0) }
    /// On-screen keyboards; nil where there can be none.
    private(set) var panelKeyboard: PanelKeyboard?
    private(set) lazy var menu = MenuOverlay(self)
    private(set) lazy var menuHandle = MenuHandleOverlay(self)
    private(set) lazy var hints = HintBoard(self)
    private(set) lazy var restart = RestartBoard(self)
    var firstFrame = FirstFrameWatch()
    /// Whether a picture in picture reads content that is on no screen.
    var isBackgroundRead = false
    /// The bar docked to an edge of a screen, once one has been set up.
    package var dockedHUD: DockedHUD?

    package weak var eventObserver: (any ServiceEventObserver)?
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
        applicationPictures = painter.application.map { ApplicationFrames($0, renderer: ports.renderer) }
        painter.observer = self
        input.delegate = self
        input.use(configuration.controller.mode, configuration.controller.twoFingers)
        director.observer = self
    }

    /// Starts with the displays and devices that are present, and places the content.
    package func start() {
        ports.display.observer = self
        ports.content.observer = self
        ports.windows?.windowObserver = self
        ports.power?.powerObserver = self
        ports.displaySettings?.settingsObserver = self
        ports.application?.observer = painter.application
        panelKeyboard = ports.screenKeyboards.map { PanelKeyboard(self, $0, configuration.screenKeyboard) }
        // A former program may have left it off.
        ports.backlight?.setPower(isOn: true)
        recallDisplays()
        outputsChanged(ports.display.outputs)
        ports.input.observer = input
        watchIdleness()
        menu.contents.programs.read()
    }

    /// Applies another configuration; what is the same in both is left undisturbed.
    package func use(_ next: Configuration) {
        let old = configuration
        configuration = next
        if next.bindings != old.bindings { input.use(next.bindings) }
        if next.devices != old.devices { input.use(next.devices) }
        if next.controller != old.controller {
            painter.use(next.controller)
            let isOtherMode = next.controller.mode != old.controller.mode
            if !(isOtherMode && fingers.use(next.controller.mode)) { fingers.configurationChanged() }
        }
        if next.pip != old.pip { pip.use(next.pip) }
        if next.keyboard != old.keyboard { input.cancelAll() }
        if next.screenKeyboard != old.screenKeyboard { panelKeyboard?.use(next.screenKeyboard) }
        if next.menu != old.menu || next.interface != old.interface {
            menu.close()
            menu.contents.programs.read()
            followOnGlass()
            keys.follow()
        }
        director.update { $0.use(next) }
        if next.panel.darkAfterSeconds != old.panel.darkAfterSeconds { darkPanel.configurationChanged() }
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
        return externalOutput == id ? .done : .kept
    }

    /// What is on which screen.
    var plan: ScreenPlan { director.plan }

    /// Calls `body` with the last frame of a screen, cursor included, which is valid for the length of the call; nil
    /// while its output is disabled, and while the session is locked.
    package func withPicture<Result>(of screen: ScreenName, _ body: (any Buffer) -> Result) -> Result? {
        isLocked ? nil : plan.screen(in: screen.role).flatMap { painter.withPicture(of: $0.output.id, body) }
    }

    func emit(_ occurrence: ServiceEvent.Occurrence) {
        eventObserver?.occurred(ServiceEvent(occurrence, at: ports.loop.now))
    }

    /// Publishes which displays were plugged in and which unplugged.
    private func announcePlugs(from old: [OutputDescription], to new: [OutputDescription]) {
        let before = old.filter(\.isConnected).map(\.id)
        let now = new.filter(\.isConnected).map(\.id)
        for id in now where !before.contains(id) { emit(.outputPlugged(id)) }
        for id in before where !now.contains(id) { emit(.outputUnplugged(id)) }
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
        input.update(plan.inputGeometry, base: plan.panelBase)
        zoomer.follow()
        minimap.follow()
        fingers.follow()
        if changes.moved.contains(.content) { contentMoved() }
        if changes.isBarMoved { dockedHUD?.follow(plan) }
        panelKeyboard?.follow()
        keys.follow()
        presenter?.follow(plan)
        if changes.isBlankingChanged { blanking.follow(plan) }
        if changes.isPowerChanged {
            ports.power?.displaysTurnedOff(plan.off)
            ports.backlight?.setPower(isOn: plan.panel?.isOff != true)
        }
        darkPanel.follow(changes)
        freezer.follow()
        signs.show(.away, plan.away.map { _ in .away })
        if changes.isAnotherScene { notices.hide() }
        pip.surroundingsChanged()
        followOnGlass()
    }

    func topologyReported(_ report: TopologyReport) {
        switch report {
        case .stateChanged(let from, let to): emit(.stateChanged(from: from, to: to))
        case .modeRefused(let id, let mode, let reason):
            emit(.modeRefused(id, ModeStatus(mode), reason: reason))
        case .enablingPostponed(let retry):
            emit(
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
        emit(.contentMoved(on: contentPlace, output: screen?.output.id, width: size.width, height: size.height))
    }
}

extension Compositor: DisplayObserver {
    package func outputsChanged(_ outputs: [OutputDescription]) {
        announcePlugs(from: director.topology.outputs, to: outputs)
        firstFrame.caused(at: ports.loop.now)
        director.handle(.outputsChanged(outputs))
        followGlass()
        menu.refresh()
        menu.contents.displays.follow()
    }

    package func framePresented(on id: OutputID, _ presentation: Presentation) {
        painter.presented(on: id, presentation)
        menu.contents.screenshot.framePresented()
    }

    package func outputFailed(on id: OutputID, _ reason: String) {
        director.handle(.outputFailed(id, reason: reason))
    }

    package func displaysPaused() {
        pip.suspended()
        director.handle(.paused)
        emit(.seatPaused)
    }

    package func displaysResumed() {
        director.handle(.resumed)
        pip.resumed()
        emit(.seatResumed)
    }
}

extension Compositor: ContentObserver {
    package func contentDamaged(_ damage: Region<ContentSpace>) {
        painter.content.invalidate(damage)
    }

    package func contentCursorChanged(_ change: CursorChange) {
        painter.content.contentCursorChanged(change)
    }

    package func contentNeedsFrame() {
        painter.content.contentNeedsFrame()
    }

    package func contentSettled() {
        painter.content.contentSettled()
        pip.sourceMayHaveSettled()
    }

    package func contentDescriptionChanged() {
        let least = ports.content.description?.leastArea ?? .zero
        if least != director.wishes.leastArea { director.update { $0.leastArea = least } }
        pip.surroundingsChanged()
        menu.refresh()
        restart.follow()
    }

    package func contentHeldPointer(at point: Point<ContentSpace>) {
        painter.content.contentHeldPointer(at: point)
    }

    package func contentTextCursorMoved(to place: Rect<ContentSpace>) {
        viewFollower.follow(place, as: .text)
    }

    package var isContentSeen: Bool { contentPlace.map { $0 != .background } ?? false }
}

extension Compositor: FrameReader {
    package var hasContentFrame: Bool { !isLocked && plan.contentScreen != nil && painter.content.screen != nil }

    package func withContentFrame<Result>(_ body: (any Buffer) -> Result) -> Result? {
        hasContentFrame ? painter.content.screen?.withLayers(ports.renderer, body) : nil
    }
}

extension Compositor: FrameObserver {
    func frameComposed(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
        pip.contentComposed(damage)
        viewFollower.follow(damage.extents.reinterpreted(), as: .change)
        viewFollower.frameComposed()
    }

    func cursorMoved(_ damage: Region<OutputSpace>) {
        // A picture in picture of the content has the cursor drawn into the frame.
        contentComposed(damage.reinterpreted())
    }

    func framePresented(_ presentation: Presentation) {
        guard firstFrame.isWaiting else { return }
        let size = ports.content.description?.size
        if let occurrence = firstFrame.presented(content: size, at: presentation.time) { emit(occurrence) }
    }
}
