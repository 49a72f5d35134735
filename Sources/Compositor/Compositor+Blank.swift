package import Mirroring

/// Black screens, by command and when the user does nothing.
extension Compositor {
    /// Which screens are blanked; nil for none.
    package var blanked: BlankExtent? { blanking.extent }

    /// Blanks screens, or with nil unblanks them.
    package func blank(_ extent: BlankExtent?) {
        blanking.blank(extent)
    }

    /// Ends the blanking of all screens because something must be seen.
    package func wake() {
        blanking.wake()
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
        blanking.blank(.all)
    }

    package func userCameBack() {
        blanking.wake()
    }
}
