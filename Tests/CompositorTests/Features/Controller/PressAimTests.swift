import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// A finger that aims on a panel of 7 inches with 1024x600 pixels.
@Suite struct PressAimTests {
    private let density = 6.67
    private let visible = Rect<PanelSpace>(x: 0, y: 12, width: 1024, height: 576)

    @Test func theSpotMovesAQuarterAsFar() {
        var aim = PressAim(at: Point(x: 500, y: 300), within: visible, density: density)
        aim.follow(Point(x: 540, y: 280), within: visible)
        #expect(aim.spot == Point(x: 510, y: 295))
        aim.follow(Point(x: 500, y: 300), within: visible)
        #expect(aim.spot == Point(x: 500, y: 300))
    }

    @Test(arguments: Effort.seeds(sample: 40, torture: 2000)) func theFingerAtAnEdgeHasTheSpotThere(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func point() -> Point<PanelSpace> {
            Point(x: .random(in: 0..<1024, using: &random), y: .random(in: 12..<588, using: &random))
        }
        var aim = PressAim(at: point(), within: visible, density: density)
        for _ in 0..<10 { aim.follow(point(), within: visible) }
        let steps = Int.random(in: 1...20, using: &random)
        let (from, isLeft) = (aim.finger, Bool.random(using: &random))
        let edge = isLeft ? 0.0 : 1024.0
        for step in 1...steps {
            let x = from.x + (edge - from.x) * Double(step) / Double(steps)
            let before = aim.spot.x
            aim.follow(Point(x: x, y: from.y), within: visible)
            #expect(isLeft ? aim.spot.x <= before : aim.spot.x >= before)
        }
        #expect(abs(aim.spot.x - edge) < 1e-6)
    }

    @Test(arguments: Effort.seeds(sample: 20, torture: 1000)) func theSpotStaysOnTheSnapshot(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var aim = PressAim(at: Point(x: 500, y: 300), within: visible, density: density)
        for _ in 0..<300 {
            aim.follow(
                Point(x: .random(in: -50...1100, using: &random), y: .random(in: -50...650, using: &random)),
                within: visible)
            #expect(visible.contains(aim.spot))
        }
    }
}

@Suite struct LoupeTests {
    private let density = 6.67

    private func viewport(_ width: Int = 1024, _ height: Int = 600) -> PanelViewport {
        PanelViewport(panel: Size(width: width, height: height), external: Size(width: 3840, height: 2160))
    }

    private func loupe(_ x: Double, _ y: Double, after last: Loupe? = nil, on view: PanelViewport? = nil) -> Loupe {
        let view = view ?? viewport()
        let aim = PressAim(at: Point(x: x, y: y), within: view.visible, density: density)
        return Loupe(aim, through: view, density: density, after: last)
    }

    @Test func aboveTheFingerWhereThereIsRoom() {
        let loupe = loupe(500, 500)
        #expect(loupe.side == .above && loupe.frame.maxY < 500 - 60 && loupe.scale == 2)
        #expect(self.loupe(500, 100).side == .right && self.loupe(600, 100).side == .left)
        // On a narrow panel below.
        #expect(self.loupe(240, 100, on: viewport(480, 800)).side == .below)
    }

    @Test func itStaysOnItsSide() {
        let beside = loupe(500, 100)
        #expect(loupe(500, 400, after: beside).side == beside.side)
        #expect(loupe(900, 400, after: beside).side == .above)
    }

    @Test(arguments: Effort.seeds(sample: 60, torture: 3000)) func itIsOnThePanelAndNotUnderTheFinger(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let view = viewport(.random(in: 400...1920, using: &random), .random(in: 400...1200, using: &random))
        let finger = Point<PanelSpace>(
            x: .random(in: 0..<Double(view.panel.width), using: &random),
            y: .random(in: 0..<Double(view.panel.height), using: &random))
        let loupe = loupe(finger.x, finger.y, on: view)
        #expect(view.panel.bounds.contains(loupe.frame) && !loupe.frame.contains(finger))
    }

    @Test func aZoomedPictureIsNoLargerThanTheLoupes() {
        let zoomed = viewport().zoomed(ControllerZoom(factor: 12))
        #expect(loupe(500, 500, on: zoomed).scale == zoomed.scale)
    }
}
