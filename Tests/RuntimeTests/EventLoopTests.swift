import Glibc
import Testing

@testable import Runtime

@Suite struct EventLoopTests {
    @Test func whatGoesOnInTheNextTurnLetsOthersHaveTheirs() throws {
        let loop = try EventLoop()
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(write(ends[1], "x", 1) == 1)
        var order: [String] = []
        let source = try loop.watch(ends[0]) { _ in order.append("descriptor") }
        func goOn() {
            order.append("share")
            loop.continueNextTurn(goOn)
        }
        loop.continueNextTurn(goOn)
        // Nothing waits for the descriptors while there is work to go on with.
        source.update([])
        loop.turn(timeoutMilliseconds: -1)
        source.update(.readable)
        for _ in 0..<3 { loop.turn(timeoutMilliseconds: -1) }
        #expect(order == ["share", "descriptor", "share", "descriptor", "share", "descriptor", "share"])
        loop.forgetPending()
    }

    @Test func firesAnArmedTimerOnce() throws {
        let loop = try EventLoop()
        var count = 0
        let timer = loop.makeTimer { count += 1 }
        timer.arm(at: MonotonicClock.now)
        loop.turn(timeoutMilliseconds: 5000)
        loop.turn(timeoutMilliseconds: 0)
        #expect(count == 1)
    }

    @Test func keepsADisarmedTimerSilent() throws {
        let loop = try EventLoop()
        var count = 0
        let timer = loop.makeTimer { count += 1 }
        timer.arm(at: MonotonicClock.now)
        timer.disarm()
        loop.turn(timeoutMilliseconds: 0)
        #expect(count == 0)
    }

    @Test(arguments: [Int64.max, Int64.min, -1, 0])
    func survivesAbsurdDelays(delay: Int64) throws {
        let timer = try EventLoop().makeTimer {}
        timer.arm(after: delay)
        timer.arm(at: delay)
    }

    @Test func firesTimersInTheOrderOfTheirInstants() throws {
        let loop = try EventLoop()
        let now = MonotonicClock.now
        var order: [Int] = []
        let timers = [3, 1, 2, 1].enumerated().map { index, offset in
            let timer = loop.makeTimer { order.append(index) }
            timer.arm(at: now - 10 + Int64(offset))
            return timer
        }
        withExtendedLifetime(timers) { loop.turn(timeoutMilliseconds: 5000) }
        #expect(order == [1, 3, 2, 0])
    }

    @Test func firesNoTimerThatAnEarlierOneCancelled() throws {
        let loop = try EventLoop()
        var fired: [Int] = []
        var later: Runtime.Timer? = loop.makeTimer { fired.append(2) }
        let first = loop.makeTimer {
            fired.append(1)
            later = nil
        }
        first.arm(at: 1)
        later?.arm(at: 2)
        loop.turn(timeoutMilliseconds: 5000)
        loop.turn(timeoutMilliseconds: 0)
        #expect(fired == [1])
    }

    @Test func aTimerThatArmsItselfLeavesTheLoopItsTurns() throws {
        let loop = try EventLoop()
        var count = 0
        var timer: Runtime.Timer?
        timer = loop.makeTimer {
            count += 1
            timer?.arm(at: 1)
        }
        timer?.arm(at: 1)
        for _ in 0..<3 { loop.turn(timeoutMilliseconds: 5000) }
        #expect(count == 3)
        timer = nil
    }

    @Test func manyTimersCostNoDescriptor() throws {
        let loop = try EventLoop()
        let before = try lowestFreeDescriptor()
        let timers = (0..<500).map { _ in
            let timer = loop.makeTimer {}
            timer.arm(after: 60_000_000)
            loop.schedule(afterMicroseconds: 60_000_000) {}
            return timer
        }
        // Other tests come and go in this process, but not with hundreds of descriptors.
        #expect(try withExtendedLifetime(timers, lowestFreeDescriptor) < before + 200)
    }

    private func lowestFreeDescriptor() throws -> CInt {
        let descriptor = dup(STDERR_FILENO)
        defer { close(descriptor) }
        return try #require(descriptor >= 0 ? descriptor : nil)
    }

    @Test func itsSourcesKeepIt() throws {
        weak var loop: EventLoop?
        var source: DescriptorSource?
        var timer: Runtime.Timer?
        // Standard input may be a file, which cannot be watched.
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        do {
            let made = try EventLoop()
            loop = made
            source = try made.watch(ends[0], for: []) { _ in }
            timer = made.makeTimer {}
        }
        #expect(loop != nil)
        source?.cancel()
        source = nil
        #expect(loop != nil)
        timer?.arm(after: 1_000_000)
        timer = nil
        #expect(loop == nil)
    }

    @Test func whatItForgetsHoldsNothing() throws {
        weak var loop: EventLoop?
        do {
            let made = try EventLoop()
            loop = made
            made.deferAction { _ = made }
            made.schedule(afterMicroseconds: 60_000_000) { _ = made }
            made.beforeSleep { _ = made }
            made.forgetPending()
        }
        #expect(loop == nil)
    }

