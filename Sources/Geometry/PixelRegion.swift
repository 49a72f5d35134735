import CPixman

/// A rectangle of pixels within half of pixman's 32-bit range, without its right and bottom edges.
public struct PixelBox: Equatable, Sendable {
    /// The first column.
    public var left: Int32
    /// The first row.
    public var top: Int32
    /// The column after the last one.
    public var right: Int32
    /// The row after the last one.
    public var bottom: Int32

    /// A box between two columns and two rows.
    @inlinable public init(left: Int32, top: Int32, right: Int32, bottom: Int32) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// The part of a rectangle within the range, so that a client's huge rectangle cannot overflow.
    @inlinable public init<Space>(_ rect: Rect<Space>) {
        let limit = Int(Int32.max) / 2
        func isWithin(_ value: Int) -> Bool { UInt(bitPattern: value &+ limit) <= UInt(2 * limit) }
        func clamp(_ value: Int) -> Int32 {
            Int32(truncatingIfNeeded: isWithin(value) ? value : value < 0 ? -limit : limit)
        }
        self.init(left: clamp(rect.x), top: clamp(rect.y), right: clamp(rect.maxX), bottom: clamp(rect.maxY))
    }

    /// The box without pixels.
    @inlinable public static var none: PixelBox { PixelBox(left: 0, top: 0, right: 0, bottom: 0) }

    /// Whether the box has no pixels.
    @inlinable public var isEmpty: Bool { left >= right || top >= bottom }

    /// The number of pixels in the box.
    @inlinable public var area: Int { isEmpty ? 0 : (Int(right) - Int(left)) * (Int(bottom) - Int(top)) }

    /// Whether this box covers every pixel of another box.
    @inlinable public func contains(_ other: PixelBox) -> Bool {
        left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
    }

    /// The pixels in both boxes, or an empty box with arbitrary edges if they share none.
    @inlinable public func intersection(_ other: PixelBox) -> PixelBox {
        PixelBox(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }
}

extension Rect {
    /// The rectangle of a box.
    @inlinable public init(_ box: PixelBox) {
        self.init(
            x: Int(box.left), y: Int(box.top), width: Int(box.right) - Int(box.left),
            height: Int(box.bottom) - Int(box.top))
    }
}

/// A set of pixels in no particular space: one box, or several boxes that pixman holds as bands.
///
/// Most small changes are one box. The value itself holds a single box, and operations on single boxes allocate
/// nothing.
public struct PixelRegion: Equatable {
    /// The smallest box around all pixels, or `.none` without pixels.
    public private(set) var extents: PixelBox
    /// The bands of several boxes, or nil where `extents` is the region.
    private var bands: PixelBands?

    /// A set without pixels.
    public init() {
        extents = .none
    }

    /// The pixels of one box.
    public init(_ box: PixelBox) {
        extents = box.isEmpty ? .none : box
    }

    /// The union of boxes in any order; inverted and empty boxes add nothing.
    public init(uniting boxes: [PixelBox]) {
        let count = boxes.lazy.filter { !$0.isEmpty }.count
        if count <= 1 {
            self.init(boxes.first { !$0.isEmpty } ?? .none)
        } else {
            self.init(PixelBands(boxes.filter { !$0.isEmpty }.map(pixman_box32_t.init)))
        }
    }

    private init(_ bands: PixelBands) {
        extents = bands.extents
        self.bands = bands.count > 1 ? bands : nil
    }

    /// The number of boxes that `forEach` visits.
    public var count: Int { bands?.count ?? (extents.isEmpty ? 0 : 1) }

    /// The number of pixels.
    public var area: Int {
        guard bands != nil else { return extents.area }
        var area = 0
        forEach { area += $0.area }
        return area
    }

    /// Calls `body` with each box, from top to bottom and left to right.
    public func forEach(_ body: (PixelBox) -> Void) {
        if let bands {
            withExtendedLifetime(bands) { for box in bands.boxes { body(PixelBox(box)) } }
        } else if !extents.isEmpty {
            body(extents)
        }
    }

    /// Whether a pixel is in the set.
    public func contains(_ x: Int32, _ y: Int32) -> Bool {
        guard extents.left <= x, x < extents.right, extents.top <= y, y < extents.bottom else { return false }
        return bands?.contains(x, y) ?? true
    }

    /// Whether a quick check finds that a box lies wholly within this region.
    private func surelyContains(_ box: PixelBox) -> Bool { bands == nil && extents.contains(box) }

