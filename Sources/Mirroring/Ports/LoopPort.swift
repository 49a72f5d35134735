/// What the core needs of the event loop: the time, and a way to be called later on the service's thread.
package protocol LoopPort: AnyObject {
    /// The time of this turn of the loop, the same for everything that happens in it.
    var now: Timestamp { get }

    /// The clock at this very moment: only for measuring how long work takes.
    var clockReading: Timestamp { get }

    /// Runs `action` once, after the events at hand and before the loop next sleeps.
    func deferAction(_ action: @escaping () -> Void)

    /// Runs `action` once after a delay.
    func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void)
}

extension LoopPort {
    /// Where time stands still during work, the time of the turn.
    package var clockReading: Timestamp { now }
}
