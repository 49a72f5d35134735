package import Mirroring

/// Switches between the windows of the two applications.
final class WindowSwitch {
    private let ports: CompositorPorts
    private let input: InputDispatcher
    private var cycle = WindowCycle()

    init(_ ports: CompositorPorts, _ input: InputDispatcher) {
        self.ports = ports
        self.input = input
    }

    /// The content, and the panel application where there is one.
    var hosted: [(choice: PanelForeground.Choice, port: any ContentPort)] {
        let content = (PanelForeground.Choice.content, ports.content)
        return ports.application.map { [content, (.application, $0)] } ?? [content]
    }

    /// The same, the one that has the keyboard first.
    private var applications: [(choice: PanelForeground.Choice, port: any ContentPort)] {
        input.keyboardFocus == .application ? hosted.reversed() : hosted
    }

    /// The application that has the keyboard.
    private var focused: any ContentPort {
        input.keyboardFocus == .application ? ports.application ?? ports.content : ports.content
    }

    /// The window in use; nil without one.
    var active: SwitchableWindow? { focused.switchableWindows.first { $0.isActive } }

    /// Whether keys go to this window of an application's.
    func hasKeyboard(_ window: SwitchableWindow, of port: any ContentPort) -> Bool {
        window.isActive && port === focused
    }

    /// The windows of both applications, those of the one that has the keyboard first.
    var windows: [WindowStatus] {
        applications.flatMap { choice, port in
            port.switchableWindows.map { WindowStatus($0, of: choice, hasKeyboard: hasKeyboard($0, of: port)) }
        }
    }

    /// Switches to the least recently used window of the application that has the keyboard; repeated calls visit all of
    /// its windows. False if there is no other window.
    func goToNext() -> Bool {
        let windows = focused.switchableWindows
        guard windows.count > 1, let last = windows.last else { return false }
        focused.switchToWindow(last.number)
        return true
    }

    /// Raises the most recently used window with this application id within its application, which need not have the
    /// keyboard. False if there is no such window.
    func go(to appID: AppID) -> Bool {
        for (_, port) in applications {
            guard let window = port.switchableWindows.first(where: { $0.appID == appID }) else { continue }
            port.switchToWindow(window.number)
            return true
        }
        return false
    }

    /// Brings a window to the front of its application.
    func go(to number: Int, of choice: PanelForeground.Choice) {
        applications.first { $0.choice == choice }?.port.switchToWindow(number)
    }

    /// Goes on to a window of the application that has the keyboard that was used before the present one, or with -1 the
    /// other way round.
    func step(_ step: Int) {
        let port = focused
        if let next = cycle.step(step, among: port.switchableWindows.map(\.number)) { port.switchToWindow(next) }
    }

    /// The same for the content's windows, by a swipe on the controller; returns the window that is in front now, nil
    /// without another one.
    func swipe(_ step: Int) -> SwitchableWindow? {
        let windows = ports.content.switchableWindows
        let next = cycle.swipe(step, among: windows.map(\.number), at: ports.loop.now)
        guard let next, let window = windows.first(where: { $0.number == next }) else { return nil }
        ports.content.switchToWindow(next)
        return window
    }

    /// Ends the steps: the modifiers have been released.
    func endSteps() {
        cycle.end()
    }
}

extension Compositor {
    /// See `WindowSwitch`.
    package var windows: [WindowStatus] { windowSwitch.windows }

    /// See `WindowSwitch`.
    package func goToNextWindow() -> Bool { windowSwitch.goToNext() }

    /// See `WindowSwitch`.
    package func goToWindow(_ appID: AppID) -> Bool { windowSwitch.go(to: appID) }

    /// Switches the content's windows for a swipe on the controller, and says which one is in front.
    func swipeWindows(_ step: Int) {
        guard let window = windowSwitch.swipe(step) else { return notify(.noOtherWindow) }
        let name = window.label
        if !name.isEmpty { notices.show(name) }
    }
}
