import Testing

@testable import Wayland

/// A clock that a test moves itself.
final class ManualIdleClock: IdleClock {
    private(set) var now: Int64 = 1_000_000
    private(set) var alarm: Int64?
    private(set) var alarmsSet = 0
    var onAlarm: () -> Void = {}

    func setAlarm(at instant: Int64) {
        alarm = instant
        alarmsSet += 1
    }

    func advance(milliseconds: Int64) {
        let end = now + milliseconds * 1000
        while let next = alarm, next <= end {
            now = max(now, next)
            alarm = nil
            onAlarm()
        }
        now = end
    }
}

@Suite struct IdleWatchTests {
    private let clock = ManualIdleClock()
    private let watch: IdleWatch
    private let log = Log()

    private final class Log {
        var words: [String] = []
    }

    init() {
        watch = IdleWatch(clock)
    }

    private func subscribe(_ milliseconds: UInt32, _ name: String) -> IdleSubscription {
        let subscription = IdleSubscription(
            milliseconds: milliseconds, onIdle: { [log] in log.words.append("\(name) idle") },
            onResume: { [log] in log.words.append("\(name) back") })
        watch.add(subscription)
        return subscription
    }

    @Test func eachIsToldAfterItsTime() {
        _ = subscribe(1000, "a")
        _ = subscribe(500, "b")
        clock.advance(milliseconds: 499)
        #expect(log.words.isEmpty)
        clock.advance(milliseconds: 1)
        #expect(log.words == ["b idle"])
        clock.advance(milliseconds: 500)
        #expect(log.words == ["b idle", "a idle"])
        #expect(clock.alarm == nil, "an idle user costs nothing")
        watch.userActed()
        #expect(log.words.suffix(2) == ["a back", "b back"])
        clock.advance(milliseconds: 500)
        #expect(log.words.last == "b idle")
    }

    @Test func inputOnlyNotesTheTime() {
        _ = subscribe(1000, "a")
        let alarms = clock.alarmsSet
        for _ in 0..<100 {
            watch.userActed()
            clock.advance(milliseconds: 9)
        }
        #expect(clock.alarmsSet == alarms)
        clock.advance(milliseconds: 990)
        #expect(log.words.isEmpty)
        clock.advance(milliseconds: 1)
        #expect(log.words == ["a idle"])
    }

    @Test func aLaterOneCountsFromItsBeginning() {
        clock.advance(milliseconds: 5000)
        _ = subscribe(1000, "a")
        clock.advance(milliseconds: 999)
        #expect(log.words.isEmpty)
        clock.advance(milliseconds: 1)
        #expect(log.words == ["a idle"])
    }

    @Test func inhibitedTimeDoesNotCount() {
        _ = subscribe(1000, "a")
        var isInhibited = true
        watch.isInhibited = { isInhibited }
        clock.advance(milliseconds: 10_500)
        isInhibited = false
        #expect(log.words.isEmpty)
        clock.advance(milliseconds: 1000)
        #expect(log.words == ["a idle"])
    }

    /// What the machine hears of inhibition.
    private final class Inhibition: InhibitionObserver {
        var changes: [Bool] = []
        func inhibitionChanged(to isInhibited: Bool) { changes.append(isInhibited) }
    }

    @Test func inhibitionIsReportedAtOnceWhenItBeginsAndEnds() {
        let (observer, film) = (Inhibition(), Log())
        watch.inhibitionObserver = observer
        watch.isInhibited = { !film.words.isEmpty }
        watch.inhibitionMayHaveChanged()
        #expect(observer.changes.isEmpty, "its surface is not shown yet")
        film.words = ["shown"]
        for _ in 0..<2 { watch.inhibitionMayHaveChanged() }
        #expect(observer.changes == [true])
        film.words = []
        for _ in 0..<2 { watch.inhibitionMayHaveChanged() }
        #expect(observer.changes == [true, false])
        #expect(clock.alarmsSet == 0, "nobody waits to be told of idleness")
    }

    @Test func timeoutsStartAgainWhenTheInhibitionEnds() {
        let film = Log()
        watch.isInhibited = { !film.words.isEmpty }
        _ = subscribe(5000, "a")
        clock.advance(milliseconds: 3000)
        film.words = ["shown"]
        watch.inhibitionMayHaveChanged()
        clock.advance(milliseconds: 9000)
        film.words = []
        watch.inhibitionMayHaveChanged()
        clock.advance(milliseconds: 4999)
        #expect(log.words.isEmpty)
        clock.advance(milliseconds: 1)
        #expect(log.words == ["a idle"] && clock.alarm == nil)
    }

    @Test func whatIsHiddenWithoutAWordIsFoundAtTheNextAlarm() {
        let (observer, film) = (Inhibition(), Log())
        watch.inhibitionObserver = observer
        watch.isInhibited = { !film.words.isEmpty }
        _ = subscribe(5000, "a")
        film.words = ["shown"]
        clock.advance(milliseconds: 5000)
        #expect(observer.changes == [true])
        film.words = []
        clock.advance(milliseconds: 5000)
        #expect(observer.changes == [true, false])
        #expect(log.words == ["a idle"] && clock.alarm == nil, "an idle user costs nothing")
    }

    @Test func aFilmThatBeginsWithoutTheUserIsReportedAndItsEndToo() {
        _ = subscribe(1000, "a")
        clock.advance(milliseconds: 1000)
        #expect(log.words == ["a idle"] && clock.alarm == nil)
        let (observer, film) = (Inhibition(), Log())
        watch.inhibitionObserver = observer
        watch.isInhibited = { !film.words.isEmpty }
        film.words = ["shown"]
        watch.inhibitionMayHaveChanged()
        clock.advance(milliseconds: 10_000)
        film.words = []
        watch.inhibitionMayHaveChanged()
        #expect(observer.changes == [true, false])
        #expect(clock.alarm == nil, "an idle user costs nothing again")
    }

    @Test func theTimeSinceTheLastInputRunsWhileIdlenessIsInhibited() {
        watch.isInhibited = { true }
        watch.inhibitionMayHaveChanged()
        _ = subscribe(1000, "a")
        clock.advance(milliseconds: 5000)
        #expect(watch.idleMicroseconds == 5_000_000)
        watch.userActed()
        #expect(watch.idleMicroseconds == 0)
    }

    @Test func removedOnesAreNotTold() {
        let subscription = subscribe(1000, "a")
        watch.remove(subscription)
        clock.advance(milliseconds: 2000)
        watch.userActed()
        #expect(log.words.isEmpty)
    }

    @Test func extremeTimesDoNotTrap() {
        _ = subscribe(.max, "a")
        _ = subscribe(0, "b")
        clock.advance(milliseconds: 0)
        #expect(log.words == ["b idle"])
    }
}
