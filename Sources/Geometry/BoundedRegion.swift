/// A region that a stranger builds, rectangle by rectangle: each costs about the same, however many there are.
///
/// It is exact as long as no more than `limit` rectangles make it up. Beyond that it is coarsened: everything that it
/// touches grows to the cells of a grid over its extents. Later rectangles are exact again until the limit is passed
/// once more, so that it always covers at least what was asked for.
package struct BoundedRegion<Space: CoordinateSpace> {
    private let limit: Int
    /// Everything but the latest changes.
    private var settled = Region<Space>()
    /// The latest changes: what they took away, and what they added and left there. They are gathered because a change
    /// of the whole region costs as much as the region is large.
    private var removed: [Rect<Space>] = []
    private var added = Region<Space>()
    private var changes = 0
    /// No pixel is in the region that was not asked for.
    package private(set) var isExact = true

    private static var gathered: Int { 16 }

    package init(limit: Int) {
        self.limit = max(limit, 2)
    }

    package var isEmpty: Bool { added.isEmpty && (removed.isEmpty ? settled.isEmpty : region.isEmpty) }

    package var region: Region<Space> {
        if changes == 0 { return settled }
        let rest = removed.isEmpty ? settled : settled.subtracting(Region(removed))
        return rest.isEmpty ? added : rest.union(added)
    }

    package mutating func formUnion(_ rect: Rect<Space>) {
        added.formUnion(rect)
        changed()
    }

    package mutating func subtract(_ rect: Rect<Space>) {
        removed.append(rect)
        added.subtract(rect)
        changed()
    }

    package mutating func formUnion(_ other: Region<Space>) {
        settle()
        settled.formUnion(other)
        bound()
    }

    package mutating func formUnion(_ other: BoundedRegion) {
        if other.isEmpty { return }
        formUnion(other.region)
        isExact = isExact && other.isExact
    }

    /// Ends what was gathered: from here on `region` costs nothing until the next change.
    package mutating func settle() {
        if changes == 0 { return }
        settled = region
        removed.removeAll(keepingCapacity: true)
        added = Region()
        changes = 0
        bound()
    }

    private mutating func changed() {
        changes += 1
        if changes >= Self.gathered { settle() }
    }

    private mutating func bound() {
        guard settled.rectCount > limit else { return }
        // To half of it, so that it takes a while until the limit is passed again.
        settled = settled.coarsened(toRects: max(2, limit / 2))
        isExact = false
    }
}

extension Region {
    /// The region grown to the cells of a grid over its extents, so coarse that it has at most `count` rectangles; as it
    /// is if it has no more.
    package func coarsened(toRects count: Int) -> Region {
        guard rectCount > count else { return self }
        // A row of n cells has at most n / 2 runs, and there are n rows.
        let cells = max(1, Int(Double(2 * count).squareRoot()) & ~1)
        let around = extents
        let (width, height) = (around.width.dividedUp(by: cells), around.height.dividedUp(by: cells))
        return mapRects { rect in
            Rect(
                left: around.x + (rect.x - around.x) / width * width,
                top: around.y + (rect.y - around.y) / height * height,
                right: min(around.maxX, around.x + (rect.maxX - around.x).dividedUp(by: width) * width),
                bottom: min(around.maxY, around.y + (rect.maxY - around.y).dividedUp(by: height) * height))
        }
    }

    /// The region's `count` largest rectangles; the region itself if it has no more.
    package func largest(_ count: Int) -> Region {
        guard rectCount > count else { return self }
        return Region(rects.sorted { $0.size.area > $1.size.area }.prefix(count))
    }
}

extension Int {
    fileprivate func dividedUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
