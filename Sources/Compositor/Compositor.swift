import Geometry
import Mirroring

/// Hosts the root content: hears the displays, the application and the input devices, and has the core's decisions
/// carried out.
package final class Compositor {
    let ports: CompositorPorts
    let painter: FramePainter
    let topology: TopologyExecutor
    let input: InputDispatcher
    let configuration: Configuration
    private var firstFrame = FirstFrameWatch()

    /// Told everything that `kagami events` tells.
    package var eventSink: (ServiceEvent) -> Void = { _ in }

    package init(ports: CompositorPorts, configuration: Configuration) {
        self.ports = ports
        self.configuration = configuration
        painter = FramePainter(ports: ports, controllerStyle: configuration.controller)
        topology = TopologyExecutor(ports: ports, configuration: configuration, painter: painter)
        input = InputDispatcher(ports: ports, painter: painter, rules: configuration.devices)
        painter.contentPresented = { [unowned self] in contentPresented($0) }
        input.cancelled = { [unowned self] in emit(.touchesCancelled(count: $0)) }
        topology.performed = { [unowned self] in carriedOut($0) }
    }

    /// Takes up the displays and devices that are there, and the content.
    package func start() {
        ports.display.observer = self
        ports.content.observer = self
        outputsChanged(ports.display.outputs)
        ports.input.observer = self
    }

    /// Uses the external, or keeps the content on the panel whatever is plugged in.
    package func setMirroring(_ isOn: Bool) {
        firstFrame.caused(at: ports.loop.now)
        topology.handle(.mirroringSwitched(isOn))
    }

    /// Feeds an event in as if a device had sent it (a replay).
    package func inject(_ event: InputEvent) {
        inputReceived(event)
    }

    /// The input devices present.
    package var inputDevices: [DeviceDescription] { input.devices }

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
        case .contentPlaced(let placement, let geometry):
            input.update(geometry)
            contentPlaced(placement)
        }
    }

    private func contentPlaced(_ placement: ContentPlacement) {
        guard let output = placement.contentOutput, let screen = painter.stage.contentScreen,
            let name = painter.stage.contentScreenName
        else {
            firstFrame.parked()
            emit(.contentMoved(on: nil, output: nil, width: 0, height: 0))
            return
        }
        let id = output.id
        firstFrame.placed(on: name, output: id, size: screen.size.reinterpreted(), at: ports.loop.now)
        emit(.contentMoved(on: name, output: id, width: screen.size.width, height: screen.size.height))
    }

    private func contentPresented(_ presentation: Presentation) {
        let size = ports.content.description?.size
        if let occurrence = firstFrame.presented(content: size, at: presentation.time) { emit(occurrence) }
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
        topology.handle(.paused)
        emit(.seatPaused)
    }

    package func displaysResumed() {
        topology.handle(.resumed)
        emit(.seatResumed)
    }
}

extension Compositor: ContentObserver {
    package func contentDamaged(_ damage: Region<ExternalSpace>) {
        painter.invalidate(damage)
    }

    package func contentNeedsFrame() {
        // One of our own pictures may have moved or changed, which only the painter can turn into damage.
        painter.cursorChanged()
        painter.requestContentFrame()
    }

    package func contentDescriptionChanged() {}

    package func contentHeldPointer(at point: Point<ExternalSpace>) {
        input.pointerHeld(at: point)
    }
}

extension Compositor: FrameReader {
    package var contentFrame: PixelBuffer? { painter.stage.contentScreen?.frame }

    package var contentComposed: (Region<ExternalSpace>) -> Void {
        get { painter.contentComposed }
        set { painter.contentComposed = newValue }
    }
}

extension Compositor: InputObserver {
    package func inputReceived(_ event: InputEvent) {
        input.dispatch(event)
    }
}
