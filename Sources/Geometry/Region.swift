import CPixman

/// A set of whole pixels in one coordinate space, held as bands of rectangles by pixman.
///
/// A value: copies share storage until one of them changes.
package struct Region<Space: CoordinateSpace> {
    private var storage: RegionStorage

    package init() {
        storage = RegionStorage()
    }

    package init(_ rect: Rect<Space>) {
        storage = RegionStorage()
        formUnion(rect)
    }

    package init(_ rects: some Sequence<Rect<Space>>) {
        storage = RegionStorage(rects.map { pixman_box32_t($0.clampedToRegionRange) })
    }

    private init(storage: RegionStorage) {
        self.storage = storage
    }

    package var isEmpty: Bool { pixman_region32_not_empty(storage.region) == 0 }

    /// The smallest rectangle around the region; `.zero` for an empty one.
    package var extents: Rect<Space> {
        guard !isEmpty, let box = pixman_region32_extents(storage.region) else { return .zero }
        return Rect(box.pointee)
    }

    /// Disjoint rectangles that together are the region, from top to bottom and left to right.
    package var rects: [Rect<Space>] {
        withExtendedLifetime(storage) { storage.boxes.map(Rect.init) }
    }

    /// The number of those rectangles.
    package var rectCount: Int { Int(pixman_region32_n_rects(storage.region)) }

    /// The number of pixels in the region.
    package var area: Int {
        withExtendedLifetime(storage) {
            storage.boxes.reduce(0) { $0 + Int($1.x2 - $1.x1) * Int($1.y2 - $1.y1) }
        }
    }

    package func contains(_ point: Point<Space>) -> Bool {
        guard point.isFinite, let x = Int32(exactly: point.x.rounded(.down)),
            let y = Int32(exactly: point.y.rounded(.down))
        else { return false }
        return pixman_region32_contains_point(storage.region, x, y, nil) != 0
    }

    package mutating func formUnion(_ other: Region) {
        makeUnique()
        pixman_region32_union(storage.region, storage.region, other.storage.region)
    }

    package mutating func formUnion(_ rect: Rect<Space>) {
        let box = rect.clampedToRegionRange
        guard !box.isEmpty else { return }
        makeUnique()
        pixman_region32_union_rect(
            storage.region, storage.region, Int32(box.x), Int32(box.y), UInt32(box.width), UInt32(box.height))
    }

    package mutating func formIntersection(_ other: Region) {
        makeUnique()
        pixman_region32_intersect(storage.region, storage.region, other.storage.region)
    }

    package mutating func formIntersection(_ rect: Rect<Space>) {
        formIntersection(Region(rect))
    }

    package mutating func subtract(_ other: Region) {
        makeUnique()
        pixman_region32_subtract(storage.region, storage.region, other.storage.region)
    }

    package mutating func subtract(_ rect: Rect<Space>) {
        subtract(Region(rect))
    }

    package func union(_ other: Region) -> Region {
        var result = self
        result.formUnion(other)
        return result
    }

    package func intersection(_ other: Region) -> Region {
        var result = self
        result.formIntersection(other)
        return result
    }

    package func intersection(_ rect: Rect<Space>) -> Region { intersection(Region(rect)) }

    package func subtracting(_ other: Region) -> Region {
        var result = self
        result.subtract(other)
        return result
    }

    package func offset(x dx: Int, y dy: Int) -> Region {
        var result = self
        result.makeUnique()
        pixman_region32_translate(result.storage.region, Int32(clamping: dx), Int32(clamping: dy))
        return result
    }

    /// Each rectangle mapped by `transform` and united, possibly into another space.
    package func mapRects<Other>(_ transform: (Rect<Space>) -> Rect<Other>) -> Region<Other> {
        // Boxes and not rectangles: arrays of a generic type are slow to make where it is not known.
        Region<Other>(
            storage: withExtendedLifetime(storage) {
                RegionStorage(storage.boxes.map { pixman_box32_t(transform(Rect($0)).clampedToRegionRange) })
            })
    }

    package func reinterpreted<Other>(as _: Other.Type = Other.self) -> Region<Other> {
        Region<Other>(storage: storage)
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) {
            storage = RegionStorage(copying: storage)
        }
    }
}

extension Region: Equatable {
    package static func == (left: Region, right: Region) -> Bool {
        // pixman's empty regions still have extents.
        if left.isEmpty || right.isEmpty { return left.isEmpty == right.isEmpty }
        return pixman_region32_equal(left.storage.region, right.storage.region) != 0
    }
}

/// Owns a pixman region.
private final class RegionStorage {
    let region: UnsafeMutablePointer<pixman_region32_t>

    init() {
        region = .allocate(capacity: 1)
        pixman_region32_init(region)
    }

    /// The union of boxes in any order; inverted and empty ones add nothing.
    init(_ boxes: [pixman_box32_t]) {
        region = .allocate(capacity: 1)
        if pixman_region32_init_rects(region, boxes, Int32(clamping: boxes.count)) == 0 {
            pixman_region32_init(region)
        }
    }

    init(copying other: RegionStorage) {
        region = .allocate(capacity: 1)
        pixman_region32_init(region)
        pixman_region32_copy(region, other.region)
    }

    /// The rectangles, valid until the region changes or ends.
    var boxes: UnsafeBufferPointer<pixman_box32_t> {
        var count: Int32 = 0
        let first = pixman_region32_rectangles(region, &count)
        return UnsafeBufferPointer(start: first, count: first == nil ? 0 : Int(count))
    }

    deinit {
        pixman_region32_fini(region)
        region.deallocate()
    }
}

extension Rect {
    fileprivate init(_ box: pixman_box32_t) {
        self.init(x: Int(box.x1), y: Int(box.y1), width: Int(box.x2 - box.x1), height: Int(box.y2 - box.y1))
    }

    /// The part within half of pixman's 32-bit range, so that clients' absurd rectangles cannot overflow.
    fileprivate var clampedToRegionRange: Rect {
        let limit = Int(Int32.max) / 2
        func clamp(_ value: Int) -> Int { min(max(value, -limit), limit) }
        return Rect(left: clamp(x), top: clamp(y), right: clamp(maxX), bottom: clamp(maxY))
    }
}

extension pixman_box32_t {
    /// The box of a rectangle within pixman's range.
    fileprivate init<Space>(_ rect: Rect<Space>) {
        self.init(x1: Int32(rect.x), y1: Int32(rect.y), x2: Int32(rect.maxX), y2: Int32(rect.maxY))
    }
}
