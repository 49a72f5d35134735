import Mirroring
import Runtime

/// The event loop as the core knows it.
extension EventLoop: LoopPort {
    package var now: Timestamp { Timestamp(microseconds: EventLoop.now()) }
}
