import Geometry
import TestSupport
import Testing

@Suite struct BoundedRegionTests {
    private typealias Change = (rect: Rect<OutputSpace>, adds: Bool)

    private func changes(_ count: Int, adding share: Double, within side: Int, seed: UInt64) -> [Change] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            let rect = Rect<OutputSpace>(
                x: Int.random(in: 0..<side, using: &random), y: Int.random(in: 0..<side, using: &random),
                width: Int.random(in: 0..<20, using: &random), height: Int.random(in: 0..<20, using: &random))
            return (rect, Double.random(in: 0..<1, using: &random) < share)
        }
    }

    private func exact(_ changes: [Change]) -> Region<OutputSpace> {
        changes.reduce(into: Region()) { region, change in
            if change.adds { region.formUnion(change.rect) } else { region.subtract(change.rect) }
        }
    }

    private func bounded(_ changes: [Change], limit: Int) -> BoundedRegion<OutputSpace> {
        changes.reduce(into: BoundedRegion(limit: limit)) { region, change in
            if change.adds { region.formUnion(change.rect) } else { region.subtract(change.rect) }
        }
    }

    @Test(arguments: [1.0, 0.7, 0.5, 0.2])
    func exactUpToTheLimit(adding share: Double) {
        for count in [0, 1, 5, 15, 16, 17, 150, 300] {
            for seed in UInt64(0)..<4 {
                let all = changes(count, adding: share, within: 100, seed: seed)
                let region = bounded(all, limit: 100_000)
                #expect(region.isExact)
                #expect(region.region == exact(all), "\(count) changes, seed \(seed)")
                #expect(region.isEmpty == region.region.isEmpty)
            }
        }
    }

    @Test(arguments: [1.0, 0.8, 0.5])
    func beyondTheLimitItIsBoundedAndCoversEverything(adding share: Double) {
        let all = changes(4000, adding: share, within: 3000, seed: 7)
        var region = bounded(all, limit: 256)
        region.settle()
        #expect(!region.isExact)
        #expect(region.region.rectCount <= 256)
        #expect(exact(all).subtracting(region.region).isEmpty)
    }

    @Test func unitesWithOthers() {
        let (first, second) = (
            changes(30, adding: 0.8, within: 100, seed: 1), changes(30, adding: 0.8, within: 100, seed: 2)
        )
        var region = bounded(first, limit: 1000)
        region.formUnion(bounded(second, limit: 1000))
        #expect(region.region == exact(first).union(exact(second)))
        region.formUnion(bounded(changes(4000, adding: 1, within: 3000, seed: 3), limit: 64))
        #expect(!region.isExact)
    }

    @Test func coarsensToTheCount() {
        for count in [1, 2, 3, 17, 64, 255, 1024] {
            let region = exact(changes(600, adding: 1, within: 1000, seed: UInt64(count)))
            let coarse = region.coarsened(toRects: count)
            #expect(coarse.rectCount <= count)
            #expect(region.subtracting(coarse).isEmpty)
            #expect(coarse.extents == region.extents)
        }
        let absurd = Region([
            Rect<OutputSpace>(x: .min, y: 0, width: .max, height: 1), Rect(x: 5, y: 7, width: .max, height: .max),
            Rect(x: 1, y: 1, width: 1, height: 1),
        ])
        #expect(absurd.coarsened(toRects: 1).extents == absurd.extents)
    }

    @Test func keepsTheLargest() {
        let region = Region([
            Rect<OutputSpace>(x: 0, y: 0, width: 9, height: 9), Rect(x: 20, y: 10, width: 2, height: 2),
            Rect(x: 40, y: 20, width: 5, height: 5),
        ])
        #expect(region.largest(3) == region)
        #expect(region.largest(2).subtracting(region).isEmpty)
        #expect(region.largest(2).area == 106)
    }

    /// Columns of unlike height are the worst that rectangles can be to a region made of bands.
    private static func columns(_ count: Int) -> [Change] {
        (0..<count).map { (Rect(x: $0 * 3, y: $0 * 2, width: 2, height: 4 * count - 3 * $0), true) }
    }

    @Test(arguments: ["scattered", "interleaved", "columns"])
    func timeGrowsWithTheNumberAlone(of kind: String) {
        func make(_ count: Int) -> [Change] {
            switch kind {
            case "scattered": changes(count, adding: 1, within: 4000, seed: 5)
            case "interleaved": changes(count, adding: 0.5, within: 4000, seed: 5)
            default: Self.columns(count)
            }
        }
        let (few, many) = (make(3000), make(12_000))
        // The best of several: others' work on the computer only ever adds.
        let ratio = (0..<3).map { _ in
            let (short, long) = (time { bounded(few, limit: 1024) }, time { bounded(many, limit: 1024) })
            return long / short
        }.min()
        #expect((ratio ?? 99) < 7, "four times the rectangles")
    }

    private func time(_ body: () -> BoundedRegion<OutputSpace>) -> Double {
        var rects = 0
        let duration = processorTime { rects = body().region.rectCount }
        #expect(rects > 0)
        return duration / .seconds(1)
    }
}
