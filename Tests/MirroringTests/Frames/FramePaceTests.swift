import Geometry
import Mirroring
import TestSupport
import Testing

@Suite struct FramePaceTests {
    private static let refresh: Int64 = 16_666

    /// A display that showed a frame at 1 s, and whose frames take `cost` microseconds.
    private func pace(cost: Int64? = 2000, sequence: UInt64 = 1, refresh: Int = 16_666_000) -> FramePace {
        var pace = FramePace()
        if let cost { pace.drew(.large, inMicroseconds: cost) }
        pace.presented(
            Presentation(time: at(0), refreshNanoseconds: refresh, sequence: sequence, isHardwareClock: true))
        return pace
    }

    private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: 1_000_000 + microseconds) }

    @Test func aFrameWaitsUntilItJustMakesTheNextBlank() {
        let reserve = 2000 + FramePace.margin
        #expect(pace().deadline(for: .large, at: at(0)) == at(Self.refresh - reserve))
        #expect(pace().deadline(for: .large, at: at(9000)) == at(Self.refresh - reserve))
        #expect(pace().deadline(for: .large, at: at(Self.refresh - reserve)) == at(Self.refresh - reserve))
        #expect(pace().deadline(for: .large, at: at(Self.refresh)) == at(2 * Self.refresh - reserve - 1))
    }

    @Test func pastTheDeadlineItIsDrawnAtOnceWhereItMayStillBeInTime() {
        #expect(pace().deadline(for: .large, at: at(14_000)) == at(14_000))
        #expect(pace().deadline(for: .large, at: at(14_266)) == at(14_266))
        #expect(pace().deadline(for: .large, at: at(14_300)) > at(Self.refresh), "it never took less")
    }

    @Test func anEighthOfARefreshIsSoon() {
        #expect(pace().isSoon(at(2083), at: at(0)) && pace().isSoon(at(0), at: at(5)))
        #expect(!pace().isSoon(at(2084), at: at(0)))
        #expect(!FramePace().isSoon(at(0), at: at(0)), "of an unknown refresh")
    }

    @Test func whatIsUnknownIsNotWaitedFor() {
        let now = at(3000)
        #expect(FramePace().deadline(for: .large, at: now) == now)
        #expect(pace(cost: nil).deadline(for: .large, at: now) == now)
        #expect(pace(sequence: 0).deadline(for: .large, at: now) == now)
        #expect(pace(refresh: 0).deadline(for: .large, at: now) == now)
        #expect(pace(cost: 16_000).deadline(for: .large, at: now) == now, "drawing takes all the time there is")
    }

    /// It shows a frame a refresh after the last one at the earliest, and later ones when they are there.
    @Test func aDisplayThatWaitsForFramesIsNotWaitedFor() {
        var pace = pace()
        pace.presented(
            Presentation(
                time: at(0), refreshNanoseconds: 16_666_000, sequence: 2, isHardwareClock: true, isVariable: true))
        #expect(pace.isVariable)
        #expect(pace.deadline(for: .large, at: at(1000)) == at(Self.refresh - 2000 - FramePace.margin))
        for late in stride(from: Int64(14_300), to: 60_000, by: 700) {
            #expect(pace.deadline(for: .large, at: at(late)) == at(late))
        }
        #expect(pace.nextBlank(after: at(20_000)) == nil)
    }

    @Test func afterATornFrameTheNextOneIsDrawnAtOnce() {
        var pace = pace()
        pace.presented(
            Presentation(time: at(0), refreshNanoseconds: 16_666_000, sequence: 2, isHardwareClock: true, isTorn: true))
        #expect(pace.deadline(for: .large, at: at(1000)) == at(1000))
    }

    @Test func smallFramesMayComeLaterThanLargeOnes() {
        var pace = pace(cost: 8000)
        #expect(pace.deadline(for: .small, at: at(0)) == pace.deadline(for: .large, at: at(0)))
        pace.drew(.small, inMicroseconds: 200)
        #expect(pace.deadline(for: .small, at: at(0)).since(pace.deadline(for: .large, at: at(0))) == 7800)
        #expect(pace.deadline(for: .medium, at: at(0)) == pace.deadline(for: .large, at: at(0)))
    }

    @Test func aSlowFrameCountsAtOnceAndIsForgottenInTime() {
        var pace = pace(cost: 1000)
        let usual = pace.deadline(for: .large, at: at(0))
        pace.drew(.large, inMicroseconds: 9000)
        #expect(usual.since(pace.deadline(for: .large, at: at(0))) == 8000)
        for _ in 0..<120 { pace.drew(.large, inMicroseconds: 1000) }
        #expect(pace.deadline(for: .large, at: at(0)) == usual)
        pace.woke(lateByMicroseconds: 700)
        #expect(usual.since(pace.deadline(for: .large, at: at(0))) == 700)
    }

    @Test func theLongerNothingIsShownTheLessBlanksAreTrusted() {
        let pace = pace()
        let second = pace.deadline(for: .large, at: at(1_000_000))
        let blank = pace.nextBlank(after: at(1_000_000))
        #expect(blank.map { $0.since(second) } == 2000 + FramePace.margin + 100)
        let minute = at(60_000_000)
        #expect(pace.deadline(for: .large, at: minute) == minute)
    }

    @Test func anotherOutputsFrameComesEarlierWhereBothCanMakeTheirBlanks() {
        let pace = pace(), reserve = 2000 + FramePace.margin
        func along(_ deadline: Int64, now: Int64 = 0, isInFlight: Bool = false) -> Timestamp {
            pace.deadline(for: .large, upTo: at(deadline), at: at(now), isInFlight: isInFlight)
        }
        #expect(along(5000) == at(5000))
        #expect(along(Self.refresh - reserve) == at(Self.refresh - reserve))
        #expect(along(Self.refresh - 1000) == at(Self.refresh - reserve))
        #expect(along(Self.refresh) == at(Self.refresh), "well before the next")
        #expect(along(Self.refresh - 1000, now: Self.refresh - 1200) == at(Self.refresh - 1000), "too late already")
        #expect(along(Self.refresh - 1000, isInFlight: true) == at(Self.refresh - 1000), "it shows another then")
        #expect(FramePace().deadline(for: .large, upTo: at(7), at: at(0), isInFlight: false) == at(7))
    }

    /// Damage at random moments, drawing times that vary, and a clock that runs through: what is damaged before the deadline
    /// is on screen at the next blank, and no frame comes later than if it had been drawn at once.
    @Test(arguments: UInt64(0)..<100) func everyFrameMakesTheBlankThatDrawingAtOnceWouldMake(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let slowest = Int64.random(in: 200...14_000, using: &random)
        var output = SimulatedOutput(refresh: Int64.random(in: 6_944...33_333, using: &random), slowest: slowest)
        output.warmUp()
        for _ in 0..<300 {
            output.damage(after: .random(in: 0...40_000, using: &random))
            output.drawDue(inMicroseconds: .random(in: slowest / 2...slowest, using: &random), using: &random)
            #expect(output.complaints.isEmpty, "seed \(seed): \(output.complaints)")
            if !output.complaints.isEmpty { return }
        }
        #expect(output.lateFrames < 30, "seed \(seed): the estimates are too often wrong")
        #expect(output.merged > 0 || slowest + FramePace.margin > output.refresh / 2, "nothing was ever merged")
    }
}

