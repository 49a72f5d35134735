package import Mirroring

/// Black screens, by command and when the user does nothing.
extension Compositor {
    /// Which screens are blanked; nil for none.
    package var blanked: BlankExtent? { director.wishes.blank }

    /// Blanks screens, or with nil unblanks them.
    package func blank(_ extent: BlankExtent?) {
        director.update { $0.blank = extent }
    }

    /// Ends the blanking of all screens because something must be seen.
    package func wake() {
        if blanked == .all { blank(nil) }
    }

    /// The user has started something, which has been dispatched.
    func userActed() {
        wake()
        ports.idle?.userActed()
    }

    func watchIdleness() {
        let seconds = configuration.idle.blankAfterSeconds
        guard seconds > 0, let idle = ports.idle else { return }
        idle.idleObserver = self
        idle.watchIdleness(seconds: seconds)
    }
}

extension Compositor: IdleObserver {
    package func userBecameIdle() {
        blank(.all)
    }

    package func userCameBack() {
        wake()
    }
}
