import Mirroring
import TestSupport
import Testing

@Suite struct FrameThinningTests {
    /// A card that does one thing after another: it shows an external's frame and a panel's, each of which takes it a while. The
    /// client begins its next frame when one was handed over.
    private struct Card {
        /// Whether frames are handed over once the card has drawn them, as clients' buffers are, and then shown at once.
        var drawsFirst = false
        var external: Int64
        var panel: Int64
        var client: Int64
        let refreshNanoseconds: Int64 = 8_333_333
        var thinning = FrameThinning()
        private var pace = SnapshotPace()
        private var now = Timestamp(microseconds: 1_000_000)
        private var free = Timestamp(microseconds: 0)

        private var deviceWait: Int64 = 0

        init(external: Int64, panel: Int64, client: Int64, drawsFirst: Bool = false) {
            (self.external, self.panel, self.client) = (external, panel, client)
            self.drawsFirst = drawsFirst
        }

        /// How many frames each screen shows in a second, over so many of the external's; without thinning where that is said.
        mutating func rates(
            frames: Int, isThinned: Bool = true, _ random: inout SplitMix64
        ) -> (external: Double, panel: Double) {
            let start = now
            var panels = 0
            for _ in 0..<frames {
                let handedOver = now.adding(microseconds: client * .random(in: 90...110, using: &random) / 100)
                let shown = max(handedOver, free).adding(microseconds: external)
                free = shown
                if drawsFirst { deviceWait += shown.since(handedOver) }
                thinning.shown(
                    from: drawsFirst ? shown : handedOver, to: shown, deviceWait: deviceWait,
                    refreshNanoseconds: refreshNanoseconds)
                pace.interval = isThinned ? thinning.controllerInterval : nil
                if pace.due(at: shown) == nil {
                    pace.shown(at: shown)
                    free = shown.adding(microseconds: panel)
                    panels += 1
                }
                now = max(shown, handedOver.adding(microseconds: refreshNanoseconds / 1000))
            }
            let seconds = Double(now.since(start)) / 1e6
            return (Double(frames) / seconds, Double(panels) / seconds)
        }
    }

    /// Cards that are too slow for both: the external comes nearer to what it would have alone, and the panel goes on.
    @Test(arguments: 0..<50) func thePanelLeavesTheExternalMostOfABusyCard(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let external = Int64.random(in: 5000...15_000, using: &random)
        let panel = Int64.random(in: 5000...12_000, using: &random)
        let client = Int64.random(in: 100...2000, using: &random)
        let drawsFirst = Bool.random(using: &random)
        var both = Card(external: external, panel: panel, client: client, drawsFirst: drawsFirst)
        let before = both.rates(frames: 400, isThinned: false, &random)
        var alone = Card(external: external, panel: 0, client: client, drawsFirst: drawsFirst)
        let best = alone.rates(frames: 400, isThinned: false, &random)
        var card = Card(external: external, panel: panel, client: client, drawsFirst: drawsFirst)
        _ = card.rates(frames: 400, &random)
        let after = card.rates(frames: 400, &random)
        // From every frame to every second one at least.
        #expect(after.external > before.external)
        #expect(best.external - after.external < (best.external - before.external) * 0.75)
        #expect(after.panel >= 13, "\(after.panel)")
    }

    /// A card that is quick enough, a client that is slow by itself.
    @Test(arguments: [(1000, 1000, 500), (2000, 2000, 41_000), (8000, 4000, 30_000), (9000, 0, 20_000)])
    func whereTheCardHoldsNothingUpTheControllerFollowsEveryFrame(external: Int64, panel: Int64, client: Int64) {
        var random = SplitMix64(seed: UInt64(client))
        var card = Card(external: external, panel: panel, client: client, drawsFirst: .random(using: &random))
        let rates = card.rates(frames: 2000, &random)
        #expect(rates.panel == rates.external)
        #expect(card.thinning.controllerInterval == nil)
    }

    @Test func moreFramesFollowOnceThereIsTimeToSpare() {
        var random = SplitMix64(seed: 2)
        var card = Card(external: 9000, panel: 9000, client: 500)
        _ = card.rates(frames: 400, &random)
        let stride = card.thinning.stride
        #expect(stride > 1)
        (card.external, card.panel) = (1000, 1000)
        _ = card.rates(frames: FrameThinning.frames * FrameThinning.patience, &random)
        #expect(card.thinning.stride >= stride - 1, "not at once")
        _ = card.rates(frames: FrameThinning.frames * FrameThinning.patience * stride, &random)
        #expect(card.thinning.stride == 1)
    }

    @Test func aPauseBeginsAnew() {
        var random = SplitMix64(seed: 3)
        var card = Card(external: 9000, panel: 9000, client: 500)
        _ = card.rates(frames: 400, &random)
        #expect(card.thinning.stride > 1)
        var fresh = FrameThinning()
        let later = Timestamp(microseconds: 100_000_000)
        card.thinning.shown(from: later, to: later, deviceWait: 0, refreshNanoseconds: card.refreshNanoseconds)
        fresh.shown(from: later, to: later, deviceWait: 0, refreshNanoseconds: card.refreshNanoseconds)
        #expect(card.thinning == fresh)
    }

    /// Whatever a clock says, nothing traps.
    @Test(arguments: 0..<20) func oddInstantsDoNoHarm(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var thinning = FrameThinning()
        for _ in 0..<2000 {
            let start = Timestamp(microseconds: .random(in: 0...2_000_000, using: &random))
            let end = start.adding(microseconds: .random(in: -50_000...50_000, using: &random))
            thinning.shown(
                from: start, to: end, deviceWait: .random(in: 0...1_000_000, using: &random),
                refreshNanoseconds: .random(in: 0...50_000_000, using: &random))
            #expect((1...4).contains(thinning.stride))
            #expect(thinning.controllerInterval.map { $0 >= 0 } ?? true)
        }
    }
}
