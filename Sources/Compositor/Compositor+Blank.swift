import Mirroring

/// Black screens, by command and when the user does nothing.
extension Compositor {
    /// Which screens are black; nil for none.
    package var blanked: BlankExtent? { blanking.extent }

    /// Makes screens black, or with nil shows what there is.
    package func blank(_ extent: BlankExtent?) {
        blanking.blank(extent)
    }

    /// Shows what there is where all screens are black: something is to be seen.
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
