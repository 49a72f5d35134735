import Geometry
package import Mirroring

/// Performs the input router's decisions: delivers device events to the content, the panel application and the overlays.
package final class InputDispatcher: InputObserver {
    private let ports: CompositorPorts
    private let painter: FramePainter
    private unowned let features: FeatureList
    private let events: ServiceEvents
    /// The keys that turn pages.
    private var presenting: PresentingConfiguration
    private(set) var router: InputRouter
    /// The targets on the panel, regardless of a lock.
    private var targets = InputTargets()
    private var sinks: [OverlayID: OverlaySink] = [:]
    /// Actions to perform, in the order of the router's decisions; performing one may add others.
    private var pending: [PendingAction] = []
    /// The applications that have received input since their touches and cursors were last drawn.
    private var served: Set<HostedApplication> = []
    /// The live touches of each application.
    private var liveTouches: [HostedApplication: Int] = [:]
    /// Whether the pointer is drawn above an overlay.
    private var isPointerShown = false
    /// Whether the loop wakes up for a finger that may rest.
    private var isRestAwaited = false
    /// The application that was last notified that it has the keyboard.
    private var keyboardOwner = HostedApplication.content

    /// The lights that the keyboards show.
    private var leds: KeyboardLEDs = []
    /// The lids that are closed.
    private var closedLids: Set<DeviceID> = []

    /// Receives every device event before it is dispatched.
    package weak var follower: (any InputObserver)?

    /// While the session is locked, input goes to the locker alone.
    var isLocked = false {
        didSet { if isLocked != oldValue { retarget() } }
    }

    /// The devices present, in the order in which they came.
    package private(set) var devices = DeviceList()
    /// Touches delivered to applications, and how many of them were cancelled.
    private(set) var touches = 0
    private(set) var touchesCancelled = 0

    init(
        _ ports: CompositorPorts, _ painter: FramePainter, _ features: FeatureList, _ events: ServiceEvents,
        _ configuration: Configuration
    ) {
        self.ports = ports
        self.painter = painter
        self.features = features
        self.events = events
        presenting = configuration.presenting
        router = InputRouter(
            rules: configuration.devices, bindings: Self.bindings(configuration.bindingsInForce),
            applications: HostedApplication.all(ofDisplays: ports.displayApplications.count))
        ports.input.use(configuration.pointing)
        for application in ports.applications {
            painter.painter(of: application)?.heldPointer = { [unowned self] in
                router.pointerHeld(by: application, at: $0)
            }
        }
    }

    /// The application with keyboard focus.
    var keyboardFocus: HostedApplication { router.focus }

    /// The application that the panel's controller acts on.
    private var controlled: HostedApplication { router.targets.controlled }

    var controlledPort: any ContentPort { ports.port(of: controlled) ?? ports.content }

    package func inputReceived(_ event: InputEvent) {
        if !isLocked || event.time == nil { follower?.inputReceived(event) }
        switch event {
        case .deviceAdded(let device): devices.add(device)
        case .deviceRemoved(let id):
            devices.remove(id)
            setLid(id, isClosed: false)
        case .lid(let id, let isClosed, _): setLid(id, isClosed: isClosed)
        default: break
        }
        route(event)
        if router.isOnPanel(event) { features.hear(.panelUsed) }
        if !isLocked { features.hear(.event(event, finger: router.fingerOnPanel(event))) }
    }

    private func setLid(_ id: DeviceID, isClosed: Bool) {
        let wasClosed = !closedLids.isEmpty
        if isClosed { closedLids.insert(id) } else { closedLids.remove(id) }
        if wasClosed == closedLids.isEmpty { features.hear(.lidMoved(isClosed: !wasClosed)) }
    }

    /// Routes an event of a device, or of the panel as a trackpad, which nobody else knows as a device.
    func route(_ event: InputEvent) {
        let actions = router.route(event, context(of: event))
        if case .key = event, !router.hasModifiers { features.hear(.modifiersReleased) }
        perform(actions)
        awaitRest()
        // After dispatching, so that input that ends the blanking reaches nothing below.
        if event.isNewAction { features.hear(.userActed) }
        switch event {
        case .pointerMotion, .pointerPosition, .pointerButton, .pointerAxis, .tool: features.hear(.pointerUsed)
        default: break
        }
    }

    /// Follows the screens, which decide how positions map and what lies in front.
    func follow(_ plan: ScreenPlan) {
        (targets.geometry, targets.base) = (plan.inputGeometry, plan.panelBase)
        (targets.controlled, targets.contentGeometry) = (plan.controlled, plan.contentGeometry)
        (targets.isDark, targets.hidden) = (plan.isDark, plan.hidden)
        retarget()
    }

    /// Sets the input area of an overlay on the panel, or with nil removes it. `sink` is not retained.
    func setOverlay(_ id: OverlayID, area: OverlayArea?, sink: (any OverlayInputSink)?) {
        targets.areas[id] = area
        // A new overlay may come under the pointer; a removed one still receives the end of what it holds.
        if area != nil { sinks[id] = OverlaySink(sink: sink) }
        retarget()
        if area == nil { sinks[id] = nil }
    }

    /// Ends everything that is held, except what `spared` holds.
    func cancelAll(sparing spared: HostedApplication? = nil) {
        perform(router.cancelAll(at: ports.loop.now, sparing: spared))
    }

    /// Applies another configuration; its rules apply to the present devices too.
    func use(_ next: Configuration, after old: Configuration) {
        presenting = next.presenting
        if next.bindingsInForce != old.bindingsInForce { router.use(Self.bindings(next.bindingsInForce)) }
        if next.devices != old.devices {
            cancelAll()
            router.use(next.devices)
        }
        if next.pointing != old.pointing { ports.input.use(next.pointing) }
        if next.keyboard != old.keyboard { cancelAll() }
    }

    /// Finds the devices' displays among those connected now.
    func use(_ displays: GlassDisplays) {
        router.use(displays)
    }

    /// The touchscreens, each with its display.
    package var touchscreens: [TouchscreenStatus] { router.touchscreens }

    /// Applies what fingers on the controller do.
    func use(_ mode: ControllerMode, _ twoFingers: TwoFingers) {
        perform(router.use(mode, twoFingers, at: ports.loop.now))
    }

    /// Applies the rule for fingers that rest on the controller.
    func use(_ rule: RestRule?) {
        router.use(rule)
    }

    /// The one finger that acts on the content through the controller; nil for none, and for several.
    var draggedFinger: DraggedFinger? { router.draggedFinger }

    /// Whether fingers act on the content through the controller, or aim there.
    var hasFingersOnController: Bool { router.hasFingersOnController }
    /// Whether a pointer's button is down on the content.
    var holdsButton: Bool { router.contentHoldsButton }

    /// Moves the fingers on the content to what has come under them.
    func followView() {
        perform(router.followView(at: ports.loop.now))
    }

    /// Taps on the content.
    func tap(at point: Point<ContentSpace>) {
        perform(router.tap(at: point, ports.loop.now))
    }

    /// Presses and releases a key on the content, whichever application has the keyboard; false where that is not possible.
    func typeOnContent(_ code: UInt32) -> Bool {
        let actions = router.typeOnContent(code, at: ports.loop.now)
        perform(actions)
        return !actions.isEmpty
    }

    /// Presses the key for the content's next or previous page, without moving the keyboard focus. False while the
    /// content is on no screen.
    package func turnPage(forward: Bool) -> Bool {
        guard controlledPort.description != nil else { return false }
        return typeOnContent(forward ? presenting.nextKey : presenting.previousKey)
    }

    /// Clicks the right button at a point of the content.
    func rightClick(at point: Point<ContentSpace>) {
        perform(router.rightClick(at: point, ports.loop.now))
    }

    /// Scrolls the content by `distance` logical pixels, as two fingers on a touchpad do with the pointer at `point`.
    func scrollContent(at point: Point<ContentSpace>, down distance: Double) {
        perform(router.scrollContent(at: point, down: distance, ports.loop.now))
    }

    /// Presses or releases a key in the content.
    func type(_ code: UInt32, pressed: Bool) {
        perform(router.type(code, pressed: pressed, ports.loop.now))
    }

    /// Gives the finger that has rested on the controller back to the content, for which it comes down at `start`.
    func giveBack(from start: Point<PanelSpace>, to point: Point<PanelSpace>) {
        perform(router.giveBack(from: start, to: point, ports.loop.now))
    }

    /// Gives a contact on an overlay to what lies below the overlay, where the contact comes down at `start`.
    func giveWay(
        _ contact: ContactID, of id: OverlayID, from start: Point<PanelSpace>, to point: Point<PanelSpace>
    ) {
        perform(router.giveWay(contact, of: id, from: start, to: point, ports.loop.now))
    }

    /// Gives the fingers that have rested on the controller to its view.
    func zoom(with fingers: [PressingFinger]) {
        perform(router.zoom(with: fingers, ports.loop.now))
    }

    /// Wakes up when a finger has rested long enough; at most one wake-up is set.
    private func awaitRest() {
        guard let due = router.restDeadline, !isRestAwaited else { return }
        isRestAwaited = true
        ports.loop.schedule(afterMicroseconds: max(0, due.since(ports.loop.now))) { [weak self] in
            guard let self else { return }
            isRestAwaited = false
            perform(router.timeUp(at: ports.loop.now))
            awaitRest()
        }
    }

    private static func bindings(_ configuration: BindingConfiguration) -> KeyBindings {
        KeyBindings(
            configuration.chords, commands: configuration.boundCommands, contentKeys: configuration.contentKeys,
            switchesTerminals: configuration.switchesTerminals)
    }

    private func retarget() {
        perform(
            router.update(isLocked ? targets.locked : targets, at: ports.loop.now, isPointerHeld: isPointerHeld))
    }

    // MARK: What the router asks

    private func context(of event: InputEvent) -> InputContext {
        var context = InputContext()
        context.isPointerHeld = isPointerHeld
        guard case .key(_, _, pressed: true, _) = event, let port = ports.port(of: router.focus) else { return context }
        context.inhibitsShortcuts = port.inhibitsShortcuts
        context.isLocked = isLocked
        if port.switchableWindows.count < 2 { context.pointless = [.windowNext, .windowPrevious] }
        if ports.menu == nil { context.pointless.insert(.panelMenu) }
        // The view takes fingers as long as there is a controller.
        if router.targets.areas[.view] == nil {
            context.pointless.formUnion([.controllerMode, .controllerZoom, .presenterTool, .presenterUndo])
        }
        if !router.targets.geometry.isMirrored { context.pointless.insert(.freeze) }
        if ports.screenKeyboards?.hasKeyboard != true { context.pointless.insert(.screenKeyboard) }
        if isLocked { context.pointless.formUnion(BoundAction.allCases.filter { !$0.worksWhileLocked }) }
        return context
    }

    /// Whether a client of the panel's base holds the pointer.
    private var isPointerHeld: Bool {
        ports.port(of: router.targets.application ?? controlled)?.holdsPointer ?? false
    }

    // MARK: Performing

    private func perform(_ actions: [InputAction]) {
        pending += actions.map { action in
            guard case .overlay(let id, _) = action else { return PendingAction(action: action, sink: nil) }
            return PendingAction(action: action, sink: sinks[id]?.sink)
        }
        while !pending.isEmpty { perform(pending.removeFirst()) }
        redrawServed()
        let pointer = router.overlayPointer
        if pointer != nil || isPointerShown { painter.showPointer(at: pointer) }
        isPointerShown = pointer != nil
        notifyKeyboardOwner()
        showLocks()
    }

    /// Lights the keyboards' lock lights for the application that has the keyboard.
    package func showLocks() {
        let next = ports.port(of: router.focus)?.keyboardLEDs ?? []
        guard next != leds else { return }
        leds = next
        ports.input.show(next)
    }

    private func perform(_ next: PendingAction) {
        switch next.action {
        case .deliver(let input, let choice): deliver(input, to: choice)
        case .overlay(_, let input): next.sink?.take(input)
        case .act(let action): _ = features.all.contains { $0.perform(action) }
        case .run(let command, let key):
            features.hear(.commandKey(command) { [weak self] in self?.router.holds(key) ?? false })
        case .switchTerminal(let number): ports.session.switchVirtualTerminal(to: number)
        }
    }

    private func deliver(_ input: ContentInput, to choice: HostedApplication) {
        guard let port = ports.port(of: choice) else { return }
        count(input, on: choice)
        if choice == .content, features.all.contains(where: { $0.take(input) }) { return }
        port.deliver(input)
        served.insert(choice)
        if case .touchDown = input { features.hear(.applicationTouched) }
        if choice == controlled, case .pointerMotion(let point, relative: .some, _) = input {
            features.hear(.pointerMoved(to: point))
        }
    }

    /// Draws the touches and the cursor of the applications that have received input.
    private func redrawServed() {
        for choice in served {
            let painter = painter.painter(of: choice)
            let fingers = router.fingers(on: choice).filter { !holdsTool($0.id) }
            painter?.contactsChanged(fingers.map(\.point))
            painter?.cursorChanged()
        }
        let hasServedControlled = served.contains(controlled)
        served = []
        if hasServedControlled { features.hear(.fingersMoved) }
    }

    private func holdsTool(_ finger: ContactID) -> Bool { features.all.contains { $0.holds(finger) } }

    private func count(_ input: ContentInput, on choice: HostedApplication) {
        switch input {
        case .touchDown:
            touches += 1
            liveTouches[choice, default: 0] += 1
        case .touchUp:
            liveTouches[choice, default: 0] -= 1
        case .touchCancel:
            let cancelled = liveTouches.removeValue(forKey: choice) ?? 0
            touchesCancelled += cancelled
            if cancelled > 0 { events.emit(.touchesCancelled(count: cancelled)) }
        default: break
        }
    }

    /// Notifies the application that has gained the keyboard. Call this only after the press that moved the focus has
    /// been delivered: the input method moves along, and must not come in between.
    private func notifyKeyboardOwner() {
        guard router.focus != keyboardOwner else { return }
        keyboardOwner = router.focus
        ports.port(of: keyboardOwner)?.tookKeyboard()
    }
}

/// An action with its receiver at the time of the router's decision: an overlay that is removed still gets its cancel.
private struct PendingAction {
    let action: InputAction
    let sink: (any OverlayInputSink)?
}

/// The receiver of an overlay's input.
private struct OverlaySink {
    weak var sink: (any OverlayInputSink)?
}
