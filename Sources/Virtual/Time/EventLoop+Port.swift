package import Mirroring
package import Runtime

/// The event loop as the core's port.
extension EventLoop: LoopPort {
    package var now: Timestamp { Timestamp(microseconds: turnTime) }

    package var clockReading: Timestamp { Timestamp(microseconds: MonotonicClock.now) }
}
