/// A set of whole pixels in one coordinate space.
///
/// A region is a value. Every member is inlined where the space is known, so that no generic type is looked up at run
/// time. `PixelRegion`, which knows no spaces, does the work.
public struct Region<Space: CoordinateSpace> {
    /// The pixels, in no particular space.
    public var pixels: PixelRegion

    /// A region without pixels.
    @inlinable public init() {
        pixels = PixelRegion()
    }

    /// The pixels of one rectangle.
    @inlinable public init(_ rect: Rect<Space>) {
        pixels = PixelRegion(PixelBox(rect))
    }

    /// The pixels of all the rectangles.
    @inlinable public init(_ rects: some Sequence<Rect<Space>>) {
        var boxes: [PixelBox] = []
        for rect in rects { boxes.append(PixelBox(rect)) }
        pixels = PixelRegion(uniting: boxes)
    }

    /// The same pixels, in this space.
    @inlinable public init(pixels: PixelRegion) {
        self.pixels = pixels
    }

    /// Whether the region has no pixels.
    @inlinable public var isEmpty: Bool { pixels.extents.isEmpty }

    /// The smallest rectangle around the region, or `.zero` for an empty region.
    @inlinable public var extents: Rect<Space> { pixels.extents.isEmpty ? .zero : Rect(pixels.extents) }

    /// The disjoint rectangles of the region, from top to bottom and left to right.
    @inlinable public var rects: [Rect<Space>] {
        var rects: [Rect<Space>] = []
        rects.reserveCapacity(pixels.count)
        pixels.forEach { rects.append(Rect($0)) }
        return rects
    }

    /// Calls `body` with each of `rects`, without making a list of them.
    @inlinable public func forEachRect(_ body: (Rect<Space>) -> Void) {
        pixels.forEach { body(Rect($0)) }
    }

    /// The number of `rects`.
    @inlinable public var rectCount: Int { pixels.count }

    /// The number of pixels in the region.
    @inlinable public var area: Int { pixels.area }

    /// Whether a point lies on a pixel of the region.
    @inlinable public func contains(_ point: Point<Space>) -> Bool {
        guard point.isFinite, let x = Int32(exactly: point.x.rounded(.down)),
            let y = Int32(exactly: point.y.rounded(.down))
        else { return false }
        return pixels.contains(x, y)
    }

    /// Adds the pixels of another region.
    @inlinable public mutating func formUnion(_ other: Region) {
        pixels = pixels.union(other.pixels)
    }

    /// Adds the pixels of a rectangle.
    @inlinable public mutating func formUnion(_ rect: Rect<Space>) {
        pixels = pixels.union(PixelRegion(PixelBox(rect)))
    }

    /// Removes the pixels that are not in another region.
    @inlinable public mutating func formIntersection(_ other: Region) {
        pixels = pixels.intersection(other.pixels)
    }

    /// Removes the pixels that are not in a rectangle.
    @inlinable public mutating func formIntersection(_ rect: Rect<Space>) {
        pixels = pixels.intersection(PixelRegion(PixelBox(rect)))
    }

    /// Removes the pixels of another region.
    @inlinable public mutating func subtract(_ other: Region) {
        pixels = pixels.subtracting(other.pixels)
    }

    /// Removes the pixels of a rectangle.
    @inlinable public mutating func subtract(_ rect: Rect<Space>) {
        pixels = pixels.subtracting(PixelRegion(PixelBox(rect)))
    }

    /// The pixels of either region.
    @inlinable public func union(_ other: Region) -> Region { Region(pixels: pixels.union(other.pixels)) }

    /// The pixels of both regions.
    @inlinable public func intersection(_ other: Region) -> Region {
        Region(pixels: pixels.intersection(other.pixels))
    }

    /// The pixels that are in a rectangle.
    @inlinable public func intersection(_ rect: Rect<Space>) -> Region {
        Region(pixels: pixels.intersection(PixelRegion(PixelBox(rect))))
    }

    /// The pixels of this region that are not in the other region.
    @inlinable public func subtracting(_ other: Region) -> Region {
        Region(pixels: pixels.subtracting(other.pixels))
    }

    /// The region moved by a number of pixels.
    @inlinable public func offset(x dx: Int, y dy: Int) -> Region {
        Region(pixels: pixels.offset(x: Int32(clamping: dx), y: Int32(clamping: dy)))
    }

    /// The union of the rectangles mapped by `transform`, possibly in another space.
    @inlinable public func mapRects<Other>(_ transform: (Rect<Space>) -> Rect<Other>) -> Region<Other> {
        if pixels.count == 1 { return Region<Other>(transform(extents)) }
        var boxes: [PixelBox] = []
        boxes.reserveCapacity(pixels.count)
        pixels.forEach { boxes.append(PixelBox(transform(Rect($0)))) }
        return Region<Other>(pixels: PixelRegion(uniting: boxes))
    }

    /// The same pixels read in another space whose origin and unit coincide with this one's.
    @inlinable public func reinterpreted<Other>(as _: Other.Type = Other.self) -> Region<Other> {
        Region<Other>(pixels: pixels)
    }
}

extension Region: Equatable {
    /// Whether both have the same pixels.
    @inlinable public static func == (left: Region, right: Region) -> Bool { left.pixels == right.pixels }
}
