import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A power supply that the test plugs and unplugs.
final class FakePowerSupply: PowerSupplyPort {
    weak var observer: (any PowerSupplyObserver)?
    var isOnBattery = false { didSet { observer?.powerSupplyChanged() } }
}

/// The controller follows the external less often while the computer runs on its battery.
@Suite struct BatteryRateTests {
    private static let external = OutputID("HDMI-A-1"), panel = OutputID("DSI-1")
    private let supply = FakePowerSupply()

    private func bench(rate: Int) -> Bench {
        var configuration = Configuration()
        configuration.controller.batteryRate = rate
        let bench = Bench(
            configuration: configuration, outputs: [Bench.panel(), Bench.external()], powerSupply: supply)
        bench.display.countsBlanks = true
        _ = bench.drain()
        return bench
    }

    /// The frames that each screen shows of a client that draws 60 times in a second.
    private func framesOfASecond(_ bench: Bench) -> (external: Int, panel: Int) {
        bench.framesShown {
            for number in 0..<60 {
                bench.content.observer?.contentDamaged(Region(Rect(x: number * 8, y: 0, width: 64, height: 64)))
                bench.loop.settle()
                bench.refresh()
            }
        }
    }

    @Test(arguments: [(0, 55...60), (10, 9...12), (30, 25...31)])
    func thePanelKeepsToItsRateAndTheExternalToItsOwn(rate: Int, expected: ClosedRange<Int>) {
        let bench = bench(rate: rate)
        let plugged = framesOfASecond(bench)
        #expect(plugged.panel >= 55 && plugged.external >= 55)
        supply.isOnBattery = true
        let unplugged = framesOfASecond(bench)
        #expect(unplugged.external >= 55)
        #expect(expected.contains(unplugged.panel), "\(unplugged.panel)")
        supply.isOnBattery = false
        _ = framesOfASecond(bench)
        #expect(framesOfASecond(bench).panel >= 55)
        #expect(bench.violations.isEmpty)
    }

    @Test func theLastChangeIsShown() {
        let bench = bench(rate: 2)
        supply.isOnBattery = true
        _ = framesOfASecond(bench)
        let before = bench.compositor.status(version: "t").counters.panel
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 600, width: 640, height: 640)))
        bench.loop.settle()
        bench.refresh()
        for _ in 0..<40 {
            bench.loop.advance(microseconds: 16_667)
            bench.loop.settle()
            _ = bench.drain()
        }
        let after = bench.compositor.status(version: "t").counters.panel
        #expect(after.framesPresented > before.framesPresented)
        #expect(after.damagedPixels - before.damagedPixels >= 213 * 213)
        #expect(bench.loop.scheduledCount == 0, "nothing is awaited any more")
    }

    /// A panel that follows less often would keep one of a client's buffers for that long: many clients have no more than two.
    @Test func aClientGetsItsBuffersBackAtItsOwnRate() {
        let bench = bench(rate: 2)
        bench.display.scanoutOutputs = [Self.external]
        bench.display.snapshotOutputs = [Self.panel]
        let buffers = (0..<2).map { _ in SharedBuffer(size: Size(width: 3840, height: 2160)) }
        func draw(_ frames: Int) -> [Int] {
            (0..<frames).map { number in
                let bounds = Rect<ContentSpace>(x: 0, y: 0, width: 3840, height: 2160)
                bench.content.scene = [SceneElement(whole: buffers[number % 2], at: bounds)]
                bench.content.observer?.contentDamaged(Region(bounds))
                bench.loop.settle()
                bench.refresh()
                _ = bench.drain()
                return buffers[(number + 1) % 2].holds
            }
        }
        _ = draw(10)
        #expect(bench.display.contents[Self.external] != nil && bench.display.snapshots[Self.panel] != nil)
        supply.isOnBattery = true
        _ = draw(10)
        #expect(draw(20) == Array(repeating: 0, count: 20), "the buffer that is not shown is free")
        #expect(bench.display.contents[Self.external] != nil)
        let layers = bench.compositor.status(version: "t").screens.panel?.layers
        #expect(layers?.first { $0.kind == .snapshot }?.reason == LayerRefusal.slower.description)
        supply.isOnBattery = false
        _ = draw(40)
        #expect(bench.display.snapshots[Self.panel] != nil)
    }
}
