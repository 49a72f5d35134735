import Mirroring
import TestSupport
import Testing

@Suite struct FrameSchedulerTests {
    @Test func aLoneDamageIsOneFrame() {
        var scheduler = FrameScheduler()
        #expect(scheduler.damaged() == .compose)
        #expect(scheduler.damaged() == .none)
        scheduler.presentationQueued()
        #expect(scheduler.state == .awaitingPresentation(hasNewDamage: false))
        #expect(scheduler.presented() == .none)
        #expect(scheduler.state == .idle)
    }

    @Test func damageInFlightIsExactlyOneFrameMore() {
        var scheduler = FrameScheduler()
        _ = scheduler.damaged()
        scheduler.presentationQueued()
        for _ in 0..<5 { #expect(scheduler.damaged() == .none) }
        #expect(scheduler.presented() == .compose)
        scheduler.presentationQueued()
        #expect(scheduler.presented() == .none)
    }

    @Test func failuresWaitLongerEachTimeUntilOneSucceeds() {
        var scheduler = FrameScheduler()
        _ = scheduler.damaged()
        var delays: [Int] = []
        // A clock that stands still: no failure lasts too long.
        for _ in 0..<10 {
            guard case .retryLater(let delay) = scheduler.presentationFailed(at: Timestamp(microseconds: 0)) else {
                break
            }
            delays.append(delay)
            #expect(scheduler.damaged() == .none)
            #expect(scheduler.retry() == .compose)
        }
        #expect(delays == [8, 16, 32, 64, 128, 256, 512, 1024, 1024, 1024])
        scheduler.presentationQueued()
        _ = scheduler.damaged()
        _ = scheduler.presented()
        #expect(scheduler.presentationFailed(at: Timestamp(microseconds: 0)) == .retryLater(milliseconds: 8))
    }

    @Test func anOutputThatFailsForTwoSecondsIsGivenUp() {
        var scheduler = FrameScheduler()
        _ = scheduler.damaged()
        var now = Int64(5_000_000)
        while case .retryLater(let delay) = scheduler.presentationFailed(at: Timestamp(microseconds: now)) {
            now += Int64(delay) * 1000
            #expect(scheduler.retry() == .compose)
        }
        #expect(scheduler.state == .givenUp)
        #expect((7_000_000...8_100_000).contains(now))
        #expect(scheduler.damaged() == .none && scheduler.retry() == .none && scheduler.presented() == .none)
        #expect(!scheduler.wantsFrame)
    }

    @Test func oneFrameThatIsTakenEndsAFailure() {
        var scheduler = FrameScheduler()
        _ = scheduler.damaged()
        for second in 0..<5 {
            let now = Timestamp(microseconds: Int64(second) * 1_500_000)
            #expect(scheduler.presentationFailed(at: now) == .retryLater(milliseconds: 8))
            _ = scheduler.retry()
            scheduler.presentationQueued()
            _ = scheduler.damaged()
            _ = scheduler.presented()
        }
    }

    /// What an honest executor sees, whatever happens in whatever order.
    @Test func randomLivesKeepTheInvariants() {
        for seed in UInt64(0)..<200 {
            var random = SplitMix64(seed: seed)
            var executor = Executor()
            for _ in 0..<100 { executor.step(Int.random(in: 0..<9, using: &random)) }
            executor.settle()
            #expect(executor.dirty == false, "seed \(seed): damage was never shown")
        }
    }

    /// Damage, frames and timers counted beside a scheduler.
    private struct Executor {
        var scheduler = FrameScheduler()
        /// Damage that no composed frame holds.
        var dirty = false
        var inFlight = false
        var isTimerSet = false
        var isComposing = false

        mutating func step(_ choice: Int) {
            switch choice {
            case 0, 1, 2: damage()
            case 3,
                4 where isComposing:
                compose(succeeds: choice == 3)
            case 5, 6,
                7 where inFlight:
                present()
            case 8: fireTimer()
            default: break
            }
            #expect(scheduler.wantsFrame == isComposing)
            #expect(!(inFlight && isComposing), "a second frame while one is in flight")
            #expect(!dirty || isComposing || inFlight || isTimerSet, "damage nobody will show")
        }

        mutating func settle() {
            for _ in 0..<4 {
                fireTimer()
                compose(succeeds: true)
                present()
            }
        }

        private mutating func perform(_ action: FrameAction) {
            switch action {
            case .none: break
            case .compose:
                #expect(dirty, "work without damage")
                #expect(!isComposing, "asked twice")
                isComposing = true
            case .retryLater: isTimerSet = true
            case .giveUp: Issue.record("the clock stands still")
            }
        }

        private mutating func damage() {
            dirty = true
            perform(scheduler.damaged())
        }

        private mutating func compose(succeeds: Bool) {
            guard isComposing else { return }
            isComposing = false
            if succeeds {
                dirty = false
                inFlight = true
                scheduler.presentationQueued()
            } else {
                perform(scheduler.presentationFailed(at: Timestamp(microseconds: 0)))
            }
        }

        private mutating func present() {
            guard inFlight else { return }
            inFlight = false
            perform(scheduler.presented())
        }

        private mutating func fireTimer() {
            guard isTimerSet else { return }
            isTimerSet = false
            perform(scheduler.retry())
        }
    }
}
