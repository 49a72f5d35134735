import Geometry
import Mirroring

/// Hosts the root content: hears the displays, the application and the input devices, and has the core's decisions
/// carried out.
package final class Compositor {
    let ports: CompositorPorts
    let painter: FramePainter
    let director: StageDirector
    let topology: TopologyExecutor
    let input: InputDispatcher
    private(set) var configuration: Configuration
    /// The picture in picture.
    package private(set) lazy var pip = PiPExecutor(host: self, ports: ports, configuration: configuration.pip)
    private(set) lazy var notices = NoticeBoard(self)
    private(set) lazy var blanking = Blanking(self)
    private var bindings: KeyBindings
    private var windowCycle = WindowCycle()
    private var firstFrame = FirstFrameWatch()
    /// Content that is on no screen is read by a picture in picture.
    var isBackgroundRead = false
    /// What is docked to an edge of a screen, if anything ever is.
    package var dockedBar: DockedBar?

    /// Told everything that `kagami events` tells.
    package var eventSink: (ServiceEvent) -> Void = { _ in }
    /// The pictures of the content's screen are copied by clients.
    package var contentComposed: (Region<ExternalSpace>) -> Void = { _ in }
    /// The pictures of the panel application's screen; nil where there is no such application.
    package let applicationPictures: (any FrameReader)?

    /// Told each time a frame of the content has been composed, on a screen or in memory, with the pixels
    /// of `sourceFrame` that are new.
    var sourceComposed: (Region<OutputSpace>) -> Void = { _ in }

    package init(ports: CompositorPorts, configuration: Configuration) {
        self.ports = ports
        self.configuration = configuration
        bindings = KeyBindings(
            configuration.bindings.chords, contentKeys: configuration.bindings.contentKeys)
        painter = FramePainter(ports: ports, controllerStyle: configuration.controller)
        director = StageDirector(ports: ports, configuration: configuration, painter: painter)
        topology = TopologyExecutor(ports: ports, configuration: configuration, director: director)
        input = InputDispatcher(ports: ports, painter: painter, rules: configuration.devices)
        applicationPictures = painter.application.map(ApplicationPictures.init)
        painter.content.presented = { [unowned self] in contentPresented($0) }
        sourceComposed = { [unowned self] in pip.contentComposed($0) }
        painter.contentComposed = { [unowned self] in composed($0) }
        director.willMoveGround = { [unowned self] in input.cancelAll() }
        director.staged = { [unowned self] in staged($0, hasMoved: $1) }
        input.takesKey = { [unowned self] in takeKey($0) }
        input.cancelled = { [unowned self] in emit(.touchesCancelled(count: $0)) }
        topology.performed = { [unowned self] in carriedOut($0) }
    }

    /// Takes up the displays and devices that are there, and the content.
    package func start() {
        ports.display.observer = self
        ports.content.observer = self
        ports.windows?.windowObserver = self
        ports.application?.observer = painter.application
        outputsChanged(ports.display.outputs)
        ports.input.observer = self
        watchIdleness()
    }

    /// Goes by another configuration from now on. Nothing is disturbed that is the same in both.
    package func use(_ next: Configuration) {
        let old = configuration
        configuration = next
        if next.bindings != old.bindings {
            bindings = KeyBindings(next.bindings.chords, contentKeys: next.bindings.contentKeys)
        }
        if next.devices != old.devices { input.use(next.devices) }
        if next.controller != old.controller { painter.use(next.controller) }
        if next.pip != old.pip { pip.use(next.pip) }
        if next.keyboard != old.keyboard { input.cancelAll() }
        director.use(next)
        guard next.panel != old.panel || next.external != old.external else { return }
        firstFrame.caused(at: ports.loop.now)
        topology.handle(.configured(next.panel, next.external))
    }

    /// Uses the external, or keeps the content on the panel whatever is plugged in.
    package func setMirroring(_ isOn: Bool) {
        firstFrame.caused(at: ports.loop.now)
        topology.handle(.mirroringSwitched(isOn))
    }

    /// Has one display used as the external from now on, also when it comes back after it was unplugged; with nil the
    /// configuration chooses again.
    package func useExternal(_ id: OutputID?) -> ExternalChoice {
        if let id, let obstacle = topology.topology.obstacle(toExternal: id) {
            return .refused("\(id): \(obstacle.rawValue)")
        }
        let before = topology.topology.chosenExternal
        firstFrame.caused(at: ports.loop.now)
        topology.handle(.externalChosen(id))
        guard let id else { return .done }
        guard topology.topology.roles.external == id else {
            topology.handle(.externalChosen(before))
            return .refused("\(id): the display takes none of its modes")
        }
        return externalOutput == id ? .done : .kept
    }

    /// Feeds an event in as if a device had sent it (a replay).
    package func inject(_ event: InputEvent) {
        inputReceived(event)
    }

    /// The input devices present.
    package var inputDevices: [DeviceDescription] { input.devices.all }

    /// Calls `body` with every device event from now on, until `removeInputTap` gets the returned number.
    package func addInputTap(_ body: @escaping (InputEvent) -> Void) -> Int {
        input.addTap(body)
    }

    package func removeInputTap(_ number: Int) {
        input.removeTap(number)
    }

    /// The last picture made for a screen, or nil while it is dark.
    package func picture(of screen: ScreenName) -> PixelBuffer? {
        painter.stage.screen(named: screen)?.frame
    }

    func emit(_ occurrence: ServiceEvent.Occurrence) {
        eventSink(ServiceEvent(occurrence, at: ports.loop.now))
    }

    /// Tells which displays came and which went.
    private func announcePlugs(from old: [OutputDescription], to new: [OutputDescription]) {
        let before = old.filter(\.isConnected).map(\.id)
        let now = new.filter(\.isConnected).map(\.id)
        for id in now where !before.contains(id) { emit(.outputPlugged(id)) }
        for id in before where !now.contains(id) { emit(.outputUnplugged(id)) }
    }

    private func carriedOut(_ outcome: TopologyOutcome) {
        switch outcome {
        case .inputCancelled: input.cancelAll()
        case .stateChanged(let from, let to): emit(.stateChanged(from: from, to: to))
        case .modeRefused(let id, let mode, let reason):
            emit(.modeRefused(id, ModeStatus(mode), reason: reason))
        }
    }

    private func staged(_ geometry: InputGeometry, hasMoved: Bool) {
        input.update(geometry, base: panelBase)
        if hasMoved { contentMoved() }
        dockedBar?.place()
        notices.hide()
        if blanking.extent != nil { blanking.place() }
        pip.surroundingsChanged()
    }

    private func contentMoved() {
        let size = painter.stage.contentScreen?.size ?? .zero
        let output = painter.stage.contentScreen?.output
        if let output, let name = painter.stage.contentScreenName {
            firstFrame.placed(
                on: name, output: output, size: director.contentScreen?.windowSize ?? size.reinterpreted(),
                at: ports.loop.now)
        } else {
            firstFrame.parked()
        }
        emit(.contentMoved(on: contentPlace, output: output, width: size.width, height: size.height))
    }

    private func composed(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
        sourceComposed(damage)
    }

    private func contentPresented(_ presentation: Presentation) {
        let size = ports.content.description?.size
        if let occurrence = firstFrame.presented(content: size, at: presentation.time) { emit(occurrence) }
    }
}

