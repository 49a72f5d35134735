import Mirroring
import Testing

@testable import Compositor

@Suite struct PiPMachineTests {
    @Test func aLifeFromStartToStop() {
        var rig = PiPRig()
        #expect(rig.machine.state == .possible)
        let start = rig.start(.external)
        #expect(rig.machine.state == .starting)
        rig.prepare()
        #expect(rig.outcomes[start] == nil)
        rig.finishAnimation()
        #expect(rig.machine.state == .active)
        #expect(rig.outcomes[start] == .done)
        let stop = rig.stop()
        #expect(rig.machine.state == .stopping)
        rig.finishAnimation()
        #expect(rig.machine.state == .possible)
        #expect(rig.outcomes[stop] == .done)
        #expect(
            rig.events == [
                .willStart(.external), .didStart(.external), .activeChanged(true), .willStop(.external, .requested),
                .didStop(.external, .requested), .activeChanged(false),
            ])
    }

    @Test func aStartBeforeItIsPossibleWaits() {
        var rig = PiPRig(possible: .nothing)
        #expect(rig.machine.state == .idle)
        let start = rig.start(.content)
        #expect(rig.machine.state == .idle)
        rig.feed(.possibilityChanged(.everything))
        #expect(rig.machine.state == .starting)
        rig.prepare()
        rig.finishAnimation()
        #expect(rig.outcomes[start] == .done)
        #expect(rig.events.first == .possibleChanged([.external, .content, .hud, .window("foot"), .window("mpv")]))
    }

    @Test func aStartThatNeverBecomesPossibleFailsWithTheReason() {
        var rig = PiPRig(possible: .nothing)
        let start = rig.start(.content, timeout: 700)
        #expect(rig.timers.values.contains(700))
        rig.runOutLastTimer()
        #expect(rig.outcomes[start] == .failed(.impossible(.noPanelApplication)))
        #expect(rig.events == [.failedToStart(.content, .impossible(.noPanelApplication))])
        let impatient = rig.start(.window("none"), timeout: 0)
        #expect(rig.outcomes[impatient] == .failed(.impossible(.noPanelApplication)))
    }

    @Test func aPatientStartAlsoWaitsForItsFirstPicture() {
        var rig = PiPRig()
        let usual = PiPConfiguration().startTimeoutMicroseconds
        rig.start(.window("mpv"), timeout: usual * 10)
        #expect(Array(rig.timers.values) == [usual * 10])
        // An impatient one gives the application its usual time to draw itself.
        rig = PiPRig()
        rig.start(.window("mpv"), timeout: 0)
        #expect(Array(rig.timers.values) == [usual])
    }

    @Test func anUnknownWindowIsToldFromNoWindows() {
        var rig = PiPRig()
        let start = rig.start(.window("none"), timeout: 0)
        #expect(rig.outcomes[start] == .failed(.impossible(.noSuchWindow)))
    }

    @Test func aSecondStartReplacesTheFirstCompletely() {
        var rig = PiPRig()
        rig.show(.external)
        rig.events = []
        let second = rig.start(.hud)
        #expect(rig.machine.run?.source == .external, "the first goes before the second comes")
        rig.finishAnimation()
        rig.prepare()
        rig.finishAnimation()
        #expect(rig.outcomes[second] == .done)
        #expect(
            rig.events == [
                .willStop(.external, .replaced), .didStop(.external, .replaced), .activeChanged(false),
                .willStart(.hud), .didStart(.hud), .activeChanged(true),
            ])
        #expect(rig.restoreRequests == 0)
    }

    @Test func aReplacedRestoreIsSuppressed() {
        var rig = PiPRig()
        rig.show(.external)
        let restore = rig.restore()
        #expect(rig.machine.state == .stopping)
        rig.start(.hud)
        rig.finishAnimation()
        #expect(rig.events.contains(.didStop(.external, .replaced)))
        #expect(!rig.events.contains(.didStop(.external, .restored)))
        #expect(rig.outcomes[restore] == .done)
    }

    @Test func whatIsShownStaysWhileItsSuccessorIsNotPossible() {
        var possible = PiPPossibility.everything
        possible.content = .onExternal
        var rig = PiPRig(possible: possible)
        rig.show(.external)
        let start = rig.start(.content)
        #expect(rig.machine.state == .active)
        rig.runOutLastTimer()
        #expect(rig.outcomes[start] == .failed(.impossible(.onExternal)))
        #expect(rig.machine.state == .active)
    }

    @Test func completionsComeAlsoWhenNothingIsActive() {
        var rig = PiPRig()
        #expect(rig.outcomes[rig.stop()] == .nothingActive)
        #expect(rig.outcomes[rig.restore()] == .nothingActive)
        #expect(rig.events.isEmpty)
    }

    @Test func aStartOfWhatIsShownIsDone() {
        var rig = PiPRig()
        rig.show(.hud)
        #expect(rig.outcomes[rig.start(.hud)] == .done)
        #expect(rig.machine.run?.number == 1)
    }

    @Test func toggleStopsAndStartsTheLastOne() {
        var rig = PiPRig()
        rig.show(.hud)
        let off = rig.toggle()
        rig.finishAnimation()
        #expect(rig.outcomes[off] == .done)
        rig.toggle()
        #expect(rig.machine.run?.source == .hud)
        rig.prepare()
        rig.finishAnimation()
        rig.toggle(.external)
        rig.finishAnimation()
        #expect(rig.machine.run?.source == .external)
    }

    @Test func aSwapTakesThePlaceWithoutAnAnimation() {
        var rig = PiPRig()
        rig.show(.external)
        let swap = rig.start(.hud, isSwap: true)
        #expect(rig.machine.run?.source == .hud)
        #expect(rig.machine.run?.isSwap == true)
        rig.prepare()
        rig.finishAnimation()
        #expect(rig.outcomes[swap] == .done)
        #expect(rig.events.contains(.didStop(.external, .replaced)))
    }

    @Test func aRestoreWaitsForTheClient() {
        var rig = PiPRig()
        rig.show(.external)
        let restore = rig.restore()
        #expect(rig.events.contains(.restoreRequested(.external)))
        #expect(rig.animating == nil || rig.restoring != nil)
        rig.acknowledge()
        rig.finishAnimation()
        #expect(rig.outcomes[restore] == .done)
        #expect(rig.events.contains(.didStop(.external, .restored)))
    }

    @Test func aClientThatDoesNotAnswerIsNotWaitedForLong() {
        var rig = PiPRig()
        rig.show(.external)
        let restore = rig.restore()
        rig.runOutLastTimer()
        rig.finishAnimation()
        #expect(rig.outcomes[restore] == .done)
    }

    @Test func fullViewByAnotherRouteEndsIt() {
        var rig = PiPRig()
        rig.show(.content)
        rig.feed(.cameToFullView(.external))
        #expect(rig.machine.state == .active)
        rig.feed(.cameToFullView(.content))
        rig.finishAnimation()
        #expect(rig.events.contains(.didStop(.content, .fullView)))
    }

    @Test func aStopBeforeItIsShownFailsTheStart() {
        var rig = PiPRig()
        let start = rig.start(.external)
        let stop = rig.stop()
        #expect(rig.outcomes[start] == .failed(.stopped))
        #expect(rig.outcomes[stop] == .done)
        let gliding = rig.start(.external)
        rig.prepare()
        rig.stop()
        rig.finishAnimation()
        #expect(rig.outcomes[gliding] == .failed(.stopped))
        #expect(!rig.events.contains { if case .didStop = $0 { true } else { false } })
    }

    @Test func aSourceWithoutAPictureFails() {
        var rig = PiPRig()
        let failed = rig.start(.external)
        rig.prepare(.sourceFailed("no memory"))
        #expect(rig.outcomes[failed] == .failed(.sourceFailed("no memory")))
        let late = rig.start(.external)
        rig.runOutLastTimer()
        #expect(rig.outcomes[late] == .failed(.timedOut))
        #expect(rig.machine.state == .possible)
    }
}

