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
