import Geometry
import Mirroring

/// Hands device events to whom the input switch directs them: the content, the panel application, an overlay.
final class InputDispatcher {
    private let ports: CompositorPorts
    private let painter: FramePainter
    private let content: ApplicationInput
    private let application: ApplicationInput?
    private var direction: InputSwitch
    private var sinks: [OverlayID: OverlaySink] = [:]
    /// Those who record the panel's input, by a number of their own.
    private var taps: [Int: (InputEvent) -> Void] = [:]
    private var nextTap = 0
    /// Who was told last that the keys are its own.
    private var keyboardOwner = PanelForeground.Choice.content

    /// The devices present, in the order in which they came.
    private(set) var devices = DeviceList()

    /// Keys that are the service's own go no further: it answers true for those.
    var takesKey: (InputEvent) -> Bool = { _ in false }
    /// Told how many live contacts were cancelled at once.
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

    /// Contacts that were handed to applications, and how many of them ended in a cancel.
    var touches: Int { content.touches + (application?.touches ?? 0) }
    var touchesCancelled: Int { content.touchesCancelled + (application?.touchesCancelled ?? 0) }
    /// Who gets the keys.
    var keyboardFocus: PanelForeground.Choice { direction.focus }

    func dispatch(_ event: InputEvent) {
        for tap in taps.values { tap(event) }
        noteDevices(event)
        if takesKey(event) { return }
        perform(direction.route(event, places: places))
    }

    /// Hands the content a key whoever has the keyboard.
    func sendToContent(_ code: UInt32, pressed: Bool, from device: DeviceID, at time: Timestamp) {
        content.route(.key(device, code: code, pressed: pressed, time))
    }

    /// The screens have changed: positions mean something else from now on.
    func update(_ geometry: InputGeometry, base: PanelBase?) {
        var ground = direction.ground
        (ground.geometry, ground.base) = (geometry, base)
        update(ground)
    }

    /// Gives an overlay on the panel its share of the input, or with nil takes it away. `sink` is not held.
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

    /// Has the devices, also those present, belong to what these rules say.
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

    /// Only once the press that brought the keyboard has been delivered: what comes along with the keyboard must not
    /// come between.
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

/// Whoever takes an overlay's input.
private struct OverlaySink {
    weak var sink: (any OverlayInputSink)?
}