// MARK: Key bindings

extension Compositor {
    /// True for a key that is bound to something of the service's own; that is done.
    private func takeKey(_ event: InputEvent) -> Bool {
        if blanking.takesKey(event) { return true }
        switch event {
        case .key(let device, let code, let pressed, let time):
            let port = focusedPort
            let outcome = bindings.key(
                code, pressed: pressed, on: device, isInhibited: port.inhibitsShortcuts,
                isForContent: port === ports.content,
                pointless: port.switchableWindows.count > 1 ? [] : [.windowNext, .windowPrevious])
            if !bindings.hasModifiers { windowCycle.end() }
            switch outcome {
            case .act(let action): act(on: action)
            case .send(let code, let pressed): input.sendToContent(code, pressed: pressed, from: device, at: time)
            case .pass, .swallow: break
            }
            return outcome != .pass
        case .deviceRemoved(let device):
            bindings.remove(device)
            return false
        default: return false
        }
    }

    private func act(on action: BoundAction) {
        switch action {
        case .windowNext: cycleWindows(1)
        case .windowPrevious: cycleWindows(-1)
        case .pipToggle, .pipRestore, .pipHide, .pipPlayPause: pip.act(on: action)
        }
    }

    private func cycleWindows(_ step: Int) {
        let port = focusedPort
        let windows = port.switchableWindows.map(\.number)
        if let next = windowCycle.step(step, among: windows) { port.switchToWindow(next) }
    }
}

extension Compositor: DisplayObserver {
    package func outputsChanged(_ outputs: [OutputDescription]) {
        announcePlugs(from: topology.topology.outputs, to: outputs)
        firstFrame.caused(at: ports.loop.now)
        topology.handle(.outputsChanged(outputs))
    }

    package func framePresented(on id: OutputID, _ presentation: Presentation) {
        painter.presented(on: id, presentation)
    }

    package func displaysPaused() {
        pip.suspended()
        topology.handle(.paused)
        emit(.seatPaused)
    }

    package func displaysResumed() {
        topology.handle(.resumed)
        pip.resumed()
        emit(.seatResumed)
    }
}

extension Compositor: ContentObserver {
    package func contentDamaged(_ damage: Region<ExternalSpace>) {
        painter.content.invalidate(damage)
    }

    package func contentNeedsFrame() {
        painter.content.contentNeedsFrame()
    }

    package func contentDescriptionChanged() {
        pip.surroundingsChanged()
    }

    package func contentHeldPointer(at point: Point<ExternalSpace>) {
        painter.content.contentHeldPointer(at: point)
    }
}

extension Compositor: FrameReader {
    package var contentFrame: PixelBuffer? {
        painter.stage.contentScreenName == nil ? nil : painter.stage.contentScreen?.frame
    }
}

extension Compositor: InputObserver {
    package func inputReceived(_ event: InputEvent) {
        input.dispatch(event)
        // Only now: what ends the black must not reach what was under it.
        guard event.isNewAction else { return }
        blanking.wake()
        ports.idle?.userActed()
    }
}
