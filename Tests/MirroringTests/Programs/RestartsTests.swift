import Mirroring
import TestSupport
import Testing

@Suite struct RestartsTests {
    private static let instant = Timestamp(microseconds: 1_000_000)

    private func configuration(_ policy: RestartPolicy, limit: Int = 5) -> RestartConfiguration {
        var configuration = RestartConfiguration()
        configuration.policy = policy
        configuration.limit = limit
        return configuration
    }

    @Test(arguments: [
        (RestartPolicy.never, ProgramEnd.exited(0), false), (.never, .exited(1), false), (.never, .signaled(11), false),
        (.onFailure, .exited(0), false), (.onFailure, .exited(1), true), (.onFailure, .signaled(15), true),
        (.onFailure, .notStarted("no such file"), true),
        (.always, .exited(0), true), (.always, .exited(1), true), (.always, .signaled(9), true),
    ])
    func thePolicyDecides(policy: RestartPolicy, end: ProgramEnd, starts: Bool) {
        var restarts = Restarts()
        let decision = restarts.ended(end, began: Self.instant, now: Self.instant, configuration(policy))
        #expect(decision == (starts ? .start(afterMicroseconds: 500_000) : .finish))
        #expect(restarts.count == (starts ? 1 : 0))
    }

    @Test func crashesInARowWaitTwiceAsLongEachTimeAndEndInGivingUp() {
        var restarts = Restarts()
        var now = Self.instant
        var delays: [Int64] = []
        while case .start(let delay) = restarts.ended(.exited(1), began: now, now: now, configuration(.onFailure)) {
            delays.append(delay)
            now = now.adding(microseconds: delay)
        }
        #expect(delays == [500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000])
        restarts.startedByHand(insteadOfDueStart: false)
        #expect(restarts.count == 6)
        #expect(
            restarts.ended(.exited(1), began: now, now: now, configuration(.onFailure))
                == .start(afterMicroseconds: 500_000))
    }

    @Test func withALimitOfNoneTheUserIsAskedAtOnce() {
        var restarts = Restarts()
        #expect(
            restarts.ended(.exited(1), began: Self.instant, now: Self.instant, configuration(.always, limit: 0))
                == .giveUp)
    }

    /// Random lives under random configurations, which change on the way as a reload changes them.
    @Test(arguments: UInt64(0)..<200)
    func neverTooManyStartsAndNeverTooLongAWait(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var restarts = Restarts()
        var configuration = RestartConfiguration()
        configuration.policy = RestartPolicy.allCases.randomElement(using: &random)!
        configuration.limit = .random(in: 0...8, using: &random)
        configuration.windowMicroseconds = .random(in: 1...120_000_000, using: &random)
        configuration.delayMicroseconds = .random(in: 0...60_000_000, using: &random)
        var now = Timestamp(microseconds: .random(in: 0...1_000_000_000, using: &random))
        var starts: [Timestamp] = []
        var lastDelay: Int64 = 0
        for _ in 0..<200 {
            let began = now
            let isLong = random.chance(20)
            now = now.adding(
                microseconds: isLong
                    ? .random(in: Restarts.steadyRun...100_000_000, using: &random)
                    : .random(in: 0..<Restarts.steadyRun, using: &random))
            let end: ProgramEnd = [.exited(0), .exited(3), .signaled(11), .notStarted("gone")].randomElement(
                using: &random)!
            let countBefore = restarts.count
            switch restarts.ended(end, began: began, now: now, configuration) {
            case .finish:
                #expect(configuration.policy == .never || configuration.policy == .onFailure && end == .exited(0))
                #expect(restarts.count == countBefore)
            case .start(let delay):
                #expect(configuration.policy != .never)
                #expect(!(configuration.policy == .onFailure && end == .exited(0)))
                #expect(delay >= 0 && delay <= Restarts.longestDelay)
                if isLong {
                    #expect(
                        delay == min(configuration.delayMicroseconds, Restarts.longestDelay), "a long run resets it")
                } else {
                    #expect(delay >= lastDelay, "the wait grows")
                }
                lastDelay = delay
                now = now.adding(microseconds: delay)
                starts.append(now)
                let recent = starts.filter { now.since($0) < configuration.windowMicroseconds }
                #expect(recent.count <= configuration.limit)
                #expect(restarts.count == countBefore + 1)
            case .giveUp:
                #expect(configuration.policy != .never)
                #expect(restarts.count == countBefore)
                if random.chance(50) {
                    restarts.startedByHand(insteadOfDueStart: false)
                    starts = []
                    lastDelay = 0
                } else {
                    now = now.adding(microseconds: 1_000_000)
                    if isLong { lastDelay = 0 }
                }
            }
            if configuration.policy == .onFailure, end == .exited(0), isLong { lastDelay = 0 }
        }
    }
}
