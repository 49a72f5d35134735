import Mirroring

@testable import Virtual

/// Time that moves only when a test moves it.
final class ManualTime: TimeSource {
    private(set) var instant: Timestamp
    private var alarms: [WeakAlarm] = []
    private var deferred: [() -> Void] = []

    private struct WeakAlarm {
        weak var alarm: ManualAlarm?
    }

    init(microseconds: Int64 = 1_000_000) {
        instant = Timestamp(microseconds: microseconds)
    }

    /// How many alarms would wake the service.
    var armedAlarms: Int { due.count }

    func makeAlarm(handler: @escaping () -> Void) -> any Alarm {
        let alarm = ManualAlarm(handler: handler)
        alarms.append(WeakAlarm(alarm: alarm))
        return alarm
    }

    func deferAction(_ action: @escaping () -> Void) {
        deferred.append(action)
    }

    /// Runs what was deferred, as the loop does before it sleeps.
    func settle() {
        while !deferred.isEmpty {
            let actions = deferred
            deferred = []
            for action in actions { action() }
        }
    }

    /// Lets `microseconds` pass; alarms that come due fire in order, each at its own instant.
    func advance(microseconds: Int64) {
        settle()
        let end = instant.adding(microseconds: microseconds)
        while let next = due.min(by: { $0.at < $1.at }), next.at <= end.microseconds {
            instant = Timestamp(microseconds: max(next.at, instant.microseconds))
            next.alarm.fire()
            settle()
        }
        instant = end
    }

    private var due: [(at: Int64, alarm: ManualAlarm)] {
        alarms.compactMap { entry in
            guard let alarm = entry.alarm, let at = alarm.armedFor else { return nil }
            return (at, alarm)
        }
    }
}

final class ManualAlarm: Alarm {
    private(set) var armedFor: Int64?
    private let handler: () -> Void

    init(handler: @escaping () -> Void) {
        self.handler = handler
    }

    func arm(at instant: Int64) { armedFor = instant }

    func disarm() { armedFor = nil }

    func fire() {
        armedFor = nil
        handler()
    }
}
