/// What the core needs of the event loop: the time, and a way to be called later on the service's thread.
package protocol LoopPort: AnyObject {
    var now: Timestamp { get }

    /// Runs `action` once, after the events at hand and before the loop next sleeps.
    func deferAction(_ action: @escaping () -> Void)

    /// Runs `action` once after a delay.
    func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void)
}
