import Mirroring
import WaylandBinding

extension WaylandContent: IdlePort {
    package func watchIdleness(seconds: Int) {
        let milliseconds = UInt32(clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue)
        attachments[IdleWatch.self]?.add(
            IdleSubscription(
                milliseconds: milliseconds, onIdle: { [weak self] in self?.idleObserver?.userBecameIdle() },
                onResume: { [weak self] in self?.idleObserver?.userCameBack() }))
    }

    package func userActed() {
        tools.userActed()
    }
}

/// Idleness is shared: what inhibits it in one application does in all.
extension ToolPlace {
    var isIdleInhibited: Bool { contents.contains { $0.attachments[IdleInhibitors.self]?.isActive == true } }

    func inhibitionChanged() {
        for content in contents { content.attachments[IdleWatch.self]?.inhibitionChanged() }
    }
}
