import Mirroring
import Runtime

/// The event loop as the core knows it.
package final class LoopClock: LoopPort {
    private let loop: EventLoop
    /// Timers that have yet to fire, by a number of their own.
    private var timers: [Int: Timer] = [:]
    private var nextTimer = 0

    package init(_ loop: EventLoop) {
        self.loop = loop
    }

    package var now: Timestamp { Timestamp(microseconds: EventLoop.now()) }

    package func deferAction(_ action: @escaping () -> Void) {
        loop.deferAction(action)
    }

    /// Runs `action` after the delay, or at once where the system has no timer left.
    package func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) {
        nextTimer += 1
        let number = nextTimer
        do throws(RuntimeError) {
            let timer = try loop.makeTimer { [weak self] in
                self?.timers[number] = nil
                action()
            }
            timers[number] = timer
            timer.arm(after: delay)
        } catch {
            loop.deferAction(action)
        }
    }
}
