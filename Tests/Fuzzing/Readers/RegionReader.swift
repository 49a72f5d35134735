import Geometry

/// Regions that a client builds by adding and taking away rectangles.
///
/// A region has the pixels of a plain bitmap. A bounded region has at least these, exactly these until it is coarsened, and no more
/// rectangles than its limit.
enum RegionReader: Reader {
    static let name = "region"

    /// Pixels of the square from `origin` on; what is outside is not looked at.
    private struct Bitmap: Equatable {
        static let side = 40
        static let origin = -4
        var rows = [UInt64](repeating: 0, count: side)

        mutating func change(_ rect: Rect<SurfaceSpace>, isAdded: Bool) {
            func clamped(_ value: Int) -> Int { min(max(value - Self.origin, 0), Self.side) }
            let (left, right) = (clamped(rect.x), clamped(rect.maxX))
            guard left < right, rect.y < rect.maxY else { return }
            let mask = (UInt64(1) << (right - left) - 1) << left
            for row in clamped(rect.y)..<clamped(rect.maxY) {
                if isAdded { rows[row] |= mask } else { rows[row] &= ~mask }
            }
        }

        init() {}

        init(_ region: Region<SurfaceSpace>) {
            region.forEachRect { change($0, isAdded: true) }
        }

        func covers(_ other: Bitmap) -> Bool { zip(rows, other.rows).allSatisfy { $0 & $1 == $1 } }
    }

    static func read(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let limit = source.choice(of: [2, 8, 64, 1024])
        var bounded = BoundedRegion<SurfaceSpace>(limit: limit)
        var region = Region<SurfaceSpace>()
        var bitmap = Bitmap()
        var other = (region: region, bitmap: bitmap)
        while !source.isEmpty {
            switch source.number(below: 8) {
            case 0...2:
                let rect = rect(&source)
                region.formUnion(rect)
                bounded.formUnion(rect)
                bitmap.change(rect, isAdded: true)
            case 3, 4:
                let rect = rect(&source)
                region.subtract(rect)
                bounded.subtract(rect)
                bitmap.change(rect, isAdded: false)
            case 5: other = (region, bitmap)
            case 6:
                region.formUnion(other.region)
                bounded.formUnion(other.region)
                for row in bitmap.rows.indices { bitmap.rows[row] |= other.bitmap.rows[row] }
            default: bounded.settle()
            }
            try check(Bitmap(region) == bitmap, "the region has other pixels")
        }
        try checkAlgebra(region, other.region, bitmap, other.bitmap)
        let whole = bounded.region
        try check(!bounded.isExact || whole == region, "an exact region has other pixels")
        try check(region.subtracting(whole).isEmpty, "pixels that were added are missing")
        bounded.settle()
        try check(bounded.region.rectCount <= limit, "\(bounded.region.rectCount) rectangles of \(limit)")
    }

    /// The operations on two regions, and what makes one simpler.
    private static func checkAlgebra(
        _ one: Region<SurfaceSpace>, _ two: Region<SurfaceSpace>, _ first: Bitmap, _ second: Bitmap
    ) throws {
        for row in first.rows.indices {
            let (a, b) = (first.rows[row], second.rows[row])
            try check(Bitmap(one.intersection(two)).rows[row] == a & b, "an intersection has other pixels")
            try check(Bitmap(one.subtracting(two)).rows[row] == a & ~b, "a difference has other pixels")
        }
        try check(one.area == one.rects.reduce(0) { $0 + $1.size.area }, "the area is not that of the rectangles")
        try check(one.isEmpty == (one.rectCount == 0), "empty with \(one.rectCount) rectangles")
        let coarse = one.coarsened(toRects: 4)
        try check(coarse.rectCount <= max(4, 0) && one.subtracting(coarse).isEmpty, "a coarse region lacks pixels")
        let largest = one.largest(3)
        try check(largest.rectCount <= 3 || one.rectCount <= 3, "\(largest.rectCount) largest rectangles")
        try check(largest.subtracting(one).isEmpty, "the largest rectangles have more pixels")
    }

    /// Mostly a rectangle among the pixels that are looked at; now and then one of a client that wants to cause an overflow.
    private static func rect(_ source: inout ByteSource) -> Rect<SurfaceSpace> {
        func number(_ source: inout ByteSource) -> Int {
            let byte = source.byte()
            return byte < 0xf8 ? Int(Int8(bitPattern: byte &* 2)) / 4 : Int(source.integer(Int32.self))
        }
        return Rect(
            x: number(&source), y: number(&source), width: number(&source), height: number(&source))
    }
}
