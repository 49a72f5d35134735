import Geometry
import TestSupport
import Testing

@testable import Wayland

@Suite struct ConfinementTests {
    private let angle = Region<SurfaceSpace>([
        Rect(x: 0, y: 0, width: 100, height: 20), Rect(x: 80, y: 20, width: 20, height: 80),
    ])

    @Test func slidesAlongAnEdge() {
        let box = Region<SurfaceSpace>(Rect(x: 10, y: 10, width: 50, height: 50))
        let end = box.walk(from: Point(x: 20, y: 20), to: Point(x: 200, y: 40))
        #expect(end == Point(x: 59, y: 40))
    }

    @Test func goesRoundACorner() {
        #expect(angle.walk(from: Point(x: 85, y: 10), to: Point(x: 95, y: 90)) == Point(x: 95, y: 90))
    }

    @Test func neverLeapsOverAGap() {
        let islands = Region<SurfaceSpace>([
            Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 20, y: 0, width: 10, height: 10),
        ])
        #expect(islands.walk(from: Point(x: 5, y: 5), to: Point(x: 25, y: 5)).x < 10)
    }

    @Test func anEmptyRegionHoldsThePointer() {
        #expect(Region<SurfaceSpace>().walk(from: Point(x: 5, y: 5), to: Point(x: 9, y: 9)) == Point(x: 5, y: 5))
        #expect(Region<SurfaceSpace>().nearest(to: Point(x: 5, y: 5)) == nil)
    }

    @Test func aWalkNeverEndsOutside() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            let region = Region<SurfaceSpace>(
                (0..<4).map { _ in
                    Rect(
                        x: Int.random(in: 0..<100, using: &random), y: Int.random(in: 0..<100, using: &random),
                        width: Int.random(in: 1..<60, using: &random), height: Int.random(in: 1..<60, using: &random))
                })
            var place = Point<SurfaceSpace>(x: Double(region.rects[0].x), y: Double(region.rects[0].y))
            for _ in 0..<20 {
                let target = Point<SurfaceSpace>(
                    x: Double.random(in: -50...250, using: &random), y: Double.random(in: -50...250, using: &random))
                place = region.walk(from: place, to: target)
                #expect(region.contains(place), "\(place) is outside \(region.rects)")
            }
        }
    }
}
