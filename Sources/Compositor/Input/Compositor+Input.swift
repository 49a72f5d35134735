import Geometry
package import Mirroring

/// What the dispatcher leaves to the service.
protocol InputDispatcherDelegate: AnyObject {
    /// The user has started something, which has been dispatched.
    func userActed()

    /// Takes an event of the content for a tool that the user holds; false where it is the content's.
    func takesInput(_ input: ContentInput) -> Bool

    /// Whether the finger holds a tool.
    func holdsTool(_ finger: ContactID) -> Bool

    /// Performs the action of a bound key.
    func perform(_ action: BoundAction)

    /// Reports that somebody touches the panel.
    func panelUsed()

    /// Reports that the machine's lid has been closed or opened.
    func lidMoved(isClosed: Bool)

    /// Whether there is a panel menu.
    var hasMenu: Bool { get }

    /// No modifier is held any more.
    func modifiersReleased()

    /// Reports that a device has moved the content's pointer from where it was to this point.
    func pointerMoved(to point: Point<ContentSpace>)

    /// Reports that fingers on the content have moved, come or gone.
    func fingersMoved()

    /// Reports that this many touches were cancelled at once.
    func touchesCancelled(_ count: Int)
}

/// The input devices, and what their keys do to the service.
extension Compositor {
    /// The input devices present.
    package var inputDevices: [DeviceDescription] { input.devices.all }

    /// Reports that an application's keyboard layout has changed, and with it the locks.
    package func keyboardLayoutChanged() {
        input.showLocks()
    }

    /// The touchscreens and display tablets whose display is not connected.
    package var unplacedTouchscreens: [TouchscreenStatus] { input.touchscreens.filter { $0.output == nil } }

    /// Finds the touchscreens' displays anew. One that dropped out a moment ago keeps its own.
    func followGlass() {
        let away = plan.away.flatMap { plan.screens[$0]?.output.description }
        let outputs = director.topology.outputs.filter { $0.isConnected && $0.id != away?.id }
        let roles = director.topology.roles
        input.use(
            GlassDisplays(
                outputs: outputs + [away].compactMap(\.self), panel: roles.panel, external: roles.external))
    }

    /// Handles an event as if a device had sent it (a replay).
    package func inject(_ event: InputEvent) {
        input.inputReceived(event)
    }

    /// Receives every device event from now on, before it is dispatched. Held weakly.
    package var inputFollower: (any InputObserver)? {
        get { input.follower }
        set { input.follower = newValue }
    }
}

extension Compositor: ServiceGestureObserver {
    func serviceAsked() {
        guard !isLocked else { return }
        // The fingers have done their work: what lies under them is not to be pressed.
        input.cancelAll()
        wake()
        _ = menu.open(isFocused: false)
    }
}

extension Compositor: InputDispatcherDelegate {
    var hasMenu: Bool { ports.menu != nil }

    func panelUsed() {
        darkPanel.used()
    }

    func lidMoved(isClosed: Bool) {
        firstFrame.caused(at: ports.loop.now)
        director.handle(.lidMoved(isClosed: isClosed))
    }

    func perform(_ action: BoundAction) {
        switch action {
        case .windowNext: windowSwitch.step(1)
        case .windowPrevious: windowSwitch.step(-1)
        case .controllerMode: switchControllerMode()
        case .controllerZoom: zoomer.toggle()
        case .screenKeyboard: panelKeyboard?.toggle()
        case .presenterTool: switchTool()
        case .presenterUndo: _ = undoStroke()
        case .freeze: toggleFreeze()
        case .panelMenu:
            wake()
            menu.act()
        case .pipToggle, .pipRestore, .pipHide, .pipPlayPause: pip.act(on: action)
        }
    }

    func takesInput(_ input: ContentInput) -> Bool { presenter?.take(input) ?? false }

    func holdsTool(_ finger: ContactID) -> Bool { presenter?.holds(finger) ?? false }

    func modifiersReleased() {
        windowSwitch.endSteps()
    }

    func pointerMoved(to point: Point<ContentSpace>) {
        // What the pointer drags must stay in sight in any case.
        if configuration.controller.follow == .pointer || input.holdsButton { zoomer.reveal(point) }
    }

    func fingersMoved() {
        edgeScroll.fingersMoved()
        viewFollower.showAwaited()
    }

    func touchesCancelled(_ count: Int) {
        events.emit(.touchesCancelled(count: count))
    }
}
