package import LoginSeat
package import Mirroring
package import Runtime

extension Session: SessionPort {
    package func switchVirtualTerminal(to number: Int) {
        switchVT(number)
    }
}

/// The session of virtual hardware, which has no terminals to switch to.
package final class NoSession: SessionPort {
    package init() {}

    package func switchVirtualTerminal(to number: Int) {}
}

/// The event loop as the core's port.
extension EventLoop: LoopPort {
    package var now: Timestamp { Timestamp(microseconds: turnTime) }

    package var clockReading: Timestamp { Timestamp(microseconds: MonotonicClock.now) }
}
