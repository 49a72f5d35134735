import Geometry
import TestSupport
import Testing

/// A region as a plain grid of booleans: what pixman's bands are compared with.
private struct Bitmap: Equatable {
    static let side = 20
    var pixels = [Bool](repeating: false, count: side * side)

    init() {}

    init(_ region: Region<OutputSpace>) {
        for rect in region.rects { set(rect, to: true) }
    }

    mutating func set(_ rect: Rect<OutputSpace>, to value: Bool) {
        for y in max(0, rect.y)..<max(0, min(Self.side, rect.maxY)) {
            for x in max(0, rect.x)..<max(0, min(Self.side, rect.maxX)) { pixels[y * Self.side + x] = value }
        }
    }

    func combined(_ other: Bitmap, _ operation: (Bool, Bool) -> Bool) -> Bitmap {
        var result = Bitmap()
        result.pixels = zip(pixels, other.pixels).map(operation)
        return result
    }
}

@Suite struct RegionTests {
    private func randomRect(_ random: inout SplitMix64) -> Rect<OutputSpace> {
        let (x, y) = (Int.random(in: 0..<18, using: &random), Int.random(in: 0..<18, using: &random))
        let (width, height) = (Int.random(in: 0...8, using: &random), Int.random(in: 0...8, using: &random))
        return Rect(x: x, y: y, width: width, height: height).intersection(Rect(x: 0, y: 0, width: 20, height: 20))
    }

    @Test func randomOperationsMatchABitmap() {
        for seed in UInt64(0)..<60 {
            var random = SplitMix64(seed: seed)
            var region = Region<OutputSpace>()
            var bitmap = Bitmap()
            for _ in 0..<25 {
                let rects = (0..<Int.random(in: 0...4, using: &random)).map { _ in randomRect(&random) }
                let other = Region(rects)
                var otherBitmap = Bitmap()
                for rect in rects { otherBitmap.set(rect, to: true) }
                let untouched = region
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    region.formUnion(other)
                    bitmap = bitmap.combined(otherBitmap) { $0 || $1 }
                case 1 where !other.isEmpty:
                    region.formIntersection(other)
                    bitmap = bitmap.combined(otherBitmap) { $0 && $1 }
                default:
                    region.subtract(other)
                    bitmap = bitmap.combined(otherBitmap) { $0 && !$1 }
                }
                check(region, against: bitmap, seed: seed)
                #expect(region.union(untouched).subtracting(region) == untouched.subtracting(region))
            }
        }
    }

    private func check(_ region: Region<OutputSpace>, against bitmap: Bitmap, seed: UInt64) {
        #expect(Bitmap(region) == bitmap, "seed \(seed)")
        #expect(region.area == bitmap.pixels.count { $0 }, "seed \(seed): rectangles overlap")
        #expect(region.isEmpty == !bitmap.pixels.contains(true))
        #expect(region.rects.reduce(Rect.zero) { $0.union($1) } == region.extents)
        #expect(region.contains(Point(x: 9.5, y: 9.99)) == bitmap.pixels[9 * Bitmap.side + 9])
    }

    @Test func copiesDoNotShareChanges() {
        let original = Region(Rect<OutputSpace>(x: 0, y: 0, width: 4, height: 4))
        var copy = original
        copy.subtract(Rect(x: 0, y: 0, width: 4, height: 4))
        #expect(original.area == 16)
        #expect(copy.isEmpty)
    }

    @Test func emptyRegionsAreEqualWhereverTheyBecameEmpty() {
        var region = Region(Rect<OutputSpace>(x: 5, y: 5, width: 2, height: 2))
        region.subtract(Rect(x: 0, y: 0, width: 10, height: 10))
        #expect(region == Region())
        #expect(region.extents == .zero)
        #expect(region.rects.isEmpty)
    }

    @Test func offsetMovesEveryPixel() {
        let region = Region([
            Rect<OutputSpace>(x: 0, y: 0, width: 2, height: 2), Rect(x: 5, y: 1, width: 1, height: 3),
        ])
        let moved = Region([
            Rect<OutputSpace>(x: 3, y: -1, width: 2, height: 2), Rect(x: 8, y: 0, width: 1, height: 3),
        ])
        #expect(region.offset(x: 3, y: -1) == moved)
    }

    @Test func absurdRectanglesAreCutToARangeThatFits() {
        let all = Region(Rect<OutputSpace>(x: .min, y: .min, width: .max, height: .max))
        #expect(all.extents.maxX <= 0)
        var screen = Region(Rect<OutputSpace>(x: -5, y: -5, width: .max, height: .max))
        screen.formIntersection(Rect(x: 0, y: 0, width: 100, height: 50))
        #expect(screen == Region(Rect(x: 0, y: 0, width: 100, height: 50)))
        #expect(!screen.contains(Point(x: .nan, y: 0)))
        #expect(!screen.contains(Point(x: 1e12, y: 0)))
        #expect(Region(Rect<OutputSpace>(x: 3, y: 3, width: -2, height: 5)).isEmpty)
    }
}
