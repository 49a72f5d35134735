import Geometry
package import Mirroring

/// Dark screens: by command, when the user does nothing, and by tools that turn displays off.
extension Compositor {
    /// Which screens are blanked; nil for none.
    package var blanked: BlankExtent? { director.wishes.blank }

    /// Blanks screens, or with nil unblanks them.
    package func blank(_ extent: BlankExtent?) {
        director.update { $0.blank = extent }
    }

    /// Whether nothing can be seen on any screen: the user's next input only ends that.
    var isBlanked: Bool { blanked == .all || plan.isDark }

    /// Shows the panel, and what is dark for want of a user, because something must be seen.
    package func wake() {
        let panel = plan.panel?.output.id
        director.update { $0.wake(panel) }
        darkPanel.used()
        idle.interrupt()
    }

    /// The user has started something, which has been dispatched.
    func userActed() {
        let hasPressed = blanking.takePress()
        if isBlanked || hasPressed { wake() }
        ports.idle?.userActed()
    }

    func watchIdleness() {
        ports.idle?.idleObserver = self
        ports.idle?.watchIdleness(seconds: idle.stages.alarms)
        ports.idle?.tellMachine(ofIdlenessAfter: idle.configuration.hintAfterSeconds)
    }

    /// Takes other stages, which count from now on.
    func use(_ next: IdleConfiguration) {
        // What was darkened by command stays so.
        if !idle.stages.reached.isEmpty { userCameBack() }
        idle.use(next)
        watchIdleness()
    }

    /// Undoes what would outlast the service.
    package func stop() {
        idle.undim()
        saved.save()
    }
}

extension Compositor: PowerObserver {
    package func setPower(of id: OutputID, isOn: Bool) -> Bool {
        guard plan.screens[id] != nil else { return false }
        director.update { wishes in
            guard isOn else { return _ = wishes.off.insert(id) }
            wishes.off.remove(id)
            // What is turned on by hand is to be seen.
            if wishes.blank == .all { wishes.blank = nil }
            if id == plan.panel?.output.id { wishes.isPanelLeft = false }
        }
        if isOn { darkPanel.used() }
        return true
    }
}

extension Compositor: IdleObserver {
    package func userBecameIdle(forSeconds seconds: Int) {
        idle.idle(forSeconds: seconds)
    }

    package func userCameBack() {
        idle.end()
        wake()
    }
}

/// Blanks screens above everything that they show; applications keep running.
///
/// While all screens are black the user's next input only ends that: a touch reaches no application, a key is typed
/// nowhere, though modifiers are, so that chords stay complete. So does a press on a panel that alone is dark, and a key for the
/// application that it hides. An external that was blanked by itself stays black until a command ends that.
final class Blanking: OverlayInputSink {
    private let overlays: Overlays
    private let black = MemoryBuffer(size: Size(width: 1, height: 1))
    /// A press on the dark panel that has not been answered yet.
    private var isPressed = false

    init(_ overlays: Overlays) {
        self.overlays = overlays
    }

    /// Covers the screens that the plan blanks, and uncovers the others.
    func follow(_ plan: ScreenPlan) {
        for role in [OutputRole.panel, .external] {
            let screen = plan.screen(in: role)
            let isCovered = screen?.isCovered ?? false
            overlays.set(
                .blank, to: isCovered ? screen.map { ScreenOverlay(picture: black, frame: $0.size.bounds) } : nil,
                on: role)
        }
        let panel = plan.panel.flatMap { $0.isBlank ? $0.size.reinterpreted(as: PanelSpace.self).bounds : nil }
        overlays.setInput(.blank, area: panel.map { OverlayArea(own: Region($0)) }, sink: self)
    }

    /// Swallows the input: what lies under the black is not touched.
    func take(_ input: OverlayInput) {
        switch input {
        case .down, .key: isPressed = true
        case .motion, .up, .cancel, .hover, .hoverEnded, .scroll: break
        }
    }

    /// Whether the panel has been pressed since the last call.
    func takePress() -> Bool {
        defer { isPressed = false }
        return isPressed
    }
}

/// A locked session: every screen shows the locker, and input, recordings, copies and requests reach nothing else.
extension Compositor {
    package var isLocked: Bool { director.wishes.isLocked }

    func contentLocked(_ isLocked: Bool) {
        guard isLocked != self.isLocked else { return }
        if isLocked {
            lockBoard.locker = .running
            menu.close()
            pip.suspended()
        }
        input.isLocked = isLocked
        director.update { $0.isLocked = isLocked }
        if !isLocked { pip.resumed() }
        if !isLocked { lockBoard.locker = nil }
        events.emit(isLocked ? .sessionLocked : .sessionUnlocked)
    }

    func contentLostLocker(processID: Int) {
        guard isLocked else { return }
        lockBoard.locker = .lost
        // Whoever starts lockers may follow the event too.
        events.emit(.lockerLost(pid: processID))
        lockBoard.show(lockerPort?.lockerLost())
    }

    func contentGotLocker() {
        lockBoard.locker = .running
        lockerPort?.lockerCame()
    }

    /// Says on the locked screens what has become of their locker, while there is none.
    package func show(_ notice: LockerNotice) {
        if lockBoard.locker == .lost { lockBoard.show(notice) }
    }
}
