import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct PiPExecutorTests {
    private let corner = Rect<PanelSpace>(x: 944, y: 604, width: 320, height: 180)

    @Test func theExternalIsShownSmallAboveThePanelApplication() {
        let rig = PiPBench(external: true)
        #expect(rig.base == .controller)
        rig.start(.external)
        #expect(rig.base == .application)
        #expect(rig.status?.state == .starting)
        #expect(rig.status?.frame == Rect(x: 0, y: 40, width: 1280, height: 720), "from the controller's snapshot")
        rig.run(milliseconds: 300)
        #expect(rig.status?.frame == corner)
        #expect(rig.outcomes == [.done])
        #expect(rig.picture === rig.bench.compositor.picture(of: .external), "without a copy")
        #expect(rig.status?.renderSize == Size(width: 3840, height: 2160))
    }

    @Test func theContentIsShownFromMemoryOnlyAsFastAsItIsWanted() {
        let rig = PiPBench()
        rig.show(.content)
        #expect(rig.base == .application)
        #expect(rig.bench.compositor.contentPlace == .pip)
        let before = rig.bench.content.framesEnded
        rig.run(milliseconds: 1000) { rig.damageContent() }
        #expect((25...32).contains(rig.bench.content.framesEnded - before))
        let frames = rig.status?.frames ?? 0
        rig.run(milliseconds: 1000)
        #expect((rig.status?.frames ?? 0) - frames <= 1, "a source that stands still costs nothing")
    }

    @Test func theAnimationNeedsNothingOfTheSource() {
        let rig = PiPBench(external: true)
        rig.start(.external, origin: Rect(x: 0, y: 0, width: 64, height: 36))
        rig.run(milliseconds: 16)
        let before = rig.bench.content.framesComposed
        var places: Set<Rect<OutputSpace>> = []
        rig.run(milliseconds: 300) { rig.overlay.first.map { _ = places.insert($0.frame) } }
        #expect(places.count > 10)
        #expect(rig.bench.content.framesComposed == before)
    }

    @Test func withReducedMotionItIsThereAtOnce() {
        let rig = PiPBench(external: true) { $0.reducesMotion = true }
        rig.start(.external)
        #expect(rig.status?.frame == corner)
        #expect(rig.outcomes == [.done])
    }

    @Test func aRestoreWaitsForTheClientAndEndsInFullView() {
        let rig = PiPBench()
        rig.show(.content)
        rig.bench.content.isSettled = false
        rig.restore()
        rig.run(milliseconds: 400)
        #expect(rig.status?.state == .stopping)
        #expect(rig.status?.frame == Rect(x: 944, y: 584, width: 320, height: 200), "where it was")
        #expect(rig.base == .application)
        rig.bench.content.isSettled = true
        rig.run(milliseconds: 24)
        #expect(rig.base == .application, "the switch comes with the end of the animation")
        rig.run(milliseconds: 300)
        #expect(rig.base == .content)
        #expect(rig.overlay.isEmpty)
        #expect(rig.outcomes == [.done, .done])
    }

    @Test func aClientThatNeverAnswersIsNotWaitedForLong() {
        let rig = PiPBench()
        rig.show(.content)
        rig.bench.content.isSettled = false
        rig.restore()
        rig.run(milliseconds: 1500)
        #expect(rig.base == .content)
        #expect(rig.outcomes == [.done, .done])
    }

    @Test func showingTheContentByAnotherRouteEndsIt() {
        let rig = PiPBench(external: true)
        rig.show(.external)
        _ = rig.takePiPEvents()
        #expect(rig.bench.compositor.foreground.show(.content) == .changed)
        rig.run(milliseconds: 400)
        #expect(rig.takePiPEvents().contains(.didStop(.external, .fullView)))
        #expect(rig.overlay.isEmpty)
    }

    @Test func anUnplugEndsItAndBringsTheContentHome() {
        let rig = PiPBench(external: true)
        rig.show(.external)
        _ = rig.takePiPEvents()
        rig.bench.connect([Bench.panel()])
        #expect(rig.takePiPEvents().contains(.didStop(.external, .sourceGone)))
        #expect(rig.base == .content)
    }

    @Test func withAutoStartItGoesOnAsContent() {
        let rig = PiPBench(external: true) { $0.startsAutomatically = true }
        rig.show(.external)
        rig.bench.connect([Bench.panel()])
        rig.run(milliseconds: 100) { rig.damageContent() }
        #expect(rig.status?.source == .content)
        #expect(rig.status?.state == .active)
        #expect(rig.base == .application)
        #expect(rig.status?.renderSize == Size(width: 1280, height: 800))
    }

    @Test func aPlugTurnsTheContentIntoTheExternal() {
        let rig = PiPBench()
        rig.show(.content)
        rig.bench.connect([Bench.panel(), Bench.external()])
        rig.run(milliseconds: 400) { rig.damageContent() }
        #expect(rig.status?.source == .external)
        #expect(rig.picture === rig.bench.compositor.picture(of: .external))
    }

    @Test func theContentAgainAfterTheUnplugItsPictureIsOnTheApplication() {
        let rig = PiPBench()
        rig.show(.content)
        rig.bench.connect([Bench.panel(), Bench.external()])
        rig.run(milliseconds: 400) { rig.damageContent() }
        rig.bench.connect([Bench.panel()])
        rig.run(milliseconds: 400) { rig.damageContent() }
        #expect(rig.status?.source == .content)
        #expect(rig.status?.state == .active)
        #expect(rig.base == .application)
        #expect(rig.status?.renderSize == Size(width: 1280, height: 800))
    }

    @Test func aLargerExternalTakesTheContentAndNothingElseChanges() {
        let rig = PiPBench(external: true)
        let larger = Bench.output("DP-2", .displayPort, 5120, 2880)
        rig.show(.external)
        for (outputs, name) in [
            ([Bench.panel(), Bench.external(), larger], "DP-2"), ([Bench.panel(), Bench.external()], "HDMI-A-1"),
        ] {
            _ = rig.bench.takeEvents()
            rig.bench.connect(outputs)
            rig.run(milliseconds: 400) { rig.damageContent() }
            let events = rig.bench.takeEvents()
            let places = events.compactMap { event in
                if case .contentMoved(_, let output, _, _) = event { output } else { nil }
            }
            #expect(places == [OutputID(name)])
            #expect(events.filter { $0 == .pip(.sourceChanged(from: .external, to: .external)) }.count == 1)
            #expect(!events.contains { if case .panelForegroundChanged = $0 { true } else { false } })
            #expect(rig.base == .application)
            #expect(rig.status?.state == .active)
            #expect(rig.status?.source == .external)
            #expect(rig.picture === rig.bench.compositor.picture(of: .external))
            #expect(rig.bench.violations.isEmpty)
        }
    }

    @Test func theUserChoosesTheExternal() {
        let other = Bench.output("DP-2", .displayPort, 640, 480)
        var configuration = Configuration()
        configuration.external.arrangement = .one
        let bench = Bench(configuration: configuration, outputs: [Bench.panel(), Bench.external(), other])
        for (name, obstacle) in [("DP-9", ExternalObstacle.notConnected), ("DSI-1", .isPanel)] {
            #expect(bench.compositor.displays.useExternal(OutputID(name)) == .refused("\(name): \(obstacle.rawValue)"))
        }
        #expect(bench.compositor.displays.useExternal(other.id) == .done)
        #expect(bench.compositor.overlays.mirroredOutput == other.id)
        bench.display.refusedModes = Set(Bench.external().modes)
        guard case .refused = bench.compositor.displays.useExternal(Bench.external().id) else {
            Issue.record("a display that takes no mode became the external")
            return
        }
        #expect(bench.compositor.overlays.mirroredOutput == other.id)
        bench.compositor.displays.setMirroring(false)
        bench.display.refusedModes = []
        #expect(bench.compositor.displays.useExternal(Bench.external().id) == .kept)
        bench.compositor.displays.setMirroring(true)
        #expect(bench.compositor.overlays.mirroredOutput == Bench.external().id)
        #expect(bench.violations.isEmpty)
    }

    @Test func itOutlivesASwitchOfTerminals() {
        let rig = PiPBench(external: true)
        rig.show(.external)
        rig.bench.display.pause()
        rig.bench.loop.settle()
        #expect(rig.status?.state == .active)
        rig.bench.compositor.displaysResumed()
        rig.bench.loop.settle()
        let panel = OutputID("DSI-1")
        _ = rig.bench.display.takeDamage(of: panel)
        rig.run(milliseconds: 400) { rig.damageContent() }
        #expect(rig.status?.state == .active)
        #expect(rig.picture === rig.bench.compositor.picture(of: .external))
    }

    @Test func pausedItKeepsItsPictureAndResumedItDoesNot() {
        let rig = PiPBench(external: true)
        rig.show(.external)
        #expect(rig.pip.set(.paused))
        let still = rig.picture
        #expect(still !== rig.bench.compositor.picture(of: .external))
        let frames = rig.status?.frames
        rig.run(milliseconds: 200) { rig.damageContent() }
        #expect(rig.picture === still)
        #expect(rig.status?.frames == frames)
        #expect(rig.pip.refresh())
        #expect(rig.picture !== still)
        #expect(rig.pip.set(.live))
        #expect(rig.picture === rig.bench.compositor.picture(of: .external))
    }

    @Test func autoStartStartsWhenTheContentLeavesTheForeground() {
        let rig = PiPBench { $0.startsAutomatically = true }
        #expect(rig.bench.compositor.foreground.show(.application) == .changed)
        rig.run(milliseconds: 400)
        #expect(rig.status?.source == .content)
        #expect(rig.status?.state == .active)
    }

    @Test func withoutAPanelApplicationTheReasonIsTold() {
        let rig = PiPBench(external: true, application: false)
        rig.start(.external)
        #expect(rig.outcomes == [.failed(.impossible(.noPanelApplication))])
        rig.start(.content)
        #expect(rig.outcomes.last == .failed(.impossible(.onExternal)))
        rig.start(.hud)
        #expect(rig.outcomes.last == .failed(.impossible(.noHUD)))
    }

    @Test func aSwapTakesTheVeryPlace() {
        let rig = PiPBench(external: true, hud: FakeBar(size: Size(width: 320, height: 180)))
        rig.show(.external)
        rig.change { $0.move(to: .topLeft, completion: $1) }
        rig.run(milliseconds: 400)
        rig.start(.hud, isSwap: true)
        #expect(rig.status?.source == .hud)
        #expect(rig.status?.frame == Rect(x: 16, y: 16, width: 320, height: 180))
        #expect(rig.outcomes == [.done, .done])
    }

    @Test func theBarComesAtItsOwnSizeAndIsDrawnForEveryOther() {
        let bar = FakeBar(size: Size(width: 200, height: 40))
        let rig = PiPBench(hud: bar)
        rig.show(.hud)
        #expect(rig.status?.frame?.size == Size(width: 200, height: 40))
        rig.change { $0.resize(to: Size(width: 400, height: 300), completion: $1) }
        rig.run(milliseconds: 400)
        #expect(rig.changes == [.done])
        #expect(rig.status?.frame?.size == Size(width: 400, height: 300))
        #expect(bar.size == Size(width: 400, height: 300))
        rig.stop()
        rig.run(milliseconds: 400)
        #expect(!bar.isShown)
    }
}
