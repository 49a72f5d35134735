import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// The external's client sets the pace; a panel of any other rate shows the newest frame and delays none.
@Suite struct PaceTests {
    /// Microseconds of 60, 120 and 144 Hz.
    static let fast: [Int64] = [16_667, 8333, 6944]
    /// Of 24, 30, 50, 60 and 75 Hz.
    static let panels: [Int64] = [41_667, 33_333, 20_000, 16_667, 13_333]

    /// The frames that both displays show in two seconds of an animation.
    private func shown(_ rig: BlankRig) -> (external: Int, panel: Int) {
        rig.isAnimating = true
        rig.damage(x: 0)
        rig.run(microseconds: 200_000)
        let before = rig.presented
        rig.run(microseconds: 2_000_000)
        let after = rig.presented
        return (after.external - before.external, after.panel - before.panel)
    }

    @Test(arguments: fast, panels) func noPanelDelaysTheExternal(refresh: Int64, panelRefresh: Int64) {
        for (phase, cost) in [(Int64(0), Int64(300)), (3100, 300), (1700, 1500), (5300, 3000)] {
            let rig = BlankRig(panelPhase: phase, cost: cost, refresh: refresh, panelRefresh: panelRefresh)
            let frames = shown(rig)
            let blanks = Int(2_000_000 / refresh)
            #expect((blanks - 1...blanks + 1).contains(frames.external), "phase \(phase), cost \(cost)")
            #expect(rig.callbacksByPanel == 0)
            let panelBlanks = Int(2_000_000 / max(refresh, panelRefresh))
            #expect(frames.panel <= panelBlanks + 1)
            #expect(frames.panel >= panelBlanks / 2, "it goes on")
            #expect(rig.bench.violations.isEmpty)
        }
    }

    @Test(arguments: fast) func aPanelThatShowsNothingDelaysNothing(refresh: Int64) {
        let rig = BlankRig(refresh: refresh, panelRefresh: nil)
        let frames = shown(rig)
        let blanks = Int(2_000_000 / refresh)
        #expect((blanks - 1...blanks + 1).contains(frames.external))
        #expect(frames.panel == 0)
    }

    /// At whatever rates, phases and costs: no callback waits for the panel, and in the end it shows what the external shows.
    @Test(arguments: UInt64(0)..<60) func thePanelComesToTheNewestFrame(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let refresh = Int64.random(in: 5000...20_000, using: &random)
        let rig = BlankRig(
            panelPhase: .random(in: 0..<40_000, using: &random), cost: .random(in: 100...4000, using: &random),
            refresh: refresh, panelRefresh: .random(in: 10_000...50_000, using: &random))
        rig.isAnimating = true
        for _ in 0..<40 {
            rig.damage(x: Int.random(in: 0..<100, using: &random) * 30)
            rig.run(microseconds: .random(in: 0...60_000, using: &random))
            #expect(rig.bench.violations.isEmpty)
        }
        rig.isAnimating = false
        rig.run(microseconds: 200_000)
        #expect(rig.callbacksByPanel == 0)
        #expect(rig.bench.display.pending.isEmpty)
        #expect(rig.stale.isEmpty, "damage that was never shown")
        #expect(rig.bench.loop.nextDue == nil)
    }
}
