import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// Frames on displays whose vertical blanks are known are drawn shortly before them.
@Suite struct LateCompositionTests {
    @Test func whatClientsCommitBeforeTheDeadlineIsInTheSameFrame() {
        let rig = BlankRig()
        rig.damage(x: 0)
        rig.run(until: rig.nextBlank(BlankRig.external))
        _ = rig.shown(BlankRig.external)
        rig.bench.renderer.reset()
        let before = rig.bench.compositor.status(version: "t").counters.framesComposed
        rig.run(microseconds: 3000)
        rig.damage(x: 0)
        rig.run(microseconds: 800)
        rig.damage(x: 90)
        #expect(rig.bench.display.pending.isEmpty, "nothing is drawn yet")
        rig.run(microseconds: 20_000)
        #expect(rig.bench.compositor.status(version: "t").counters.framesComposed == before + 1)
        #expect(rig.shown(BlankRig.external).area == 2 * 30 * 30)
        #expect(rig.bench.renderer.submissions == [2], "both screens together")
    }

    /// Nothing else is expected, so that a wake-up would be for nothing.
    @Test func theFirstChangeAfterARestIsDrawnAtOnce() {
        let rig = BlankRig()
        rig.run(microseconds: 3 * BlankRig.refresh)
        rig.damage(x: 0)
        #expect(!rig.bench.display.pending.isEmpty)
    }

    /// A wake-up for so short a wait gains nothing; one that is set for an earlier change serves this one as well.
    @Test(arguments: [false, true]) func aChangeShortlyBeforeTheDeadlineIsDrawnAtOnce(isSecond: Bool) {
        let rig = BlankRig()
        for x in [0, 90] {
            rig.damage(x: x)
            rig.run(until: rig.nextBlank(BlankRig.external))
        }
        let blank = rig.bench.loop.now
        if isSecond { rig.damage(x: 0) }
        rig.run(until: blank.adding(microseconds: BlankRig.refresh - FramePace.margin - 1500))
        #expect(rig.bench.display.pending.isEmpty)
        rig.damage(x: 90)
        #expect(rig.bench.display.pending.isEmpty == isSecond)
        rig.run(microseconds: BlankRig.refresh)
        #expect(rig.shown(BlankRig.external).area >= 30 * 30)
    }

    @Test func aFingerOnAScreenAtRestIsDrawnWithTheAnswer() {
        let rig = BlankRig()
        rig.run(until: rig.nextBlank(BlankRig.external))
        rig.run(microseconds: 3 * BlankRig.refresh)
        _ = rig.shown(BlankRig.external)
        rig.bench.compositor.input.inputReceived(
            .touchDown(DeviceID(1), slot: 0, DevicePosition(x: 0.5, y: 0.5), rig.bench.loop.now))
        rig.run(microseconds: 800)
        #expect(rig.bench.display.pending.isEmpty, "nothing is drawn yet")
        rig.damage(x: 0)
        rig.run(microseconds: 20_000)
        #expect(rig.bench.renderer.submissions == [2], "disc and answer together, on both screens")
    }

    @Test func nothingIsScheduledWhileNothingChanges() {
        let rig = BlankRig()
        for _ in 0..<3 {
            rig.damage(x: 0)
            rig.run(microseconds: 60_000)
            #expect(rig.bench.loop.nextDue == nil)
            #expect(rig.bench.display.pending.isEmpty)
        }
    }

