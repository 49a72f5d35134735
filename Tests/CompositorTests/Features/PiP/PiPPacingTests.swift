import Mirroring
import Testing

@testable import Compositor

@Suite struct PiPPacingTests {
    private func us(_ time: Int64) -> Timestamp { Timestamp(microseconds: time) }

    @Test func aFastSourceIsDrawnAtTheRate() {
        var pacing = PiPPacing(maximumRate: 30)
        var draws = 0
        var timer: Int64?
        for time in stride(from: Int64(0), to: 1_000_000, by: 1000) {
            if let due = timer, due <= time {
                timer = nil
                draws += take(pacing.timerFired(at: us(time)), &pacing, &timer, time)
            }
            draws += take(pacing.sourceChanged(at: us(time)), &pacing, &timer, time)
        }
        #expect((29...31).contains(draws))
    }

    private func take(
        _ action: PiPPacing.Action, _ pacing: inout PiPPacing, _ timer: inout Int64?, _ time: Int64
    ) -> Int {
        switch action {
        case .draw:
            pacing.drawn(at: us(time))
            return 1
        case .wait(let delay):
            #expect(timer == nil, "one timer at a time")
            timer = time + delay
        case .none, .fetchAnew: break
        }
        return 0
    }

    @Test func aSourceAtTheRateLosesNoFrameToJitter() {
        var pacing = PiPPacing(maximumRate: 30)
        #expect(pacing.sourceChanged(at: us(0)) == .draw)
        pacing.drawn(at: us(0))
        #expect(pacing.sourceChanged(at: us(30_000)) == .draw)
    }

    @Test func aSourceThatStandsStillCostsNothing() {
        var pacing = PiPPacing(maximumRate: 30)
        _ = pacing.sourceChanged(at: us(0))
        pacing.drawn(at: us(0))
        #expect(pacing.timerFired(at: us(40_000)) == .none)
        #expect(!pacing.isStale)
    }

    @Test func pausedItKeepsItsPictureUntilItGoesOn() {
        var pacing = PiPPacing(maximumRate: 30, updates: .paused)
        #expect(pacing.sourceChanged(at: us(0)) == .none)
        #expect(pacing.refresh() == .draw)
        pacing.drawn(at: us(0))
        #expect(pacing.sourceChanged(at: us(100_000)) == .none)
        #expect(pacing.set(.live, at: us(200_000)) == .draw)
    }

    @Test func onDemandItIsDrawnWhenAsked() {
        var pacing = PiPPacing(maximumRate: 30, updates: .onDemand)
        #expect(pacing.sourceChanged(at: us(0)) == .none)
        #expect(pacing.refresh() == .draw)
    }

    @Test func aFailedSourceIsFetchedAgainLessAndLessOften() {
        var pacing = PiPPacing(maximumRate: 30)
        _ = pacing.sourceChanged(at: us(0))
        #expect(pacing.failed() == .fetchAnew)
        #expect(pacing.sourceChanged(at: us(1)) == .none, "nothing is read while it is fetched")
        var last: Int64 = 0
        for _ in 0..<10 {
            guard case .wait(let delay) = pacing.failed() else {
                Issue.record("no pause between attempts")
                return
            }
            #expect(delay >= last)
            last = delay
            #expect(pacing.timerFired(at: us(delay)) == .fetchAnew)
        }
        #expect(last == 2_000_000)
        pacing.drawn(at: us(9_000_000))
        #expect(pacing.sourceChanged(at: us(9_500_000)) == .draw)
        #expect(pacing.failures == 11)
    }
}