    /// The pixels of either set.
    public func union(_ other: PixelRegion) -> PixelRegion {
        if other.extents.isEmpty || surelyContains(other.extents) { return self }
        if extents.isEmpty || other.surelyContains(extents) { return other }
        return combined(with: other, pixman_region32_union)
    }

    /// The pixels of both sets.
    public func intersection(_ other: PixelRegion) -> PixelRegion {
        let common = extents.intersection(other.extents)
        if common.isEmpty { return PixelRegion() }
        if bands == nil, other.bands == nil { return PixelRegion(common) }
        if other.surelyContains(extents) { return self }
        if surelyContains(other.extents) { return other }
        return combined(with: other, pixman_region32_intersect)
    }

    /// The pixels of this set that are not in the other set.
    public func subtracting(_ other: PixelRegion) -> PixelRegion {
        if extents.intersection(other.extents).isEmpty { return self }
        if other.surelyContains(extents) { return PixelRegion() }
        return combined(with: other, pixman_region32_subtract)
    }

    /// The set moved by a number of pixels, clamped to the range.
    public func offset(x dx: Int32, y dy: Int32) -> PixelRegion {
        if let bands { return PixelRegion(bands.offset(x: dx, y: dy)) }
        func moved(_ value: Int32, _ delta: Int32) -> Int32 { Int32(clamping: Int(value) + Int(delta)) }
        return PixelRegion(
            PixelBox(
                left: moved(extents.left, dx), top: moved(extents.top, dy), right: moved(extents.right, dx),
                bottom: moved(extents.bottom, dy)))
    }

    private typealias Operation = (
        UnsafeMutablePointer<pixman_region32_t>?, UnsafePointer<pixman_region32_t>?, UnsafePointer<pixman_region32_t>?
    ) -> pixman_bool_t

    private func combined(with other: PixelRegion, _ operation: Operation) -> PixelRegion {
        let result = PixelBands()
        withPointer { left in other.withPointer { right in _ = operation(result.region, left, right) } }
        return PixelRegion(result)
    }

    /// Calls `body` with the region as a pixman structure.
    private func withPointer(_ body: (UnsafePointer<pixman_region32_t>) -> Void) {
        if let bands {
            withExtendedLifetime(bands) { body(bands.region) }
        } else {
            // The structure itself holds a single box, so there is nothing to free.
            var region = pixman_region32_t(extents: pixman_box32_t(extents), data: nil)
            if extents.isEmpty { pixman_region32_init(&region) }
            body(&region)
        }
    }

    /// Whether both sets have the same pixels.
    public static func == (left: PixelRegion, right: PixelRegion) -> Bool {
        guard left.extents == right.extents else { return false }
        guard let one = left.bands, let other = right.bands else { return left.bands == nil && right.bands == nil }
        return one === other || pixman_region32_equal(one.region, other.region) != 0
    }
}

/// Owns a pixman region, which never changes once it is shared.
private final class PixelBands {
    let region: UnsafeMutablePointer<pixman_region32_t>

    init() {
        region = .allocate(capacity: 1)
        pixman_region32_init(region)
    }

    init(_ boxes: [pixman_box32_t]) {
        region = .allocate(capacity: 1)
        if pixman_region32_init_rects(region, boxes, Int32(clamping: boxes.count)) == 0 {
            pixman_region32_init(region)
        }
    }

    var count: Int { Int(pixman_region32_n_rects(region)) }

    var extents: PixelBox {
        guard count > 0, let box = pixman_region32_extents(region) else { return .none }
        return PixelBox(box.pointee)
    }

    /// The boxes, valid during the lifetime of this object.
    var boxes: UnsafeBufferPointer<pixman_box32_t> {
        var count: Int32 = 0
        let first = pixman_region32_rectangles(region, &count)
        return UnsafeBufferPointer(start: first, count: first == nil ? 0 : Int(count))
    }

    func contains(_ x: Int32, _ y: Int32) -> Bool { pixman_region32_contains_point(region, x, y, nil) != 0 }

    func offset(x dx: Int32, y dy: Int32) -> PixelBands {
        let moved = PixelBands()
        pixman_region32_copy(moved.region, region)
        pixman_region32_translate(moved.region, dx, dy)
        return moved
    }

    deinit {
        pixman_region32_fini(region)
        region.deallocate()
    }
}

extension PixelBox {
    fileprivate init(_ box: pixman_box32_t) {
        self.init(left: box.x1, top: box.y1, right: box.x2, bottom: box.y2)
    }
}

extension pixman_box32_t {
    fileprivate init(_ box: PixelBox) {
        self.init(x1: box.left, y1: box.top, x2: box.right, y2: box.bottom)
    }
}
