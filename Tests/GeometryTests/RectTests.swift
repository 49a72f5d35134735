import Geometry
import Testing

@Suite struct RectTests {
    typealias Box = Rect<OutputSpace>

    @Test func intersectionKeepsSharedPixels() {
        let left = Box(x: 0, y: 0, width: 10, height: 10)
        #expect(left.intersection(Box(x: 4, y: -5, width: 20, height: 8)) == Box(x: 4, y: 0, width: 6, height: 3))
        #expect(left.intersection(Box(x: 10, y: 0, width: 5, height: 5)) == .zero)
    }

    @Test func unionIgnoresEmptyRectangles() {
        let box = Box(x: 3, y: 4, width: 5, height: 6)
        #expect(box.union(.zero) == box)
        #expect(Box.zero.union(box) == box)
        #expect(box.union(Box(x: 0, y: 20, width: 1, height: 1)) == Box(x: 0, y: 4, width: 8, height: 17))
    }

    @Test func containsPointsUpToButNotOnTheFarEdges() {
        let box = Box(x: 1, y: 1, width: 2, height: 2)
        #expect(box.contains(Point(x: 1, y: 2.999)))
        #expect(!box.contains(Point(x: 3, y: 1)))
        #expect(!box.contains(Point(x: .nan, y: 1)))
    }

    @Test func absurdNumbersDoNotTrap() {
        let extremes = [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max]
        for x in extremes {
            for width in extremes {
                let box = Box(x: x, y: x, width: width, height: width)
                let moved = box.offset(x: .max, y: .min)
                _ = (box.intersection(moved), box.union(moved), box.size.area, Region(box).union(Region(moved)))
            }
        }
        #expect(Box(x: .max, y: 0, width: .max, height: 1).maxX == .max)
    }
}
