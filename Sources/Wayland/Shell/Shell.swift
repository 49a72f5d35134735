import Logging
import Mirroring
import Runtime

/// The globals through which clients make windows, and the windows that they made.
final class Shell {
    let desktop: Desktop
    private let clock: LoopClock
    private let logger: Logger
    private var base: Global<XdgWmBase>?
    private var decoration: Global<ZxdgDecorationManagerV1>?

    init(content: WaylandContent, policy: LayoutPolicy, logger: Logger) throws(WaylandError) {
        desktop = Desktop(content: content, policy: policy)
        clock = LoopClock(content.display.loop)
        self.logger = logger
        base = try Global(content.display, version: 5) { [desktop, clock, logger] in
            ShellBase($0, desktop: desktop, clock: clock, logger: logger)
        }
        decoration = try Global(content.display, version: 1) { _ in DecorationShell() }
    }
}

extension Shell: WindowStack {
    var roots: [PlacedRoot] { desktop.roots }
    var description: ContentDescription? { desktop.description }
    var isSettled: Bool { desktop.isSettled }
}

/// The event loop's clock.
final class LoopClock: LivenessClock {
    private let loop: EventLoop
    private var timers: [ObjectIdentifier: Timer] = [:]

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    func call(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) {
        var key: ObjectIdentifier?
        // Without a timer nobody is called: what waits for one is only a message in the log.
        guard
            let timer = try? loop.makeTimer(handler: { [weak self] in
                if let key { self?.timers[key] = nil }
                action()
            })
        else { return }
        key = ObjectIdentifier(timer)
        timers[ObjectIdentifier(timer)] = timer
        timer.arm(after: delay)
    }
}
