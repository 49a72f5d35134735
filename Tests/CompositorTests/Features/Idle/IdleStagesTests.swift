import Mirroring
import TestSupport
import Testing

@testable import Compositor

@Suite struct IdleStagesTests {
    private static func configuration(_ delays: [Int], command: [String] = ["true"]) -> IdleConfiguration {
        var idle = IdleConfiguration()
        idle.dimAfterSeconds = delays[0]
        idle.panelOffAfterSeconds = delays[1]
        idle.externalOffAfterSeconds = delays[2]
        idle.blankAfterSeconds = delays[3]
        idle.commandAfterSeconds = delays[4]
        idle.command = command
        return idle
    }

    private func expectStages(of stages: inout IdleStages, at seconds: Int, _ expected: [IdleStage]) {
        let entered = stages.idle(forSeconds: seconds)
        #expect(entered == expected)
    }

    private func expectEnd(of stages: inout IdleStages, _ expected: Bool) {
        let hadBegun = stages.end()
        #expect(hadBegun == expected)
    }

    @Test func stagesComeInTheOrderOfTheirDelays() {
        var stages = IdleStages(Self.configuration([60, 120, 90, 300, 120]))
        #expect(stages.alarms == [60, 90, 120, 300])
        expectStages(of: &stages, at: 60, [.dim])
        expectStages(of: &stages, at: 60, [])
        expectStages(of: &stages, at: 120, [.externalOff, .panelOff, .command])
        expectEnd(of: &stages, true)
        expectEnd(of: &stages, false)
        #expect(stages.reached.isEmpty)
    }

    @Test func whatNeverComesHasNoAlarm() {
        #expect(IdleStages(IdleConfiguration()).alarms.isEmpty)
        #expect(IdleStages(Self.configuration([0, 0, 0, 0, 5], command: [])).alarms.isEmpty)
    }

    @Test func anInterruptionRunsNoCommandTwice() {
        var stages = IdleStages(Self.configuration([1, 0, 0, 3, 2]))
        expectStages(of: &stages, at: 2, [.dim, .command])
        stages.interrupt()
        #expect(stages.reached.isEmpty)
        expectStages(of: &stages, at: 3, [.dim, .blank])
        expectEnd(of: &stages, true)
        expectStages(of: &stages, at: 2, [.dim, .command])
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func invariantsHoldWhateverHappens(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let delays = (0..<5).map { _ in Int.random(in: 0...6, using: &random) }
        let byStage = Dictionary(uniqueKeysWithValues: zip(IdleStage.allCases, delays))
        var stages = IdleStages(Self.configuration(delays))
        #expect(stages.alarms == Set(delays.filter { $0 > 0 }).sorted())
        var (commands, hasBegun) = (0, false)
        for _ in 0..<60 {
            let before = stages.reached
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                expectEnd(of: &stages, hasBegun)
                #expect(stages.reached.isEmpty)
                (commands, hasBegun) = (0, false)
            case 1:
                stages.interrupt()
                #expect(stages.reached.isEmpty)
            default:
                let seconds = Int.random(in: 0...7, using: &random)
                let entered = stages.idle(forSeconds: seconds)
                hasBegun = hasBegun || !entered.isEmpty
                commands += entered.filter { $0 == .command }.count
                #expect(before.isDisjoint(with: entered) && stages.reached == before.union(entered))
                #expect(entered.allSatisfy { (1...max(1, seconds)).contains(byStage[$0] ?? 0) })
                let times = entered.map { byStage[$0] ?? 0 }
                #expect(times == times.sorted())
                let due = IdleStage.allCases.filter {
                    $0 != .command && (1...max(1, seconds)).contains(byStage[$0] ?? 0)
                }
                #expect(seconds == 0 || stages.reached.isSuperset(of: due))
                #expect(commands <= 1)
            }
        }
    }
}
