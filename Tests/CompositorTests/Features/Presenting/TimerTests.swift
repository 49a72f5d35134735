import Geometry
import Testing

@testable import Compositor
@testable import Mirroring

@Suite struct TimerTests {
    private let bench = Bench.mirroring()

    init() {
        #expect(bench.drain())
    }

    private var sign: FakeNotices.Sign? { bench.notices.signs.last }
    private var status: TimerStatus? { bench.compositor.status(version: "t").overlays.timer }
    private var isSeen: Bool { !bench.compositor.painter.overlay(.signs, on: .panel).isEmpty }

    @Test func itIsDrawnOnThePanelOnceASecond() {
        #expect(status == nil && !isSeen)
        bench.compositor.timer.start(minutes: 0.1)
        #expect(sign == FakeNotices.Sign(text: "0:06", tone: .plain) && isSeen)
        for (text, tone) in [
            ("0:05", SignTone.plain), ("0:04", .plain), ("0:03", .plain), ("0:02", .plain), ("0:01", .warning),
            ("0:00", .alarm), ("-0:01", .alarm),
        ] {
            let before = bench.notices.signs.count
            bench.loop.advance(microseconds: 600_000)
            bench.loop.advance(microseconds: 400_000)
            #expect(sign == FakeNotices.Sign(text: text, tone: tone))
            #expect(bench.notices.signs.count == before + 1)
        }
        #expect(status == TimerStatus(seconds: -1, isRunning: true, durationSeconds: 6))
        #expect(bench.compositor.painter.overlay(.signs, on: .external).isEmpty)
    }

    @Test func nothingWakesUpForATimerThatStandsStillOrIsUnseen() {
        bench.compositor.timer.start(minutes: nil)
        bench.loop.advance(microseconds: 3_000_000)
        #expect(sign?.text == "0:03")
        #expect(bench.compositor.timer.stop())
        bench.loop.advance(microseconds: 1_000_000)
        #expect(bench.drain())
        #expect(bench.loop.nextDue == nil && status?.seconds == 3)
        bench.compositor.timer.start(minutes: nil)
        bench.compositor.blanking.blank(.all)
        bench.loop.advance(microseconds: 1_000_000)
        #expect(bench.drain())
        #expect(bench.loop.nextDue == nil)
        bench.loop.advance(microseconds: 5_000_000)
        bench.compositor.blanking.blank(nil)
        #expect(sign?.text == "0:09", "it has gone on")
        bench.compositor.timer.reset()
        bench.loop.advance(microseconds: 1_000_000)
        #expect(!isSeen && status == nil && bench.loop.nextDue == nil)
        #expect(!bench.compositor.timer.stop())
    }

    @Test func aViewThatMovesAddsNoWakeUps() {
        bench.compositor.timer.start(minutes: nil)
        let wakeUps = bench.loop.scheduledCount
        for _ in 0..<20 { bench.compositor.features.follow() }
        #expect(bench.loop.scheduledCount == wakeUps)
        let before = bench.notices.signs.count
        bench.loop.advance(microseconds: 1_000_000)
        #expect(bench.notices.signs.count == before + 1)
    }

    @Test func theMenuStartsStopsAndTakesItAway() {
        func value() -> MenuEntry.Value? { bench.compositor.menuEntries.first { $0.item == .timer }?.value }
        #expect(value() == .timer(nil))
        bench.compositor.choose(.timer)
        #expect(status?.isRunning == true && status?.durationSeconds == nil)
        bench.compositor.choose(.timer)
        #expect(status?.isRunning == false)
        bench.compositor.choose(.timer)
        #expect(value() == .timer(nil))
        var configuration = Configuration()
        configuration.presenting.timerMinutes = 15
        bench.compositor.use(configuration)
        bench.compositor.choose(.timer)
        #expect(status?.durationSeconds == 900)
        #expect(MenuEntry(.timer, .timer(status)).valueText(in: .japanese) == "15:00")
    }

    @Test func itIsBesideTheSignOfAFrozenExternal() {
        #expect(bench.compositor.freezer.freeze() == .done)
        bench.compositor.timer.start(minutes: nil)
        let signs = bench.compositor.painter.overlay(.signs, on: .panel).map(\.destination)
        #expect(signs.count == 2 && signs[0].maxX < signs[1].x)
    }

    /// The notes are laid out below it, and have all of the panel when it goes.
    @Test func theTimerHidesNoLineOfTheNotes() {
        let notes = FakeContent()
        let bench = Bench(outputs: [Bench.panel(), Bench.external()], application: notes)
        bench.compositor.foreground.applicationStarted()
        #expect(notes.screens.last?.reserved == EdgeMargins.none)
        bench.compositor.timer.start(minutes: 20)
        let sign = bench.compositor.painter.overlay(.signs, on: .panel).first?.destination
        let strip = notes.screens.last?.reserved.top ?? 0
        #expect(strip >= (sign?.maxY ?? Int.max))
        let count = notes.screens.count
        bench.loop.advance(microseconds: 3_000_000)
        #expect(notes.screens.count == count, "a tick lays nothing out")
        #expect(bench.content.screens.last?.reserved == EdgeMargins.none)
        bench.compositor.timer.reset()
        #expect(notes.screens.last?.reserved == EdgeMargins.none)
    }
}
