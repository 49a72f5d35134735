import Geometry
import Mirroring
import Testing

@testable import Compositor

/// On a card without vertical blanks that cannot show the external's frames at their rate, the controller leaves some out.
@Suite struct BusyCardTests {
    private func bench(countsBlanks: Bool = false) -> Bench {
        let bench = Bench(outputs: [Bench.panel(), Bench.external()])
        bench.display.countsBlanks = countsBlanks
        _ = bench.drain()
        return bench
    }

    /// The frames that each screen shows while a client draws so many, each of which keeps it and the card busy for so long.
    private func frames(
        _ count: Int, drawnIn client: Int64, shownIn card: Int64, fencedFor fence: Int64 = 0, _ bench: Bench
    ) -> (external: Int, panel: Int) {
        bench.framesShown {
            for number in 0..<count {
                bench.loop.advance(microseconds: client + fence)
                bench.content.deviceWait += fence
                bench.content.observer?.contentDamaged(Region(Rect(x: number % 256 * 8, y: 0, width: 64, height: 64)))
                bench.loop.settle()
                bench.loop.advance(microseconds: card)
                for id in bench.display.pending.sorted(by: { $0.name < $1.name }) {
                    bench.display.verticalBlank(id, at: bench.loop.now)
                }
                bench.loop.settle()
            }
        }
    }

    @Test(arguments: [(20_000, 0), (1000, 19_000)])
    func theControllerLeavesFramesOut(card: Int64, fence: Int64) {
        let bench = bench()
        _ = frames(100, drawnIn: 2000, shownIn: card, fencedFor: fence, bench)
        let busy = frames(90, drawnIn: 2000, shownIn: card, fencedFor: fence, bench)
        #expect(busy.external >= 89)
        // 15 a second at least.
        #expect((28...46).contains(busy.panel), "\(busy.panel)")
        #expect(bench.violations.isEmpty)
    }

    /// A panel's plane that follows less often would keep one of a client's two buffers for that long.
    @Test func aClientGetsItsBuffersBackAtItsOwnRate() {
        let bench = bench()
        let (external, panel) = (Bench.external().id, Bench.panel().id)
        bench.display.scanoutOutputs = [external]
        bench.display.snapshotOutputs = [panel]
        let bounds = Rect<ContentSpace>(x: 0, y: 0, width: 3840, height: 2160)
        let buffers = (0..<2).map { _ in SharedBuffer(size: Size(width: 3840, height: 2160)) }
        /// How many of its frames the client draws while the buffer of the one before is still held.
        func held(_ count: Int, drawnIn client: Int64, shownIn card: Int64) -> Int {
            (0..<count).count { number in
                bench.content.scene = [SceneElement(whole: buffers[number % 2], at: bounds)]
                _ = frames(1, drawnIn: client, shownIn: card, bench)
                return buffers[(number + 1) % 2].holds > 0
            }
        }
        #expect(held(20, drawnIn: 12_000, shownIn: 4000) == 0)
        #expect(bench.display.contents[external] != nil && bench.display.snapshots[panel] != nil)
        #expect(held(300, drawnIn: 2000, shownIn: 20_000) == 0)
        #expect(bench.display.contents[external] != nil && bench.display.snapshots[panel] == nil)
        let layers = bench.compositor.status(version: "t").screens.panel?.layers
        #expect(layers?.first { $0.kind == .snapshot }?.reason == LayerRefusal.slower.description)
        #expect(held(600, drawnIn: 12_000, shownIn: 4000) == 0)
        #expect(bench.display.snapshots[panel] != nil)
        #expect(bench.violations.isEmpty)
    }

    @Test func theLastFrameIsShown() {
        let bench = bench()
        _ = frames(200, drawnIn: 2000, shownIn: 20_000, bench)
        _ = bench.drain()
        bench.loop.advance(microseconds: 200_000)
        bench.loop.settle()
        _ = bench.drain()
        let before = bench.compositor.status(version: "t").counters.panel
        _ = frames(2, drawnIn: 2000, shownIn: 2000, bench)
        for _ in 0..<10 {
            bench.loop.advance(microseconds: 16_667)
            bench.loop.settle()
            _ = bench.drain()
        }
        let after = bench.compositor.status(version: "t").counters.panel
        #expect(after.framesPresented > before.framesPresented)
        #expect(bench.loop.scheduledCount == 0, "nothing is awaited any more")
    }

    /// A client that is slow by itself, a card that is quick, a display that counts blanks.
    @Test(arguments: [(41_000, 2000, false), (12_000, 4000, false), (2000, 20_000, true)])
    func elsewhereTheControllerFollowsEveryFrame(client: Int64, card: Int64, countsBlanks: Bool) {
        let bench = bench(countsBlanks: countsBlanks)
        let all = frames(300, drawnIn: client, shownIn: card, bench)
        #expect(all.panel >= all.external - 1, "\(all)")
    }

    /// Nothing of the external is followed while the panel is dark, and everything is there again afterwards.
    @Test func aDarkPanelFollowsNothing() {
        let bench = bench(countsBlanks: true)
        let panel = Bench.panel().id
        #expect(bench.compositor.blanking.setPower(of: panel, isOn: false))
        _ = frames(3, drawnIn: 12_000, shownIn: 4000, bench)
        let dark = frames(30, drawnIn: 12_000, shownIn: 4000, bench)
        #expect(dark.external >= 29)
        #expect(dark.panel == 0)
        _ = bench.display.takeDamage(of: panel)
        #expect(bench.compositor.blanking.setPower(of: panel, isOn: true))
        _ = frames(3, drawnIn: 12_000, shownIn: 4000, bench)
        #expect(bench.display.takeDamage(of: panel) == Region(Rect(x: 0, y: 0, width: 1280, height: 800)))
        let lit = frames(30, drawnIn: 12_000, shownIn: 4000, bench)
        #expect(lit.panel >= 29)
        #expect(bench.violations.isEmpty)
    }
}
