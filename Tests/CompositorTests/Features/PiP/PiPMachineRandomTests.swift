import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// Long random lives; `PiPRig` checks one picture at a time, completions and the order of events after every step.
@Suite struct PiPMachineRandomTests {
    private static let sources: [PiPSource] = [
        .external, .content, .hud, .window("foot"), .window("none"), .camera("/dev/video0"),
    ]

    @Test(arguments: UInt64(0)..<200)
    func everyRequestEndsOnceAndNothingOverlaps(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var configuration = PiPConfiguration()
        configuration.startsAutomatically = random.chance(40)
        if random.chance(40) { configuration.autoStopMicroseconds = 1_000_000 }
        var rig = PiPRig(configuration: configuration)
        for _ in 0..<150 {
            let events = rig.events.count
            let run = rig.machine.run
            step(&rig, &random)
            checkReplacement(rig, since: events, of: run)
        }
        settle(&rig)
        #expect(rig.isAllCompleted, "somebody still waits")
        #expect(rig.machine.run == nil)
        checkPairs(rig.events)
    }

    private func step(_ rig: inout PiPRig, _ random: inout SplitMix64) {
        let source = Self.sources.randomElement(using: &random) ?? .hud
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: rig.start(source, timeout: random.chance(30) ? 0 : nil)
        case 2: rig.start(source, isSwap: true)
        case 3: rig.stop(random.chance(50) ? .requested : .closed)
        case 4: rig.toggle(random.chance(50) ? source : nil)
        case 5: rig.restore()
        case 6, 7, 8: rig.prepare(random.chance(20) ? .sourceFailed("salt") : nil)
        case 9, 10, 11: rig.finishAnimation()
        case 12: rig.acknowledge()
        case 13:
            if let timer = rig.timers.keys.sorted(by: { $0.number < $1.number }).randomElement(using: &random) {
                rig.fire(timer)
            }
        case 14:
            let happening: PiPInput =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: .cameToFullView(source)
                case 1: .leftForeground(source)
                default: .sourceMoved(source)
                }
            rig.feed(happening)
        default: rig.feed(.possibilityChanged(possibility(&random)))
        }
    }

    private func possibility(_ random: inout SplitMix64) -> PiPPossibility {
        func obstacle(_ kind: PiPObstacle) -> PiPObstacle? { random.chance(50) ? kind : nil }
        var possibility = PiPPossibility(
            external: obstacle(.noExternal), content: obstacle(.onExternal), hud: obstacle(.noHUD),
            windows: obstacle(.noPanel), windowIDs: random.chance(50) ? ["foot"] : [])
        possibility.cameras = obstacle(.noCameraPlayer)
        if random.chance(10) { possibility.endedCamera = "/dev/video0" }
        return possibility
    }

    /// A run that gives way to another is never told to be restored.
    private func checkReplacement(_ rig: PiPRig, since count: Int, of run: PiPRun?) {
        guard let run, let now = rig.machine.run, now.number != run.number else { return }
        let restored = rig.events[count...].contains(.restoreRequested(run.source))
        #expect(!restored, "a replaced picture was restored")
    }

    /// Lets everything come to its end.
    private func settle(_ rig: inout PiPRig) {
        rig.stop()
        for _ in 0..<10 {
            rig.prepare()
            rig.finishAnimation()
            rig.acknowledge()
        }
    }

    /// Each will-start is answered, and each did-start stopped, by one event.
    private func checkPairs(_ events: [PiPEvent]) {
        func count(_ matches: (PiPEvent) -> Bool) -> Int { events.filter(matches).count }
        let willStarts = count { if case .willStart = $0 { true } else { false } }
        let didStarts = count { if case .didStart = $0 { true } else { false } }
        let failures = count { if case .failedToStart = $0 { true } else { false } }
        let willStops = count { if case .willStop = $0 { true } else { false } }
        let didStops = count { if case .didStop = $0 { true } else { false } }
        #expect(didStarts == willStops)
        #expect(didStarts == didStops)
        #expect(willStarts <= didStarts + failures)
        #expect(count { $0 == .activeChanged(true) } == didStarts)
        #expect(count { $0 == .activeChanged(false) } == didStops)
    }
}
