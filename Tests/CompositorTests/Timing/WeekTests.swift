import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// A week of use on a clock that the test moves: busy days, and nights without anybody.
@Suite struct WeekTests {
    @Test(arguments: 0..<2)
    func everyNightIsLikeTheFirst(seed: Int) {
        let week = Week(seed: UInt64(seed))
        var first: Evening?
        for day in 0..<7 {
            week.spendDay(until: Week.hours(24 * day + 22))
            #expect(week.violations == [], "seed \(seed), day \(day)")
            let evening = week.goToBed()
            if let first {
                #expect(evening.changes(since: first) == [], "seed \(seed), day \(day): what a day leaves behind")
            }
            first = first ?? evening

            let stages = week.run(until: Week.hours(24 * day + 25))
            #expect(stages == week.stagesWanted, "seed \(seed), day \(day): each stage once, when it is due")
            #expect(week.wakeUps(until: Week.hours(24 * day + 27)) == 0, "seed \(seed), day \(day): a quiet night")
            #expect(week.bench.display.off == [Bench.panel().id, Bench.external().id])

            #expect(week.plugTwiceAtNight() == [], "seed \(seed), day \(day): a plug at night lights nothing")
            #expect(week.wakeUps(until: Week.hours(24 * day + 30)) == 0, "seed \(seed), day \(day)")
            week.getUp()
            #expect(week.bench.display.off.isEmpty)
            #expect(week.bench.takeEvents().filter { $0 == .userActive }.count == 1)
        }
        #expect(week.menu.commands.count == 7 + week.pauses)
    }
}

extension WeekTests {
    /// A machine that is suspended at night: no timer of the service's counts the time asleep.
    @Test(arguments: 0..<2)
    func aMachineThatSleepsGoesOnWhereItWas(seed: Int) {
        let week = Week(seed: UInt64(100 + seed))
        let compositor = week.bench.compositor
        for day in 0..<7 {
            week.spendDay(until: week.bench.loop.now.adding(microseconds: Week.hours(3).microseconds))
            _ = week.goToBed()
            week.run(until: week.bench.loop.now.adding(microseconds: day.isMultiple(of: 2) ? 30_000_000 : 400_000_000))
            let isDark = !week.bench.display.off.isEmpty
            compositor.timer.start(minutes: nil)
            let before = compositor.status(version: "t")
            _ = week.bench.takeEvents()

            week.sleep(microseconds: Week.hours(9).microseconds)
            #expect(week.violations == [], "seed \(seed), day \(day)")
            let events = week.bench.takeEvents()
            #expect(!events.contains { if case .userIdle = $0 { true } else { false } }, "seed \(seed), day \(day)")
            #expect(events.filter { $0 == .userActive }.count == (before.session.idle.isEmpty ? 0 : 1))
            #expect(week.bench.display.off.isEmpty, "seed \(seed), day \(day): woken with dark screens")
            #expect(isDark != day.isMultiple(of: 2))
            let shown = (before.overlays.timer?.seconds ?? 0) + 9 * 3600
            #expect(compositor.status(version: "t").overlays.timer?.seconds == shown, "it goes on meanwhile")
            let soon = week.bench.loop.now.adding(microseconds: 5_500_000)
            #expect(week.wakeUps(until: soon) <= 30, "not one for each second asleep")
            compositor.timer.reset()

            let stages = week.run(until: week.bench.loop.now.adding(microseconds: Week.hours(1).microseconds))
            #expect(stages == week.stagesWanted, "seed \(seed), day \(day): each stage once, counted from the wake")
            let told = week.bench.takeEvents().compactMap { if case .userIdle(let stage) = $0 { stage } else { nil } }
            #expect(told == [.dim, .panelOff, .externalOff, .command], "seed \(seed), day \(day): a hook each")
            week.getUp()
        }
    }
}

/// What is left when everything has been put away.
private struct Evening {
    var status: ServiceStatus
    var scheduled: Int
    var overlays: [OverlayID]

    /// What differs, in words.
    func changes(since other: Evening) -> [String] {
        let (new, old) = (words, other.words)
        return new.filter { !old.contains($0) } + old.filter { !new.contains($0) }.map { "was \($0)" }
    }

