import Mirroring
import Testing

@Suite struct PresentationTimerTests {
    private static let start = Timestamp(microseconds: 5_000_000)

    private func instant(_ seconds: Double) -> Timestamp {
        Self.start.adding(microseconds: Int64((seconds * 1_000_000).rounded()))
    }

    @Test(
        "What is shown after so many seconds, and how urgent that is",
        arguments: [
            (nil, 0, "0:00", SignTone.plain), (nil, 0.999, "0:00", .plain), (nil, 1, "0:01", .plain),
            (nil, 61.5, "1:01", .plain), (nil, 3600 + 125, "1:02:05", .plain), (nil, 900_000, "100:00:00", .plain),
            (20, 0, "20:00", .plain), (20, 0.999, "20:00", .plain), (20, 1, "19:59", .plain),
            // The last fifth is four minutes.
            (20, 959.9, "4:01", .plain), (20, 960, "4:00", .warning), (20, 1199.5, "0:01", .warning),
            (20, 1200, "0:00", .alarm), (20, 1200.9, "0:00", .alarm), (20, 1201, "-0:01", .alarm),
            (20, 1200 + 3661, "-1:01:01", .alarm),
            // Never more than five.
            (60, 3299, "5:01", .plain), (60, 3300, "5:00", .warning),
            (0.5, 0, "0:30", .plain), (0.5, 24, "0:06", .warning), (90, 0, "1:30:00", .plain),
        ] as [(Double?, Double, String, SignTone)])
    func shown(minutes: Double?, seconds: Double, text: String, tone: SignTone) {
        let timer = PresentationTimer(minutes: minutes, at: Self.start)
        #expect(timer.text(at: instant(seconds)) == text)
        #expect(timer.tone(at: instant(seconds)) == tone)
    }

    @Test func itStandsStillWhileStoppedAndGoesOn() {
        var timer = PresentationTimer(at: Self.start)
        timer.stop(at: instant(10.4))
        #expect(!timer.isRunning && timer.seconds(at: instant(500)) == 10)
        #expect(timer.nextChange(at: instant(500)) == nil)
        timer.resume(at: instant(500))
        timer.resume(at: instant(500.2))
        #expect(timer.isRunning && timer.nextChange(at: instant(500)) == 600_000)
        #expect(timer.seconds(at: instant(500.6)) == 11)
    }

    @Test("What is shown changes at the next change and not before", arguments: [nil, 0.1, 3] as [Double?])
    func changes(minutes: Double?) throws {
        let timer = PresentationTimer(minutes: minutes, at: Self.start)
        var now = Self.start
        for _ in 0..<30 {
            let rest = try #require(timer.nextChange(at: now))
            #expect((1...1_000_000).contains(rest))
            let last = now.adding(microseconds: rest - 1)
            let next = now.adding(microseconds: rest)
            #expect(timer.seconds(at: last) == timer.seconds(at: now))
            #expect(timer.seconds(at: next) != timer.seconds(at: now))
            now = next
        }
    }

    @Test func durationsAreWholeSecondsWithinBounds() {
        func seconds(_ minutes: Double) -> Int {
            PresentationTimer(minutes: minutes, at: Self.start).seconds(at: Self.start)
        }
        #expect(seconds(0) == 1 && seconds(1e9) == 86_400 && seconds(1.0 / 3) == 20)
    }
}