/// What displays, timers and the foreground do to it.
@Suite struct PiPMachineSurroundingsTests {
    private let unplugged = PiPPossibility(
        external: .noExternal, content: nil, hud: nil, windows: nil, windowIDs: [])
    private let plugged = PiPPossibility(external: nil, content: .onExternal, hud: nil, windows: nil, windowIDs: [])

    @Test func anUnplugEndsTheExternal() {
        var rig = PiPRig(possible: plugged)
        rig.show(.external)
        rig.feed(.possibilityChanged(unplugged))
        #expect(rig.machine.state == .possible)
        #expect(rig.events.contains(.didStop(.external, .sourceGone)))
    }

    @Test func withAutoStartAnUnplugGoesOnAsContent() {
        var configuration = PiPConfiguration()
        configuration.startsAutomatically = true
        var rig = PiPRig(configuration: configuration, possible: plugged)
        rig.show(.external)
        rig.feed(.possibilityChanged(unplugged))
        #expect(rig.machine.state == .active)
        #expect(rig.machine.run?.source == .content)
        #expect(rig.events.contains(.sourceChanged(from: .external, to: .content)))
    }

    @Test func aPlugGoesOnAsExternal() {
        var rig = PiPRig(possible: unplugged)
        rig.show(.content)
        rig.feed(.possibilityChanged(plugged))
        #expect(rig.machine.run?.source == .external)
        #expect(rig.machine.state == .active)
    }

