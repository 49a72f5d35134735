import Control
package import Mirroring

/// Switches between the windows of the two applications.
package final class WindowSwitch: Feature {
    private let ports: CompositorPorts
    private let input: InputDispatcher
    private let notices: NoticeBoard
    private var cycle = WindowCycle()

    init(_ ports: CompositorPorts, _ input: InputDispatcher, _ notices: NoticeBoard) {
        self.ports = ports
        self.input = input
        self.notices = notices
    }

    /// The content, and the panel application where there is one.
    var hosted: [(choice: PanelForeground.Choice, port: any ContentPort)] {
        let content = (PanelForeground.Choice.content, ports.content)
        return ports.application.map { [content, (.application, $0)] } ?? [content]
    }

    /// The hosted applications, the one that has the keyboard first.
    private var applications: [(choice: PanelForeground.Choice, port: any ContentPort)] {
        input.keyboardFocus == .application ? hosted.reversed() : hosted
    }

    /// The application that has the keyboard.
    private var focused: any ContentPort {
        ports.port(of: input.keyboardFocus) ?? ports.content
    }

    /// The window in use; nil without one.
    var active: SwitchableWindow? { focused.switchableWindows.first { $0.isActive } }

    /// Whether keys go to this window of an application.
    func hasKeyboard(_ window: SwitchableWindow, of port: any ContentPort) -> Bool {
        window.isActive && port === focused
    }

    /// The windows of both applications, beginning with the application that has the keyboard.
    package var all: [WindowStatus] {
        applications.flatMap { choice, port in
            port.switchableWindows.map { WindowStatus($0, of: choice, hasKeyboard: hasKeyboard($0, of: port)) }
        }
    }

    /// Switches to the least recently used window of the application that has the keyboard.
    ///
    /// Repeated calls visit all of its windows. False if there is no other window.
    package func goToNext() -> Bool {
        let windows = focused.switchableWindows
        guard windows.count > 1, let last = windows.last else { return false }
        focused.switchToWindow(last.number)
        return true
    }

    /// Raises the most recently used window with this application id within its application.
    ///
    /// The application need not have the keyboard. False if there is no such window.
    package func go(to appID: AppID) -> Bool {
        act(onWindow: appID) { $0.switchToWindow($1) }
    }

    /// Brings a window to the front of its application.
    func go(to number: Int, of choice: PanelForeground.Choice) {
        applications.first { $0.choice == choice }?.port.switchToWindow(number)
    }

    /// Asks the most recently used window with this application id to close. False if there is no such window.
    package func close(_ appID: AppID) -> Bool {
        act(onWindow: appID) { $0.closeWindow($1) }
    }

    /// Calls `body` with the most recently used window with this application id. False if there is no such window.
    private func act(onWindow appID: AppID, _ body: (any ContentPort, Int) -> Void) -> Bool {
        for (_, port) in applications {
            guard let window = port.switchableWindows.first(where: { $0.appID == appID }) else { continue }
            body(port, window.number)
            return true
        }
        return false
    }

    /// Asks a window of an application to close.
    func close(_ number: Int, of choice: PanelForeground.Choice) {
        applications.first { $0.choice == choice }?.port.closeWindow(number)
    }

    /// Goes `step` windows back in the order of use, in the application that has the keyboard. Says which window is in front.
    func step(_ step: Int) {
        let port = focused
        let windows = port.switchableWindows
        guard let next = cycle.step(step, among: windows.map(\.number)) else { return }
        port.switchToWindow(next)
        say(next, among: windows)
    }

    /// Goes `step` of the content's windows back after a swipe on the controller. Says which window is in front.
    func swipe(_ step: Int) {
        let port = input.controlledPort
        let windows = port.switchableWindows
        let next = cycle.swipe(step, among: windows.map(\.number), at: ports.loop.now)
        guard let next else { return notices.show(.noOtherWindow) }
        port.switchToWindow(next)
        say(next, among: windows)
    }

    private func say(_ number: Int, among windows: [SwitchableWindow]) {
        let name = windows.first { $0.number == number }?.label ?? ""
        if !name.isEmpty { notices.show(name) }
    }

    var commands: [any CommandHandler] {
        [
            Handler<WindowsRequest> { [unowned self] _, _ in .success(WindowsRequest.Reply(all)) },
            Handler<NextWindowRequest>(wakes: true) { [unowned self] _, _ in
                goToNext() ? .done : .failure("no other window to go to: see kagami windows")
            },
            Handler<ActivateWindowRequest>(wakes: true) { [unowned self] command, _ in
                go(to: command.appID) ? .done : Self.noWindow(command.appID)
            },
            Handler<CloseWindowRequest> { [unowned self] command, _ in
                close(command.appID) ? .done : Self.noWindow(command.appID)
            },
        ]
    }

    private static func noWindow(_ appID: AppID) -> ControlAnswer<Done> {
        .failure("no window has the application id \"\(appID)\": see kagami windows")
    }

    func perform(_ action: BoundAction) -> Bool {
        switch action {
        case .windowNext: step(1)
        case .windowPrevious: step(-1)
        case .windowClose: if let active { focused.closeWindow(active.number) }
        default: return false
        }
        return true
    }

    func hear(_ news: InputNews) {
        if case .modifiersReleased = news { cycle.end() }
    }
}

/// Cycles through an application's windows, in the order in which they were used before the cycle began.
///
/// A cycle begins with the first step and lasts until the modifiers are released: one step goes back to the window used
/// before, and as many steps as there are windows visit all of them. A cycle of swipes, which have no modifiers, lasts
/// until there has been no swipe for a while.
struct WindowCycle {
    private var order: [Int] = []
    private var place = 0
    private var lastSwipe: Timestamp?

    private static let swipeMicroseconds: Int64 = 3_000_000

    init() {}

    /// The window to switch to, `step` places further back; `windows` are those present, most recently used first. Nil
    /// if there is no other window.
    mutating func step(_ step: Int, among windows: [Int]) -> Int? {
        guard windows.count > 1 else {
            end()
            return nil
        }
        // Windows came or went, or another application is cycled through.
        if Set(windows) != Set(order) { (order, place) = (windows, 0) }
        place = (place + step % order.count + order.count) % order.count
        return order[place]
    }

    /// The window to switch to after a swipe at `time`; nil if there is no other window.
    mutating func swipe(_ step: Int, among windows: [Int], at time: Timestamp) -> Int? {
        if lastSwipe.map({ time.since($0) > Self.swipeMicroseconds }) ?? true { end() }
        lastSwipe = time
        return self.step(step, among: windows)
    }

    /// Ends the cycle when the modifiers are released; the next step begins another.
    mutating func end() {
        order = []
        place = 0
    }
}
