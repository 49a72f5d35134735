import Runtime
import Testing

@testable import kagami

@Suite struct WatchdogTests {
    private let clock = ManualClock()
    private let manager: Manager
    private let loop: EventLoop

    init() throws {
        manager = Manager(clock: clock)
        loop = try EventLoop(clock: clock)
    }

    @Test func eachTimeoutSeesTwoSignsOfLife() {
        let watchdog = Watchdog(loop: loop, timeout: 30_000_000, receiver: manager)
        #expect(manager.signs == [0])
        pass(seconds: 120)
        #expect(manager.signs == Array(stride(from: 0, through: 120_000_000, by: 15_000_000)))
        withExtendedLifetime(watchdog) {}
    }

    @Test func loopThatHangsGivesNoSign() {
        let watchdog = Watchdog(loop: loop, timeout: 30_000_000, receiver: manager)
        clock.advance(by: 100_000_000)
        #expect(manager.signs == [0])
        loop.turn(timeoutMilliseconds: 0)
        #expect(manager.signs == [0, 100_000_000])
        withExtendedLifetime(watchdog) {}
    }

    @Test func nobodyGivesSignsForAServiceThatHasGone() {
        do { _ = Watchdog(loop: loop, timeout: 2, receiver: manager) }
        pass(seconds: 3)
        #expect(manager.signs == [0])
    }

    /// Time passes, and the loop turns each second.
    private func pass(seconds: Int) {
        for _ in 0..<seconds {
            clock.advance(by: 1_000_000)
            loop.turn(timeoutMilliseconds: 0)
        }
    }
}

private final class ManualClock: LoopClock {
    private(set) var microseconds: Int64 = 0

    func advance(by delta: Int64) { microseconds += delta }
}

/// A service manager that writes down when it was given a sign of life.
private final class Manager: SignsOfLife {
    private let clock: ManualClock
    private(set) var signs: [Int64] = []

    init(clock: ManualClock) {
        self.clock = clock
    }

    func alive() { signs.append(clock.microseconds) }
}