    @Test func whatAPlugMadeOfTheContentIsTheContentAgainAfterTheUnplug() {
        var rig = PiPRig(possible: unplugged)
        rig.show(.content)
        for _ in 0..<2 {
            rig.feed(.possibilityChanged(plugged))
            #expect(rig.machine.run?.source == .external)
            rig.feed(.possibilityChanged(unplugged))
            #expect(rig.machine.run?.source == .content)
        }
        #expect(rig.machine.state == .active)
        #expect(rig.events.filter { $0 == .sourceChanged(from: .external, to: .content) }.count == 2)
    }

    @Test func whoAsksForTheExternalMeansTheExternal() {
        var rig = PiPRig(possible: unplugged)
        rig.show(.content)
        rig.feed(.possibilityChanged(plugged))
        #expect(rig.outcomes[rig.start(.external)] == .done)
        rig.feed(.possibilityChanged(unplugged))
        #expect(rig.events.contains(.didStop(.external, .sourceGone)))
    }

    @Test func anotherExternalIsTold() {
        var rig = PiPRig(possible: plugged)
        rig.feed(.sourceMoved(.external))
        rig.show(.hud)
        rig.feed(.sourceMoved(.external))
        rig.start(.external)
        rig.finishAnimation()
        rig.prepare()
        rig.finishAnimation()
        #expect(!rig.events.contains(.sourceChanged(from: .external, to: .external)))
        rig.feed(.sourceMoved(.external))
        #expect(rig.events.last == .sourceChanged(from: .external, to: .external))
        #expect(rig.machine.state == .active)
    }

    @Test func aToggleTakesASourceThatIsPossible() {
        var rig = PiPRig(possible: plugged)
        rig.show(.external)
        rig.feed(.possibilityChanged(unplugged))
        rig.toggle()
        #expect(rig.machine.run?.source == .content, "the same application where it is now")
        rig.prepare()
        rig.finishAnimation()
        rig.toggle()
        rig.finishAnimation()
        let bare = PiPPossibility(
            external: .noExternal, content: .noPanelApplication, hud: nil, windows: nil, windowIDs: [])
        rig.feed(.possibilityChanged(bare))
        rig.toggle()
        #expect(rig.machine.run?.source == .hud)
    }

    @Test func aToggleWithNothingPossibleSaysWhyAtOnce() {
        var rig = PiPRig(possible: .nothing)
        let toggle = rig.toggle()
        #expect(rig.outcomes[toggle] == .failed(.impossible(.noPanelApplication)))
        #expect(rig.timers.isEmpty)
        let named = rig.toggle(.external)
        #expect(rig.outcomes[named] == nil, "who names a source may wait for it")
    }

    @Test func autoStartIsOffUnlessAskedFor() {
        var off = PiPRig()
        off.feed(.leftForeground(.content))
        #expect(off.machine.run == nil)
        var configuration = PiPConfiguration()
        configuration.startsAutomatically = true
        var on = PiPRig(configuration: configuration)
        on.feed(.leftForeground(.content))
        #expect(on.machine.run?.source == .content)
    }

    @Test func autoStopEndsItAfterItsTime() {
        var configuration = PiPConfiguration()
        configuration.autoStopMicroseconds = 60_000_000
        var rig = PiPRig(configuration: configuration)
        rig.show(.hud)
        #expect(rig.timers.values.contains(60_000_000))
        rig.runOutLastTimer()
        rig.finishAnimation()
        #expect(rig.events.contains(.didStop(.hud, .autoStop)))
    }

    @Test func staleAnswersAreIgnored() {
        var rig = PiPRig()
        rig.show(.hud)
        rig.feed(.prepared(run: 1, .timedOut))
        rig.feed(.animationFinished(run: 1))
        rig.feed(.restoreAcknowledged(run: 1))
        rig.feed(.animationFinished(run: 7))
        #expect(rig.machine.state == .active)
    }
}
