import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

@Suite struct MinimapTests {
    private let fit = PanelViewport(panel: Size(width: 1024, height: 600), external: Size(width: 3840, height: 2160))

    @Test func whatIsSeenIsMarked() throws {
        #expect(Minimap(fit, density: 6.67) == nil)
        let map = try #require(
            Minimap(fit.zoomed(ControllerZoom(factor: 4, center: Point(x: 1920, y: 1080))), density: 6.67))
        #expect(map.frame == Rect(x: 1024 - 173 - 20, y: 20, width: 173, height: 98))
        #expect(abs(Double(map.seen.width) / Double(map.frame.width) - 0.25) < 0.02)
        #expect(abs(map.seen.x + map.seen.width / 2 - map.frame.x - map.frame.width / 2) <= 1)
    }

    @Test(arguments: Effort.seeds(sample: 40, torture: 2000)) func theMarkIsWithinTheOutline(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fit = PanelViewport(
            panel: Size(
                width: .random(in: 200...2000, using: &random), height: .random(in: 200...1200, using: &random)),
            external: Size(
                width: .random(in: 300...7680, using: &random), height: .random(in: 300...4320, using: &random)))
        let zoom = ControllerZoom(
            factor: .random(in: 1.5...40, using: &random),
            center: Point(x: .random(in: 0...7680, using: &random), y: .random(in: 0...4320, using: &random)))
        let view = fit.zoomed(zoom)
        guard let map = Minimap(view, density: .random(in: 2...20, using: &random)) else {
            #expect(view.seen == fit.external.bounds)
            return
        }
        #expect(map.frame.contains(map.seen) && !map.seen.isEmpty)
        #expect(fit.area.contains(map.frame))
    }
}
