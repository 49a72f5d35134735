package import Mirroring

/// Switching between the windows of the two applications.
extension Compositor {
    /// The application that has the keyboard.
    var focusedPort: any ContentPort {
        input.keyboardFocus == .application ? ports.application ?? ports.content : ports.content
    }

    /// The windows of both applications, those of the one that has the keyboard first.
    package var windows: [WindowStatus] {
        applications.flatMap { choice, port in
            port.switchableWindows.map { window in
                WindowStatus(window, of: choice, hasKeyboard: window.isActive && port === focusedPort)
            }
        }
    }

    /// Switches to the least recently used window of the application that has the keyboard; repeated calls visit all of
    /// its windows. False if there is no other window.
    package func goToNextWindow() -> Bool {
        let windows = focusedPort.switchableWindows
        guard windows.count > 1, let last = windows.last else { return false }
        focusedPort.switchToWindow(last.number)
        return true
    }

    /// Raises the most recently used window with this application id within its application, which need not have the
    /// keyboard. False if there is no such window.
    package func goToWindow(_ appID: String) -> Bool {
        for (_, port) in applications {
            guard let window = port.switchableWindows.first(where: { $0.appID == appID }) else { continue }
            port.switchToWindow(window.number)
            return true
        }
        return false
    }

    /// Switches the content's windows for a swipe on the controller, and says which one is in front.
    func swipeWindows(_ step: Int) {
        let windows = ports.content.switchableWindows
        let next = windowCycle.swipe(step, among: windows.map(\.number), at: ports.loop.now)
        guard let next, let window = windows.first(where: { $0.number == next }) else {
            return notify(.noOtherWindow)
        }
        ports.content.switchToWindow(next)
        let name = window.label
        if !name.isEmpty { notices.show(name) }
    }

    /// Brings a window of the menu's to the front of its application.
    func goToWindow(_ number: Int, of choice: PanelForeground.Choice) {
        applications.first { $0.0 == choice }?.1.switchToWindow(number)
    }

    /// The applications, the one that has the keyboard first.
    private var applications: [(PanelForeground.Choice, any ContentPort)] {
        input.keyboardFocus == .application ? hosted.reversed() : hosted
    }

    /// The content, and the panel application where there is one.
    var hosted: [(PanelForeground.Choice, any ContentPort)] {
        let content = (PanelForeground.Choice.content, ports.content)
        return ports.application.map { [content, (.application, $0)] } ?? [content]
    }
}