    private var words: [String] { "\(self)".split(separator: ", ").map(String.init) }
}

private final class Week {
    let bench: Bench
    let menu = FakeMenu()
    private let backlight = FakeBacklight()
    private var random: SplitMix64
    /// The instant of the last action of the user's, and the idle times that were told of since then.
    private var lastAction: Timestamp
    private var told: Set<Int> = []
    private var actionsSeen = 0
    /// How often the user was away long enough by day for the command to run.
    private(set) var pauses = 0
    private var stages: [Stage] = []

    struct Stage: Equatable {
        var stage: IdleStage
        /// Since the user last did something, in microseconds.
        var after: Int64
    }

    static func hours(_ hours: Int) -> Timestamp { Timestamp(microseconds: Int64(hours) * 3_600_000_000) }

    private static let displays = [
        Bench.panel(), Bench.external(), Bench.output("DP-1", .displayPort, 800, 600),
    ]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        var configuration = Configuration()
        configuration.idle.dimAfterSeconds = 60
        configuration.idle.panelOffAfterSeconds = 300
        configuration.idle.externalOffAfterSeconds = 600
        (configuration.idle.commandAfterSeconds, configuration.idle.command) = (900, ["lock"])
        bench = Bench(
            configuration: configuration, holding: 2000, outputs: [Bench.panel(), Bench.external()],
            sketches: FakeSketches(), menu: menu, hints: FakeHints(), backlight: backlight,
            displayMemory: FakeDisplayMemory(), leavingOut: { _ in false })
        bench.display.countsBlanks = true
        lastAction = bench.loop.now
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: Bench.glass, name: "glass", capabilities: [.touch])))
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: DeviceID(2), name: "keys", capabilities: [.keyboard])))
        bench.content.mapWindow(appID: "week")
        bench.content.drawWindow()
        bench.loop.settle()
    }

    var violations: [String] { bench.violations }

    let stagesWanted = [
        Stage(stage: .dim, after: 60_000_000), Stage(stage: .panelOff, after: 300_000_000),
        Stage(stage: .externalOff, after: 600_000_000), Stage(stage: .command, after: 900_000_000),
    ]

    // MARK: Time

    /// Lets time pass from event to event; returns the stages of idleness that began.
    @discardableResult func run(until end: Timestamp) -> [Stage] {
        stages = []
        while bench.loop.now < end { step(until: end) }
        return stages
    }

    /// How often the service wakes up by itself until `end`.
    func wakeUps(until end: Timestamp) -> Int {
        var count = 0
        while bench.loop.now < end {
            step(until: end)
            if bench.loop.now < end { count += 1 }
        }
        return count
    }

    private func step(until end: Timestamp) {
        if !bench.display.pending.isEmpty { return bench.refresh() }
        let alarm = nextAlarm
        let next = min(end, bench.loop.nextDue ?? end, alarm?.at ?? end)
        bench.loop.advance(microseconds: max(0, next.microseconds - bench.loop.now.microseconds))
        if let alarm, alarm.at <= bench.loop.now { tell(alarm.seconds) }
        noteActions()
    }

    /// The idle time that is told of next, as `IdleWatch` would.
    private var nextAlarm: (at: Timestamp, seconds: Int)? {
        bench.idle.seconds.filter { !told.contains($0) }.min().map {
            (lastAction.adding(microseconds: Int64($0) * 1_000_000), $0)
        }
    }

    private func tell(_ seconds: Int) {
        told.insert(seconds)
        let before = Set(reached)
        bench.compositor.idle.userBecameIdle(forSeconds: seconds)
        let idle = bench.loop.now.microseconds - lastAction.microseconds
        stages += reached.filter { !before.contains($0) }.map { Stage(stage: $0, after: idle) }
        bench.loop.settle()
    }

    private var reached: [IdleStage] { bench.compositor.status(version: "t").session.idle }

    private func noteActions() {
        guard bench.idle.actions != actionsSeen else { return }
        actionsSeen = bench.idle.actions
        lastAction = bench.loop.now
        if !told.isEmpty {
            told = []
            bench.compositor.idle.userCameBack()
        }
    }

    // MARK: The days

    func spendDay(until evening: Timestamp) {
        while bench.loop.now < evening {
            perform(Int.random(in: 0..<12, using: &random))
            bench.loop.settle()
            noteActions()
            let isPause = random.chance(5)
            let seconds = isPause ? Int64.random(in: 1000..<4000, using: &random) : .random(in: 0..<240, using: &random)
            let before = menu.commands.count
            run(until: min(evening, bench.loop.now.adding(microseconds: seconds * 1_000_000 + 1)))
            pauses += menu.commands.count - before
        }
    }

    private func perform(_ operation: Int) {
        let compositor = bench.compositor
        switch operation {
        case 0: bench.connect(Self.displays.filter { _ in random.chance(70) })
        case 1: compositor.displays.setMirroring(Bool.random(using: &random))
        case 2: compositor.freezer.toggle()
        case 3: compositor.blanking.blank(random.chance(50) ? .all : nil)
        // A timer that runs costs a wake-up a second: it never runs for long.
        case 4: if random.chance(20) { compositor.timer.start(minutes: .random(in: 0.1..<20, using: &random)) }
        case 5: _ = compositor.timer.stop()
        case 6:
            bench.display.pause()
            bench.loop.settle()
            bench.loop.advance(microseconds: .random(in: 0..<3_000_000_000, using: &random))
            compositor.displaysResumed()
        case 7: compositor.displays.arrange(ExternalArrangement.allCases.randomElement(using: &random) ?? .copy)
        case 8: compositor.idle.set(Brightness(percent: .random(in: 20...100, using: &random))) { _ in }
        case 9: bench.content.drawWindow()
        case 10: type()
        default: tap()
        }
    }

    private func type() {
        for pressed in [true, false] {
            bench.compositor.input.inputReceived(.key(DeviceID(2), code: 30, pressed: pressed, bench.loop.now))
        }
        bench.loop.settle()
        noteActions()
    }

    private func tap() {
        let place = DevicePosition(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
        bench.compositor.input.inputReceived(.touchDown(Bench.glass, slot: 0, place, bench.loop.now))
        bench.loop.advance(microseconds: .random(in: 20_000..<900_000, using: &random))
        bench.compositor.input.inputReceived(.touchUp(Bench.glass, slot: 0, bench.loop.now))
    }

    // MARK: The nights

    /// Puts everything away at the end of a day.
    func goToBed() -> Evening {
        let compositor = bench.compositor
        compositor.displaysResumed()
        type()
        compositor.blanking.blank(nil)
        if compositor.freezer.isOn { compositor.freezer.toggle() }
        compositor.timer.reset()
        compositor.displays.arrange(.copy)
        compositor.displays.setMirroring(true)
        bench.connect([Bench.panel(), Bench.external()])
        bench.content.drawWindow()
        compositor.idle.set(Brightness(percent: 60)) { _ in }
        run(until: bench.loop.now.adding(microseconds: 30_000_000))
        _ = bench.takeEvents()
        type()
        var status = compositor.status(version: "t")
        status.counters = ServiceCounters()
        status.view.snapshot.frames = 0
        return Evening(
            status: status, scheduled: bench.loop.scheduledCount,
            overlays: OverlayID.allCases.filter { !compositor.painter.overlay($0, on: .panel).isEmpty })
    }

    /// Unplugs the external and plugs it in again; returns the displays that were lit.
    func plugTwiceAtNight() -> Set<OutputID> {
        var lit: Set<OutputID> = []
        for outputs in [[Bench.panel()], [Bench.panel(), Bench.external()]] {
            bench.connect(outputs)
            run(until: bench.loop.now.adding(microseconds: 10_000_000))
            lit.formUnion(outputs.map(\.id).filter { !bench.display.off.contains($0) })
        }
        return lit
    }

    /// Suspends the machine, as closing its lid does, and wakes it.
    func sleep(microseconds: Int64) {
        bench.display.pause()
        bench.loop.settle()
        bench.loop.sleep(microseconds: microseconds)
        bench.compositor.displaysResumed()
        bench.compositor.machineWoke()
        bench.loop.settle()
        noteActions()
    }

    func getUp() { type() }
}
