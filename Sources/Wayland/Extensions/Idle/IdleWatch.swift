import Logging
import Runtime

/// Tracks how long the user has been idle and notifies subscribers.
///
/// Input only records the time. One alarm, set for the earliest deadline, serves all subscribers. So neither input nor
/// an idle user costs more than that.
final class IdleWatch: ActivityFollower {
    private let clock: any IdleClock
    private var lastAction: Int64
    /// When the user last did something, whatever has inhibited idleness since.
    private var lastInput: Int64
    private var subscriptions: [IdleSubscription] = []
    private var alarm: Int64?

    /// True while a program inhibits idleness.
    var isInhibited: () -> Bool = { false }
    /// True while a lock of the machine's own, such as logind's, inhibits idleness.
    var isInhibitedByMachine: () -> Bool = { false }
    /// Notified when the first program inhibits idleness, and when the last one ends that.
    weak var inhibitionObserver: (any InhibitionObserver)?
    private var wasInhibited = false
    private var wasInhibitedByProgram = false

    init(_ clock: any IdleClock) {
        self.clock = clock
        lastAction = clock.now
        lastInput = clock.now
        clock.onAlarm = { [weak self] in self?.alarmWentOff() }
    }

    func add(_ subscription: IdleSubscription) {
        // A new subscription counts from now on.
        subscription.start = clock.now
        subscriptions.append(subscription)
        setAlarm()
    }

    func remove(_ subscription: IdleSubscription) {
        subscriptions.removeAll { $0 === subscription }
    }

    /// Records user activity.
    func userActed() {
        lastAction = clock.now
        lastInput = clock.now
        var hasWoken = false
        for subscription in subscriptions where subscription.isIdle {
            subscription.isIdle = false
            hasWoken = true
            subscription.onResume()
        }
        if hasWoken { setAlarm() }
    }

    /// How long ago the user last did something.
    var idleMicroseconds: Int64 { clock.now - lastInput }

    /// Inhibitors may have come, gone, or come into sight or out of sight.
    func inhibitionMayHaveChanged() {
        let wasInhibited = wasInhibited
        guard noteInhibition() != wasInhibited else { return }
        // Inhibited time does not count: every timeout starts again after it.
        lastAction = clock.now
        setAlarm()
    }

    /// Returns whether anything inhibits idleness, and tells the observer whether programs do if that has changed.
    private func noteInhibition() -> Bool {
        let isByProgram = isInhibited()
        if isByProgram != wasInhibitedByProgram {
            wasInhibitedByProgram = isByProgram
            inhibitionObserver?.inhibitionChanged(to: isByProgram)
        }
        wasInhibited = isByProgram || isInhibitedByMachine()
        return wasInhibited
    }

    private func alarmWentOff() {
        alarm = nil
        if noteInhibition() {
            // Inhibited time does not count: every timeout starts again after it.
            lastAction = clock.now
            return setAlarm(notBefore: clock.now + Self.inhibitionCheck)
        }
        for subscription in subscriptions where !subscription.isIdle && deadline(of: subscription) <= clock.now {
            subscription.isIdle = true
            subscription.onIdle()
        }
        setAlarm()
    }

    private func deadline(of subscription: IdleSubscription) -> Int64 {
        max(lastAction, subscription.start) + subscription.timeout
    }

    /// The least interval between alarms while something inhibits idleness, in microseconds.
    private static let inhibitionCheck: Int64 = 1_000_000

    private func setAlarm(notBefore earliest: Int64 = 0) {
        guard let deadline = subscriptions.lazy.filter({ !$0.isIdle }).map({ self.deadline(of: $0) }).min() else {
            return
        }
        let next = max(deadline, earliest)
        guard alarm.map({ next < $0 }) ?? true else { return }
        alarm = next
        clock.setAlarm(at: next)
    }
}

/// Notified whether a program inhibits idleness.
protocol InhibitionObserver: AnyObject {
    func inhibitionChanged(to isInhibited: Bool)
}

/// A subscription to the user's idleness after a timeout.
final class IdleSubscription {
    /// The timeout in microseconds, at most 2^32 - 1 milliseconds.
    let timeout: Int64
    fileprivate(set) var isIdle = false
    fileprivate var start: Int64 = 0
    fileprivate let onIdle: () -> Void
    fileprivate let onResume: () -> Void

    init(milliseconds: UInt32, onIdle: @escaping () -> Void, onResume: @escaping () -> Void) {
        timeout = Int64(milliseconds) * 1000
        self.onIdle = onIdle
        self.onResume = onResume
    }
}

/// The time, and one alarm that can be set again.
protocol IdleClock: AnyObject {
    /// The time of this turn of the loop in microseconds.
    var now: Int64 { get }
    var onAlarm: () -> Void { get set }

    /// Sets the alarm, replacing the previous one; `onAlarm` is called at that time.
    func setAlarm(at instant: Int64)
}

/// An idle clock on the event loop.
final class LoopIdleClock: IdleClock {
    var onAlarm: () -> Void = {}
    private let loop: EventLoop
    private var timer: Timer?

    init(_ loop: EventLoop) {
        self.loop = loop
        timer = loop.makeTimer { [weak self] in self?.onAlarm() }
    }

    var now: Int64 { loop.turnTime }

    func setAlarm(at instant: Int64) {
        timer?.arm(at: instant)
    }
}
