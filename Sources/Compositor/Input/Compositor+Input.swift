package import Mirroring

/// The input devices, and what their keys do to the service.
extension Compositor {
    /// The input devices present.
    package var inputDevices: [DeviceDescription] { input.devices.all }

    /// Handles an event as if a device had sent it (a replay).
    package func inject(_ event: InputEvent) {
        inputReceived(event)
    }

    /// Calls `body` with every device event from now on, until `removeInputTap` gets the returned number.
    package func addInputTap(_ body: @escaping (InputEvent) -> Void) -> Int {
        input.addTap(body)
    }

    package func removeInputTap(_ number: Int) {
        input.removeTap(number)
    }
}

extension Compositor: InputObserver {
    package func inputReceived(_ event: InputEvent) {
        input.dispatch(event)
        // Unblank after dispatching: input that ends the blanking must not reach what is under it.
        guard event.isNewAction else { return }
        wake()
        ports.idle?.userActed()
    }
}

extension Compositor: InputDispatcherDelegate {
    var isBlanked: Bool { blanked == .all }

    func perform(_ action: BoundAction) {
        switch action {
        case .windowNext: cycleWindows(1)
        case .windowPrevious: cycleWindows(-1)
        case .pipToggle, .pipRestore, .pipHide, .pipPlayPause: pip.act(on: action)
        }
    }

    func modifiersReleased() {
        windowCycle.end()
    }

    func touchesCancelled(_ count: Int) {
        emit(.touchesCancelled(count: count))
    }

    private func cycleWindows(_ step: Int) {
        let port = focusedPort
        let windows = port.switchableWindows.map(\.number)
        if let next = windowCycle.step(step, among: windows) { port.switchToWindow(next) }
    }
}