    /// Whatever the phase of the panel's blanks: the client is read once for both screens, and both keep their pace. Where
    /// drawing takes most of a refresh the panel may show every second frame, and makes none of the external's late.
    @Test(arguments: Array(stride(from: Int64(0), to: 16_500, by: 750)), [Int64(500), 4000, 9000])
    func anAnimationIsDrawnForBothScreensAtOnce(phase: Int64, cost: Int64) {
        let rig = BlankRig(panelPhase: phase, cost: cost)
        rig.isAnimating = true
        rig.damage(x: 0)
        rig.run(microseconds: 20 * BlankRig.refresh)
        rig.bench.renderer.reset()
        let before = rig.presented
        rig.run(microseconds: 60 * BlankRig.refresh)
        let after = rig.presented
        let frames = rig.bench.renderer.submissions
        #expect((59...61).contains(after.external - before.external))
        #expect((59...61).contains(frames.count), "none for the panel alone")
        if cost < 5000 {
            #expect(frames.allSatisfy { $0 == 2 })
            #expect((59...61).contains(after.panel - before.panel))
        } else {
            #expect((29...61).contains(after.panel - before.panel))
        }
        #expect(rig.bench.violations.isEmpty)
    }

    /// A window that always has something new does not make what is drawn in between a frame late.
    @Test func anAnswerBesideAnAnimationIsInTheNextFrame() {
        let rig = BlankRig(panelPhase: 5000, cost: 2000)
        rig.isAnimating = true
        rig.damage(x: 0)
        rig.run(microseconds: 20 * BlankRig.refresh)
        for offset: Int64 in [3000, 6000, 9000, 11_000] {
            rig.run(until: rig.nextBlank(BlankRig.external))
            _ = rig.shown(BlankRig.external)
            rig.run(microseconds: offset)
            rig.damage(x: 300, width: 500)
            rig.run(until: rig.nextBlank(BlankRig.external))
            rig.run(microseconds: 1)
            #expect(rig.shown(BlankRig.external).extents.maxX == 800, "\(offset)")
        }
    }

    /// While the controller leaves out the external's frames, none of them goes along with what is new on the panel alone.
    @Test(arguments: Array(stride(from: Int64(0), to: 16_500, by: 1500)), [Int64(500), 4000, 9000])
    func whatIsNewOnThePanelAloneIsShownSoon(phase: Int64, cost: Int64) throws {
        let supply = FakePowerSupply()
        var configuration = Configuration()
        configuration.controller.batteryRate = 1
        let rig = BlankRig(Bench(configuration: configuration, powerSupply: supply), panelPhase: phase, cost: cost)
        supply.isOnBattery = true
        rig.isAnimating = true
        rig.damage(x: 0)
        let notice = try #require(MemoryBuffer(size: Size(width: 20, height: 20)))
        for number in 0..<12 {
            rig.run(microseconds: 50_000 + Int64(number) * 1400)
            _ = rig.shown(BlankRig.panel)
            let place = Rect<OutputSpace>(x: 40 * number, y: 700, width: 20, height: 20)
            rig.bench.compositor.overlays.set(.notice, to: [SceneElement(notice, at: place)], on: .panel)
            rig.run(microseconds: 3 * BlankRig.refresh)
            #expect(!rig.shown(BlankRig.panel).intersection(Region(place)).isEmpty, "\(number)")
        }
    }

    @Test(arguments: UInt64(0)..<40) func everyDamageComesToBothScreens(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let rig = BlankRig(
            panelPhase: .random(in: 0..<BlankRig.refresh, using: &random),
            cost: .random(in: 100...12_000, using: &random))
        rig.isAnimating = random.chance(50)
        for _ in 0..<100 {
            let x = Int.random(in: 0..<100, using: &random) * 30
            rig.damage(x: x)
            let latest = rig.bench.loop.now.adding(microseconds: 3 * BlankRig.refresh)
            rig.run(microseconds: .random(in: 0...30_000, using: &random))
            #expect(rig.bench.violations.isEmpty)
            if random.chance(20) {
                rig.run(until: latest)
                #expect(rig.shown(BlankRig.external).isEmpty == false, "seed \(seed)")
            }
        }
        rig.isAnimating = false
        rig.run(microseconds: 4 * BlankRig.refresh)
        #expect(rig.bench.display.pending.isEmpty)
        #expect(rig.bench.loop.nextDue == nil)
        #expect(rig.stale.isEmpty, "seed \(seed): damage that was never shown")
    }
}
