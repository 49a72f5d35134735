/// A region that an untrusted client builds rectangle by rectangle, at a bounded cost for each.
///
/// The region is exact up to `limit` rectangles. A larger region is coarsened to the cells of a grid over its extents.
/// Later rectangles are exact again until the region exceeds the limit once more. The region always covers at least the
/// pixels that were added and not removed.
public struct BoundedRegion<Space: CoordinateSpace> {
    @usableFromInline let limit: Int
    /// The region without the latest changes.
    @usableFromInline var settled = Region<Space>()
    /// The latest changes: rectangles removed, and rectangles added and not removed since.
    ///
    /// Changes are batched because a change of the whole region takes time proportional to its size.
    @usableFromInline var removed: [Rect<Space>] = []
    @usableFromInline var added = Region<Space>()
    @usableFromInline var changes = 0
    @usableFromInline var isCoarse = false

    /// False once coarsening has added pixels.
    @inlinable public var isExact: Bool { !isCoarse }

    @inlinable static var gathered: Int { 16 }

    /// An empty region that is exact up to `limit` rectangles, at least 2.
    @inlinable public init(limit: Int) {
        self.limit = max(limit, 2)
    }

    /// Whether the region has no pixels.
    @inlinable public var isEmpty: Bool { added.isEmpty && (removed.isEmpty ? settled.isEmpty : region.isEmpty) }

    /// Everything added and not removed since.
    @inlinable public var region: Region<Space> {
        if changes == 0 { return settled }
        let rest = removed.isEmpty ? settled : settled.subtracting(Region(removed))
        return rest.isEmpty ? added : rest.union(added)
    }

    /// Adds a rectangle.
    @inlinable public mutating func formUnion(_ rect: Rect<Space>) {
        added.formUnion(rect)
        changed()
    }

    /// Removes a rectangle.
    @inlinable public mutating func subtract(_ rect: Rect<Space>) {
        removed.append(rect)
        added.subtract(rect)
        changed()
    }

    /// Adds the pixels of a region.
    @inlinable public mutating func formUnion(_ other: Region<Space>) {
        settle()
        settled.formUnion(other)
        bound()
    }

    /// Adds the pixels of another bounded region.
    @inlinable public mutating func formUnion(_ other: BoundedRegion) {
        if other.isEmpty { return }
        formUnion(other.region)
        isCoarse = isCoarse || other.isCoarse
    }

    /// Applies the batched changes, so that `region` costs nothing until the next change.
    @inlinable public mutating func settle() {
        if changes == 0 { return }
        settled = region
        removed.removeAll(keepingCapacity: true)
        added = Region()
        changes = 0
        bound()
    }

    @inlinable mutating func changed() {
        changes += 1
        if changes >= Self.gathered { settle() }
    }

    @inlinable mutating func bound() {
        guard settled.rectCount > limit else { return }
        // Coarsening to half the limit keeps the region from exceeding the limit again soon.
        settled = settled.coarsened(toRects: max(2, limit / 2))
        isCoarse = true
    }
}

extension Region {
    /// The region, coarsened to at most `count` rectangles if it has more.
    ///
    /// A coarsened region is grown to the cells of a grid over its extents.
    @inlinable public func coarsened(toRects count: Int) -> Region {
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

    /// The region's `count` largest rectangles, or the region itself if it has no more.
    @inlinable public func largest(_ count: Int) -> Region {
        guard rectCount > count else { return self }
        return Region(rects.sorted { $0.size.area > $1.size.area }.prefix(count))
    }
}

extension Int {
    /// The quotient of positive numbers, rounded up.
    @inlinable public func dividedUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
