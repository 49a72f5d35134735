import Mirroring

extension WaylandContent: IdlePort {
    package func watchIdleness(seconds: Int) {
        let milliseconds = UInt32(clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue)
        extensions?.idle.add(
            IdleSubscription(
                milliseconds: milliseconds, onIdle: { [weak self] in self?.idleObserver?.userBecameIdle() },
                onResume: { [weak self] in self?.idleObserver?.userCameBack() }))
    }

    package func userActed() {
        tools.userActed()
    }
}
