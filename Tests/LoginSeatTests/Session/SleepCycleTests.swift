import LoginSeat
import Testing
import TestSupport

@Suite struct SleepCycleTests {
    @Test func screensAreLetGoBetweenTheUsersCommandsAndSleep() {
        var cycle = SleepCycle()
        #expect(cycle.begin() == [.holdBack])
        #expect(cycle.sleepIsComing() == [.announceSleep])
        #expect(!cycle.isAsleep)
        #expect(cycle.prepared() == [.suspend, .letSleep])
        #expect(cycle.isAsleep)
        #expect(cycle.woke() == [.holdBack, .resume, .announceWake])
        #expect(!cycle.isAsleep)
    }

    @Test func sleepThatIsCalledOffLeavesTheScreensAlone() {
        var cycle = SleepCycle()
        _ = cycle.sleepIsComing()
        #expect(cycle.woke() == [.announceWake])
        #expect(cycle.prepared() == [], "what was waited for comes too late")
    }

    /// Whatever comes in whatever order: what was let go is taken again once, and the machine is held back whenever it is
    /// awake.
    @Test(arguments: 0..<50) func everyOrderLeavesThePartsInStep(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var cycle = SleepCycle()
        var (isSuspended, isHeldBack, isAnnounced) = (false, false, false)
        func take(_ steps: [SleepCycle.Step]) {
            for step in steps {
                switch step {
                case .announceSleep:
                    #expect(!isAnnounced)
                    isAnnounced = true
                case .suspend:
                    #expect(!isSuspended)
                    isSuspended = true
                case .letSleep:
                    #expect(isHeldBack && isSuspended)
                    isHeldBack = false
                case .holdBack: isHeldBack = true
                case .resume:
                    #expect(isSuspended && isHeldBack)
                    isSuspended = false
                case .announceWake:
                    #expect(isAnnounced && !isSuspended)
                    isAnnounced = false
                }
            }
            #expect(cycle.isAsleep == isSuspended)
            #expect(isHeldBack != cycle.isAsleep)
        }
        take(cycle.begin())
        for _ in 0..<200 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: take(cycle.sleepIsComing())
            case 1: take(cycle.prepared())
            default: take(cycle.woke())
            }
        }
        take(cycle.woke())
        #expect(!isSuspended && isHeldBack && !isAnnounced)
    }
}
