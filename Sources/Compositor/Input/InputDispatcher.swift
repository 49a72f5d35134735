import Geometry
import Mirroring

/// Delivers device events to the target that the input switch chooses: the content, the panel application or an
/// overlay.
final class InputDispatcher {
    private let ports: CompositorPorts
    private let painter: FramePainter
    private let content: ApplicationInput
    private let application: ApplicationInput?
    private var direction: InputSwitch
    private var sinks: [OverlayID: OverlaySink] = [:]
    /// Recorders of the panel's input, by tap number.
    private var taps: [Int: (InputEvent) -> Void] = [:]
    private var nextTap = 0
    /// The application that was last notified that it has the keyboard.
    private var keyboardOwner = PanelForeground.Choice.content

    /// The devices present, in the order in which they came.
    private(set) var devices = DeviceList()

    /// Handles a key event; true if the key is the service's own and must not be delivered.
    var takesKey: (InputEvent) -> Bool = { _ in false }
    /// Called with the number of live contacts that were cancelled at once.
    var cancelled: (Int) -> Void = { _ in }

    init(ports: CompositorPorts, painter: FramePainter, rules: [DeviceRule]) {
        self.ports = ports
        self.painter = painter
        direction = InputSwitch(rules: rules)
        content = ApplicationInput(ports.content, painter: painter.content, rules: rules)
        application = ports.application.flatMap { port in
            painter.application.map { ApplicationInput(port, painter: $0, rules: rules) }
        }
        for input in [content, application] {
            input?.cancelled = { [unowned self] in cancelled($0) }
            input?.terminalAsked = { [ports] in ports.session.switchVirtualTerminal(to: $0) }
        }
    }

    /// Contacts delivered to applications, and how many of them were cancelled.
    var touches: Int { content.touches + (application?.touches ?? 0) }
    var touchesCancelled: Int { content.touchesCancelled + (application?.touchesCancelled ?? 0) }
    /// The application with keyboard focus.
    var keyboardFocus: PanelForeground.Choice { direction.focus }

    func dispatch(_ event: InputEvent) {
        for tap in taps.values { tap(event) }
        noteDevices(event)
        if takesKey(event) { return }
        perform(direction.route(event, places: places))
    }

    /// Sends the content a key, whichever application has the keyboard.
    func sendToContent(_ code: UInt32, pressed: Bool, from device: DeviceID, at time: Timestamp) {
        content.route(.key(device, code: code, pressed: pressed, time))
    }

    /// Applies changed screens: positions map differently from now on.
    func update(_ geometry: InputGeometry, base: PanelBase?) {
        var ground = direction.ground
        (ground.geometry, ground.base) = (geometry, base)
        update(ground)
    }

    /// Sets the input area of an overlay on the panel, or with nil removes it. `sink` is not retained.
    func setOverlay(_ id: OverlayID, area: OverlayArea?, sink: (any OverlayInputSink)?) {
        var ground = direction.ground
        ground.areas[id] = area
        update(ground)
        sinks[id] = area == nil ? nil : OverlaySink(sink: sink)
    }

    /// Ends every touch, key and button that is held.
    func cancelAll() {
        perform(direction.cancelAll())
        content.cancelAll(at: ports.loop.now)
        application?.cancelAll(at: ports.loop.now)
    }

    /// Applies device rules, also to the devices already present.
    func use(_ rules: [DeviceRule]) {
        cancelAll()
        let mapping = DeviceMapping(rules: rules, devices: devices.all)
        direction.use(mapping)
        content.use(mapping)
        application?.use(mapping)
    }

    /// Calls `body` with every device event from now on, until `removeTap`.
    func addTap(_ body: @escaping (InputEvent) -> Void) -> Int {
        nextTap += 1
        taps[nextTap] = body
        return nextTap
    }

    func removeTap(_ number: Int) {
        taps[number] = nil
    }

    private func update(_ ground: InputGround) {
        perform(direction.update(ground, places: places))
        content.update(ground.contentGeometry, at: ports.loop.now)
        application?.update(ground.applicationGeometry, at: ports.loop.now)
    }

    private var places: PointerPlaces {
        let owner = direction.ground.application == .application ? application : content
        return PointerPlaces(
            content: content.pointerPlace, application: application?.pointerPlace ?? Point(x: 0, y: 0),
            isHeld: owner?.holdsPointer ?? false)
    }

    private func perform(_ inputs: [SwitchedInput]) {
        for input in inputs {
            switch input {
            case .deliver(let event, let choice): router(of: choice)?.route(event)
            case .pointerLeft(let choice): router(of: choice)?.pointerLeft()
            case .pointerCame(let choice, let point): router(of: choice)?.pointerCame(to: point)
            case .overlay(let id, let input): sinks[id]?.sink?.take(input)
            }
        }
        painter.showPointer(at: direction.overlayPointer)
        tellKeyboardOwner()
    }

    /// Notifies the application that has gained the keyboard. Call it only after the press that moved the focus has
    /// been delivered: what follows the keyboard must not come in between.
    private func tellKeyboardOwner() {
        guard direction.focus != keyboardOwner else { return }
        keyboardOwner = direction.focus
        switch keyboardOwner {
        case .content: ports.content.tookKeyboard()
        case .application: ports.application?.tookKeyboard()
        }
    }

    private func router(of choice: PanelForeground.Choice) -> ApplicationInput? {
        switch choice {
        case .content: content
        case .application: application
        }
    }

    private func noteDevices(_ event: InputEvent) {
        switch event {
        case .deviceAdded(let device): devices.add(device)
        case .deviceRemoved(let id): devices.remove(id)
        default: break
        }
    }
}

/// The receiver of an overlay's input.
private struct OverlaySink {
    weak var sink: (any OverlayInputSink)?
}
