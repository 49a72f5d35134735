import Geometry
import Mirroring
import TestSupport
import Testing

@Suite struct ControllerZoomTests {
    /// A snapshot of 1280x720 at 0,40.
    private let fit = PanelViewport(panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160))

    @Test func fitIsTheViewportItself() {
        #expect(fit.zoomed(.fit) == fit)
        let rounded = PanelViewport(
            panel: Size(width: 1280, height: 800), external: Size(width: 1600, height: 1200))
        #expect(rounded.zoomed(.fit) == rounded)
        #expect(fit.zoomed(ControllerZoom(factor: 0.1)) == fit)
        #expect(fit.seen == Rect(x: 0, y: 0, width: 3840, height: 2160))
    }

    @Test func zoomedInShowsAPart() {
        let view = fit.zoomed(ControllerZoom(factor: 3, center: Point(x: 1920, y: 1080)))
        #expect(view.frame == Rect(x: -1280, y: -680, width: 3840, height: 2160))
        #expect(view.visible == Rect(x: 0, y: 0, width: 1280, height: 800))
        #expect(view.seen == Rect(x: 1280, y: 680, width: 1280, height: 800))
        #expect(view.externalPoint(at: Point(x: 640, y: 400)) == Point(x: 1920, y: 1080))
    }

    @Test func thePictureReachesTheEdgesAndNoFurther() {
        let corner = fit.zoomed(ControllerZoom(factor: 3, center: Point(x: 0, y: 0)))
        #expect(corner.frame.x == 0 && corner.frame.y == 0)
        let opposite = fit.zoomed(ControllerZoom(factor: 3, center: Point(x: 9999, y: 9999)))
        #expect(opposite.frame.maxX == 1280 && opposite.frame.maxY == 800)
        // Too low to fill the panel: the letterbox stays the same above and below.
        let low = fit.zoomed(ControllerZoom(factor: 1.05, center: Point(x: 0, y: 0)))
        #expect(low.frame == Rect(x: 0, y: 22, width: 1344, height: 756))
    }

    @Test func onePixelIsAtMostFourWide() {
        let view = fit.zoomed(ControllerZoom(factor: 1000))
        #expect(view.scale == 4)
        #expect(fit.settled(ControllerZoom(factor: 1000)).factor == 12)
        // A snapshot that is larger already is not made smaller.
        let large = PanelViewport(
            panel: Size(width: 1280, height: 800), external: Size(width: 160, height: 100), maximumScale: 8)
        #expect(large.zoomed(ControllerZoom(factor: 2)) == large)
    }

    @Test func rubberGivesWayAndEndsGiveBack() {
        let stretched = ControllerZoom(factor: 3, center: Point(x: -900, y: 1080), edges: .rubber)
        let frame = fit.zoomed(stretched).frame
        // The middle was pulled 1540 pixels further than allowed.
        #expect(frame.x > 0 && frame.x < 1280 / 2)
        #expect(fit.zoomed(fit.settled(stretched)).frame.x == 0)
        let small = fit.zoomed(ControllerZoom(factor: 0.5, edges: .rubber))
        #expect(small.frame.width < 1280 && small.frame.width > 640)
    }

    @Test func aRegionIsShownAsLargeAsPossible() {
        let part = Rect<ContentSpace>(x: 1000, y: 500, width: 640, height: 100)
        let view = fit.zoomed(fit.zoom(showing: part))
        #expect(view.seen.contains(part))
        #expect(view.scale == 2)
        #expect(fit.zoom(showing: Rect(x: 0, y: 0, width: 3840, height: 2160)) == .fit)
    }

    @Test func aPointIsRevealedByTheShortestWay() {
        let zoom = fit.settled(ControllerZoom(factor: 3, center: Point(x: 1920, y: 1080)))
        #expect(zoom.revealing(Point(x: 2000, y: 1200), in: fit) == zoom)
        let right = fit.settled(zoom.revealing(Point(x: 2700, y: 1080), in: fit))
        #expect(right.center == Point(x: 2700 + 192 - 640, y: 1080))
        let corner = fit.zoomed(fit.settled(zoom.revealing(Point(x: 0, y: 0), in: fit)))
        #expect(corner.seen == Rect(x: 0, y: 0, width: 1280, height: 800))
    }

    @Test func marginsAreLeftFree() {
        let fit = PanelViewport(
            panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160),
            margins: EdgeMargins(top: 100))
        let view = fit.zoomed(ControllerZoom(factor: 3))
        #expect(view.visible == Rect(x: 0, y: 100, width: 1280, height: 700))
        #expect(!view.containsSnapshot(at: Point(x: 640, y: 99)))
        let damage = view.panelDamage(of: Region(view.external.bounds))
        #expect(damage == Region(view.visible))
    }

    /// Whatever is asked: the area is covered as far as the picture reaches, points come back, and what is damaged outside
    /// of what is seen costs nothing.
    @Test(arguments: Effort.seeds(sample: 40, torture: 2000)) func everyZoomHoldsItsPromises(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let fit = PanelViewport(
                panel: Size(
                    width: .random(in: 1...2000, using: &random), height: .random(in: 1...2000, using: &random)),
                external: Size(
                    width: .random(in: 1...8192, using: &random), height: .random(in: 1...8192, using: &random)))
            let numbers = [Double.nan, .infinity, -1e300, 1e300, 0, .random(in: -9000...9000, using: &random)]
            let zoom = ControllerZoom(
                factor: [.random(in: 0...20, using: &random), .nan, -1, 1e300].randomElement(using: &random) ?? 1,
                center: Point(
                    x: numbers.randomElement(using: &random) ?? 0, y: numbers.randomElement(using: &random) ?? 0))
            let view = fit.zoomed(zoom)
            #expect(view.frame.width >= min(fit.frame.width, view.area.width))
            #expect(view.visible.width == min(view.frame.width, view.area.width))
            #expect(view.visible.height == min(view.frame.height, view.area.height))
            #expect(fit.zoomed(fit.settled(zoom)).frame.size == view.frame.size)
            let spot = Point<PanelSpace>(x: Double(view.visible.x) + 0.5, y: Double(view.visible.y) + 0.5)
            let back = view.panelPoint(of: view.externalPoint(at: spot))
            #expect(back.distance(to: spot) < 1e-6)
            let unseen = Region(view.external.bounds).subtracting(Region(view.seen))
            #expect(view.panelDamage(of: unseen).subtracting(view.panelDamage(of: Region(view.seen))).isEmpty)
        }
    }
}
