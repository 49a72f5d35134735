import Geometry
import TestSupport
import Testing

@Suite struct ScaleTests {
    @Test func factorsBecomeTheNearest120th() throws {
        #expect(try #require(Scale(1.5)).in120ths == 180)
        #expect(try #require(Scale(1.333)).in120ths == 160)
        for bad in [0.49, 10.01, -1, .nan, .infinity] { #expect(Scale(bad) == nil) }
        #expect(Scale(in120ths: 0).in120ths == 1)
    }

    @Test func wholeScaleIsRoundedUp() throws {
        #expect(Scale.one.integer == 1)
        #expect(try #require(Scale(1.25)).integer == 2)
        #expect(try #require(Scale(2)).integer == 2)
    }

    @Test func sizesAndPointsConvertBothWays() throws {
        let scale = try #require(Scale(1.5))
        let screen = Size<ContentSpace>(width: 3840, height: 2161)
        #expect(scale.logical(screen) == Size(width: 2560, height: 1441))
        let point = Point<LogicalSpace>(x: 10.25, y: 4)
        #expect(scale.logical(scale.physical(point)) == point)
    }

    @Test func neighboursStayNeighbours() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let scale = Scale(in120ths: Int.random(in: 60...1200, using: &random))
            let x = Int.random(in: -500...4000, using: &random)
            let width = Int.random(in: 1...400, using: &random)
            let left = scale.physical(Rect<LogicalSpace>(x: x, y: 0, width: width, height: 1))
            let right = scale.physical(Rect<LogicalSpace>(x: x + width, y: 0, width: 7, height: 1))
            #expect(left.maxX == right.x)
        }
    }

    @Test func absurdNumbersDoNotTrap() {
        let scale = Scale(in120ths: 1200)
        let far = scale.physical(Rect<LogicalSpace>(x: .max, y: .min, width: .max, height: .max))
        #expect(far.x == .max)
        _ = scale.logical(Size<ContentSpace>(width: .max, height: .max))
    }
}
