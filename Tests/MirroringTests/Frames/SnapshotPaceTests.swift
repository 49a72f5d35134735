import Mirroring
import TestSupport
import Testing

@Suite struct SnapshotPaceTests {
    /// Changes at random moments: never more in a second than the rate, plus the one that it began with, and none waits longer
    /// than the interval.
    @Test(arguments: 0..<20) func changesKeepToTheRate(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var pace = SnapshotPace()
        let rate = Int64.random(in: 1...60, using: &random)
        let interval = 1_000_000 / rate
        pace.interval = interval
        var now = Timestamp(microseconds: 5_000_000)
        let start = now
        var shown: Int64 = 0
        while now.since(start) < 10_000_000 {
            if let due = pace.due(at: now) {
                #expect(due > now && due.since(now) <= interval)
                now = due.adding(microseconds: .random(in: 0...2000, using: &random))
            }
            #expect(pace.due(at: now) == nil)
            pace.shown(at: now)
            shown += 1
            now = now.adding(microseconds: .random(in: 1...30_000, using: &random))
        }
        #expect(shown <= now.since(start) * rate / 1_000_000 + 2)
    }

    @Test func withoutALimitNothingWaits() {
        var pace = SnapshotPace()
        let now = Timestamp(microseconds: 1)
        pace.shown(at: now)
        #expect(pace.due(at: now) == nil)
    }
}
