import Mirroring

/// Acts once something has not been used for a while.
///
/// At most one wake-up is set, and none while there is nothing to do.
final class DisuseTimer {
    /// The time without use before the timer acts, in microseconds; nil for no limit.
    var patience: Int64?
    private let loop: any LoopPort
    private let isNeeded: () -> Bool
    private let act: () -> Void
    private var lastUse = Timestamp(microseconds: 0)
    private var isWaiting = false

    /// `isNeeded` says whether `act` has anything to do.
    init(_ loop: any LoopPort, patience: Int64?, isNeeded: @escaping () -> Bool, act: @escaping () -> Void) {
        self.loop = loop
        self.patience = patience
        self.isNeeded = isNeeded
        self.act = act
    }

    /// Notes a use, after which the wait starts again.
    func used() {
        lastUse = loop.now
        wait()
    }

    /// Waits on after `patience` has changed, or when there may be something to do again.
    func wait() {
        guard let patience, !isWaiting, isNeeded() else { return }
        isWaiting = true
        loop.schedule(afterMicroseconds: max(0, patience - loop.now.since(lastUse))) { [weak self] in self?.timeUp() }
    }

    private func timeUp() {
        isWaiting = false
        guard let patience, isNeeded() else { return }
        if loop.now.since(lastUse) >= patience { act() } else { wait() }
    }
}
