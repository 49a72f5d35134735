import Geometry
import Mirroring
import TestSupport
import Testing

@testable import KMS

@Suite struct PlaneViewTests {
    private let external = Size<OutputSpace>(width: 1920, height: 1080)
    private let panel = Size<OutputSpace>(width: 800, height: 480)

    private func view(_ crop: SourceBox, at place: Rect<OutputSpace>, _ transform: Transform) -> PlaneView {
        PlaneView(of: crop, in: external, at: place, on: panel, transform: transform)
    }

    @Test func allOfTheExternal() {
        let place = Rect<OutputSpace>(x: 0, y: 15, width: 800, height: 450)
        let view = view(SourceBox(whole: external.reinterpreted()), at: place, .normal)
        #expect(view.source == Rect(x: 0, y: 0, width: 1920 << 16, height: 1080 << 16))
        #expect(view.destination == place.reinterpreted())
    }

    /// Turned displays: the corner of the part that is shown is still at the corner of where it is shown.
    @Test(arguments: Transform.allCases) func transformsTakeBothAlike(transform: Transform) {
        let crop = SourceBox(x: 480, y: 270, width: 960, height: 405)
        let place = Rect<OutputSpace>(x: 100, y: 40, width: 640, height: 270)
        let view = view(crop, at: place, transform)
        let corner = Point<OutputSpace>(x: 480, y: 270)
        let target: Point<ScanoutSpace> = transform.apply(to: corner, within: external)
        let shown: Point<ScanoutSpace> = transform.apply(to: Point<OutputSpace>(x: 100, y: 40), within: panel)
        let inSource = (
            (target.x - Double(view.source.x) / 65_536) / (Double(view.source.width) / 65_536),
            (target.y - Double(view.source.y) / 65_536) / (Double(view.source.height) / 65_536)
        )
        let inDestination = (
            (shown.x - Double(view.destination.x)) / Double(view.destination.width),
            (shown.y - Double(view.destination.y)) / Double(view.destination.height)
        )
        #expect(inSource == inDestination)
    }

    /// No driver reads beyond a framebuffer, not by a fraction of a pixel.
    @Test(arguments: Effort.seeds(sample: 40, torture: 4000)) func partsStayWithinThePicture(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let crop = SourceBox(
            x: Double.random(in: -1...1919, using: &random), y: Double.random(in: -1...1079, using: &random),
            width: Double.random(in: 0.1...1921, using: &random), height: Double.random(in: 0.1...1081, using: &random))
        let view = view(crop, at: panel.bounds, Transform.allCases.randomElement(using: &random)!)
        let turned = view.source.width > 0
        #expect(turned && view.source.x >= 0 && view.source.y >= 0)
        let limit = max(external.width, external.height) << 16
        #expect(view.source.maxX <= limit && view.source.maxY <= limit)
    }
}
