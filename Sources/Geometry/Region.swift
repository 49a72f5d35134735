/// A set of whole pixels in one coordinate space.
///
/// A value. Everything here is inlined where the space is known, so that no generic type is looked up at run time; the work
/// is done by `PixelRegion`, which knows no spaces.
package struct Region<Space: CoordinateSpace> {
    package var pixels: PixelRegion

    @inlinable package init() {
        pixels = PixelRegion()
    }

    @inlinable package init(_ rect: Rect<Space>) {
        pixels = PixelRegion(PixelBox(rect))
    }

    @inlinable package init(_ rects: some Sequence<Rect<Space>>) {
        var boxes: [PixelBox] = []
        for rect in rects { boxes.append(PixelBox(rect)) }
        pixels = PixelRegion(uniting: boxes)
    }

    @inlinable package init(pixels: PixelRegion) {
        self.pixels = pixels
    }

    @inlinable package var isEmpty: Bool { pixels.extents.isEmpty }

    /// The smallest rectangle around the region; `.zero` for an empty one.
    @inlinable package var extents: Rect<Space> { pixels.extents.isEmpty ? .zero : Rect(pixels.extents) }

    /// Disjoint rectangles that together are the region, from top to bottom and left to right.
    @inlinable package var rects: [Rect<Space>] {
        var rects: [Rect<Space>] = []
        rects.reserveCapacity(pixels.count)
        pixels.forEach { rects.append(Rect($0)) }
        return rects
    }

    /// The number of those rectangles.
    @inlinable package var rectCount: Int { pixels.count }

    /// The number of pixels in the region.
    @inlinable package var area: Int { pixels.area }

    @inlinable package func contains(_ point: Point<Space>) -> Bool {
        guard point.isFinite, let x = Int32(exactly: point.x.rounded(.down)),
            let y = Int32(exactly: point.y.rounded(.down))
        else { return false }
        return pixels.contains(x, y)
    }

    @inlinable package mutating func formUnion(_ other: Region) {
        pixels = pixels.union(other.pixels)
    }

    @inlinable package mutating func formUnion(_ rect: Rect<Space>) {
        pixels = pixels.union(PixelRegion(PixelBox(rect)))
    }

    @inlinable package mutating func formIntersection(_ other: Region) {
        pixels = pixels.intersection(other.pixels)
    }

    @inlinable package mutating func formIntersection(_ rect: Rect<Space>) {
        pixels = pixels.intersection(PixelRegion(PixelBox(rect)))
    }

    @inlinable package mutating func subtract(_ other: Region) {
        pixels = pixels.subtracting(other.pixels)
    }

    @inlinable package mutating func subtract(_ rect: Rect<Space>) {
        pixels = pixels.subtracting(PixelRegion(PixelBox(rect)))
    }

    @inlinable package func union(_ other: Region) -> Region { Region(pixels: pixels.union(other.pixels)) }

    @inlinable package func intersection(_ other: Region) -> Region {
        Region(pixels: pixels.intersection(other.pixels))
    }

    @inlinable package func intersection(_ rect: Rect<Space>) -> Region {
        Region(pixels: pixels.intersection(PixelRegion(PixelBox(rect))))
    }

    @inlinable package func subtracting(_ other: Region) -> Region {
        Region(pixels: pixels.subtracting(other.pixels))
    }

    @inlinable package func offset(x dx: Int, y dy: Int) -> Region {
        Region(pixels: pixels.offset(x: Int32(clamping: dx), y: Int32(clamping: dy)))
    }

    /// Each rectangle mapped by `transform` and united, possibly into another space.
    @inlinable package func mapRects<Other>(_ transform: (Rect<Space>) -> Rect<Other>) -> Region<Other> {
        if pixels.count == 1 { return Region<Other>(transform(extents)) }
        var boxes: [PixelBox] = []
        boxes.reserveCapacity(pixels.count)
        pixels.forEach { boxes.append(PixelBox(transform(Rect($0)))) }
        return Region<Other>(pixels: PixelRegion(uniting: boxes))
    }

    @inlinable package func reinterpreted<Other>(as _: Other.Type = Other.self) -> Region<Other> {
        Region<Other>(pixels: pixels)
    }
}

extension Region: Equatable {
    @inlinable package static func == (left: Region, right: Region) -> Bool { left.pixels == right.pixels }
}
