import Geometry
import Testing

@Suite struct ClampingTests {
    @Test func doublesBecomeTheNearestInteger() {
        #expect(Int(clamping: 2.9) == 2)
        #expect(Int(clamping: -2.9) == -2)
        #expect(Int(clamping: Double.nan) == 0)
        #expect(Int(clamping: Double.infinity) == .max)
        #expect(Int(clamping: -1e300) == .min)
    }

    @Test func sumsStopAtTheEnds() {
        #expect(Int.max.addingClamped(1) == .max)
        #expect(Int.min.addingClamped(-1) == .min)
        #expect(Int.min.subtractingClamped(1) == .min)
        #expect(Int.max.subtractingClamped(-1) == .max)
        #expect(3.addingClamped(4).subtractingClamped(5) == 2)
    }

    @Test(arguments: [1, 2, 640, 3840, 32_768])
    func clampedPointsLieOnAPixelEvenInWaylandFixedPoint(length: Int) {
        let size = Size<ContentSpace>(width: length, height: length)
        for value in [-Double.infinity, -1, 0, Double(length) / 2, Double(length), 1e300, .infinity] {
            let point = size.clamped(Point(x: value, y: value))
            #expect(size.bounds.contains(point))
            for scale in [1.0, 1.25, 3, 10] {
                let fixed = (point.x / scale * 256).rounded() / 256
                #expect(fixed < Double(length) / scale)
            }
        }
        let lost = size.clamped(Point(x: .nan, y: .nan))
        #expect(lost == Point(x: 0, y: 0))
    }
}
