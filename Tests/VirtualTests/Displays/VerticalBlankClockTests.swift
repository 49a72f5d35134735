import Mirroring
import Testing

@testable import Virtual

@Suite struct VerticalBlankClockTests {
    private let start = Timestamp(microseconds: 5_000_000)

    @Test func blanksAreEvenlySpacedFromTheStart() {
        let clock = VerticalBlankClock(start: start, refreshMilliHertz: 50_000)
        #expect(clock.periodNanoseconds == 20_000_000)
        let first = clock.next(after: start)
        #expect(first.time == start.adding(microseconds: 20_000))
        #expect(first.sequence == 1)
        let third = clock.next(after: start.adding(microseconds: 40_000))
        #expect(third.time == start.adding(microseconds: 60_000))
        #expect(third.sequence == 3)
    }

    @Test(arguments: [1000, 23_976, 59_940, 60_000, 74_999, 143_981, 1_000_000])
    func everyBlankFollowsTheOneBeforeWithoutGapOrDrift(rate: Int) {
        let clock = VerticalBlankClock(start: start, refreshMilliHertz: rate)
        var instant = start
        for sequence in 1...2000 {
            let blank = clock.next(after: instant)
            #expect(blank.sequence == UInt64(sequence))
            #expect(blank.time > instant)
            let ideal = Double(start.microseconds) + Double(sequence) * 1e9 / Double(rate)
            #expect(abs(Double(blank.time.microseconds) - ideal) <= 1.01)
            instant = blank.time
        }
    }

    @Test func anInstantJustBeforeABlankGetsThatBlank() {
        let clock = VerticalBlankClock(start: start, refreshMilliHertz: 60_000)
        let blank = clock.next(after: start)
        #expect(clock.next(after: blank.time.adding(microseconds: -1)) == blank)
        #expect(clock.next(after: blank.time).sequence == blank.sequence + 1)
    }

    @Test func instantsBeforeTheStartGetTheFirstBlank() {
        let clock = VerticalBlankClock(start: start, refreshMilliHertz: 60_000)
        #expect(clock.next(after: Timestamp(microseconds: 0)).sequence == 1)
    }

    @Test func centuriesAndAbsurdRatesCannotTrap() {
        let far = Timestamp(microseconds: .max - 10_000_000)
        for rate in [Int.min, 0, 1, 60_000, Int.max] {
            let clock = VerticalBlankClock(start: Timestamp(microseconds: 0), refreshMilliHertz: rate)
            _ = clock.next(after: far)
            #expect(clock.periodNanoseconds >= 0)
        }
    }
}