/// An output that is drawn by a pace and shows what it has at each blank.
private struct SimulatedOutput {
    let refresh: Int64
    private var now = Timestamp(microseconds: 5_000_000)
    private let start = Timestamp(microseconds: 5_000_000)
    private var pace = FramePace()
    private var scheduler = FrameScheduler()
    /// The longest that a frame takes, and what recent frames took at most and at least.
    private let slowest: Int64
    private var recent: (high: Int64, low: Int64)
    /// Frames that would have been shown earlier if drawn at once: they took less or more than any recent one.
    private(set) var lateFrames = 0
    private var damagedAt: Timestamp?
    private(set) var complaints: [String] = []
    /// Damage that came while a frame waited for its deadline, and was drawn with it.
    private(set) var merged = 0

    init(refresh: Int64, slowest: Int64) {
        self.refresh = refresh
        self.slowest = slowest
        recent = (slowest, slowest)
    }

    private func blank(after instant: Timestamp) -> Timestamp {
        start.adding(microseconds: (instant.since(start) / refresh + 1) * refresh)
    }

    private mutating func present(at blank: Timestamp) {
        now = max(now, blank)
        pace.presented(
            Presentation(
                time: blank, refreshNanoseconds: Int(refresh) * 1000, sequence: 1, isHardwareClock: true))
        if scheduler.presented() != .none { complaints.append("work without damage") }
    }

    mutating func warmUp() {
        _ = scheduler.damaged()
        pace.drew(.small, inMicroseconds: slowest)
        scheduler.presentationQueued()
        present(at: blank(after: now.adding(microseconds: slowest)))
    }

    mutating func damage(after pause: Int64) {
        now = now.adding(microseconds: pause)
        if scheduler.damaged() != .compose { complaints.append("not asked for a frame") }
        damagedAt = now
    }

    mutating func drawDue(inMicroseconds duration: Int64, using random: inout SplitMix64) {
        guard let damagedAt else { return }
        let deadline = pace.deadline(for: .small, at: now)
        if deadline < now { complaints.append("a deadline in the past") }
        if deadline > now, Bool.random(using: &random) {
            if scheduler.damaged() != .none { complaints.append("asked for a second frame") }
            merged += 1
        }
        now = deadline
        if !scheduler.wantsFrame { complaints.append("damage forgotten") }
        scheduler.presentationQueued()
        let shown = blank(after: now.adding(microseconds: duration))
        let atOnce = blank(after: damagedAt.adding(microseconds: duration + FramePace.handover))
        if shown > atOnce { lateFrames += 1 }
        if duration < recent.low || duration > recent.high + FramePace.margin {
            // The estimate was wrong.
        } else if shown > atOnce {
            complaints.append("shown at \(shown), which could have been \(atOnce)")
        } else if deadline > damagedAt, deadline < blank(after: damagedAt), shown != blank(after: damagedAt) {
            complaints.append("damage before the deadline is not at the next blank")
        }
        recent = (max(duration, recent.high - recent.high / 32), min(duration, recent.low + recent.low / 32 + 1))
        pace.drew(.small, inMicroseconds: duration)
        now = now.adding(microseconds: duration)
        present(at: shown)
        self.damagedAt = nil
    }
}