    @Test func lateDescriptorEventsAreDropped() throws {
        let loop = try EventLoop()
        var pipes: [[CInt]] = []
        var sources: [DescriptorSource] = []
        var calls = 0
        for _ in 0..<2 {
            var ends: [CInt] = [0, 0]
            #expect(pipe(&ends) == 0)
            pipes.append(ends)
            #expect(write(ends[1], "x", 1) == 1)
            // Whichever is called first cancels both, though the other is ready in the same turn.
            sources.append(
                try loop.watch(ends[0]) { _ in
                    calls += 1
                    sources = []
                })
        }
        loop.turn(timeoutMilliseconds: 0)
        loop.turn(timeoutMilliseconds: 0)
        #expect(calls == 1)
        for descriptor in pipes.joined() { close(descriptor) }
    }

    @Test func runsDeferredActionsBeforeSleeping() throws {
        let loop = try EventLoop()
        var order: [String] = []
        loop.beforeSleep { order.append("hook") }
        loop.deferAction {
            order.append("first")
            loop.deferAction { order.append("second") }
        }
        loop.turn(timeoutMilliseconds: 0)
        #expect(order.prefix(3) == ["first", "second", "hook"])
    }

    @Test func runsWhatHooksDeferBeforeSleeping() throws {
        let loop = try EventLoop()
        var (isFirst, hasSlept) = (true, false)
        loop.beforeSleep { [unowned loop] in
            if isFirst { loop.deferAction { loop.stop() } }
            isFirst = false
        }
        loop.schedule(afterMicroseconds: 200_000) { hasSlept = true }
        loop.run()
        #expect(!hasSlept)
        loop.forgetPending()
    }

    @Test func callsHooksOnceATurnWhileItRuns() throws {
        let loop = try EventLoop()
        var calls = 0
        loop.beforeSleep { calls += 1 }
        for turn in 1...3 {
            loop.schedule(afterMicroseconds: Int64(turn) * 10_000) { if turn == 3 { loop.stop() } }
        }
        loop.run()
        // Once before the first turn.
        #expect(calls <= loop.wakeups + 1)
        loop.forgetPending()
    }

    @Test func stopsFromWithin() throws {
        let loop = try EventLoop()
        loop.deferAction { loop.stop() }
        loop.run()
    }

    @Test func oneTurnHasOneTime() throws {
        let clock = ManualClock()
        let loop = try EventLoop(clock: clock)
        var times: [Int64] = []
        for _ in 0..<2 {
            loop.continueNextTurn {
                clock.advance(by: 5)
                times.append(loop.turnTime)
                clock.advance(by: 700)
                times.append(loop.turnTime)
                loop.deferAction { times.append(loop.turnTime) }
            }
            loop.turn(timeoutMilliseconds: 0)
        }
        #expect(times == [1000, 1000, 1000, 1705, 1705, 1705])
        #expect(loop.turnTime == 2410, "between turns it is the clock's")
    }

    @Test func timersFollowTheLoopsClock() throws {
        let clock = ManualClock()
        let loop = try EventLoop(clock: clock)
        var fired: [Int64] = []
        let timer = loop.makeTimer { fired.append(loop.turnTime) }
        timer.arm(after: 200)
        loop.schedule(afterMicroseconds: 50) { fired.append(-1) }
        loop.turn(timeoutMilliseconds: 0)
        #expect(fired.isEmpty)
        clock.advance(by: 199)
        loop.turn(timeoutMilliseconds: 0)
        #expect(fired == [-1])
        clock.advance(by: 1)
        loop.turn(timeoutMilliseconds: 0)
        #expect(fired == [-1, 1200])
    }

    @Test func timersLeaveOutTheTimeAsleep() throws {
        let clock = ManualClock()
        let loop = try EventLoop(clock: clock)
        var fired = 0
        loop.schedule(afterMicroseconds: 200) { fired += 1 }
        loop.schedule(afterMicroseconds: 300) { fired += 10 }
        clock.microsecondsAsleep = 5_000_000
        loop.turn(timeoutMilliseconds: 0)
        #expect(fired == 0 && loop.turnBootTime == 5_001_000)
        clock.advance(by: 300)
        loop.turn(timeoutMilliseconds: 0)
        loop.turn(timeoutMilliseconds: 0)
        #expect(fired == 11, "each once")
        #expect(loop.turnBootTime - loop.turnTime == 5_000_000)
    }

    /// The two clocks of the kernel's are read one after the other.
    @Test func theTimeAsleepStaysTheSameWhileTheMachineIsAwake() {
        let clock = MonotonicClock()
        let first = clock.microsecondsAsleep
        let others = Set((0..<10_000).map { _ in clock.microsecondsAsleep })
        #expect(others == [first])
        #expect(abs(BootClock.now - MonotonicClock.now - first) < 10_000_000)
    }

    @Test func aClockThatNobodySetsWakesNobody() throws {
        let loop = try EventLoop()
        var changes = 0
        let watch = try ClockWatch(loop: loop) { _ in changes += 1 }
        for _ in 0..<3 { loop.turn(timeoutMilliseconds: 10) }
        withExtendedLifetime(watch) {}
        #expect(changes == 0)
    }
}

/// A clock that only the test moves.
private final class ManualClock: LoopClock {
    private(set) var microseconds: Int64 = 1000
    var microsecondsAsleep: Int64 = 0

    func advance(by delta: Int64) { microseconds += delta }
}
