import Geometry

extension Region<SurfaceSpace> {
    /// The pointer's least distance from a region's far edges: it reaches the near corner of the last pixel at most.
    private static var step: Double { 1 }

    /// The largest number of rectangles that one movement may cross.
    private static var longestWalk: Int { 64 }

    /// The point of the region that is nearest to `point`; nil for an empty region.
    func nearest(to point: Point<SurfaceSpace>) -> Point<SurfaceSpace>? {
        rects.map { Self.clamp(point, into: $0) }.min { $0.squaredDistance(to: point) < $1.squaredDistance(to: point) }
    }

    /// The end of a movement from a point of the region towards another, without leaving the region.
    ///
    /// The pointer slides along edges and passes between rectangles that touch, but never across a gap.
    func walk(
        from start: Point<SurfaceSpace>, to target: Point<SurfaceSpace>
    ) -> Point<SurfaceSpace> {
        var rest = rects
        func distance(_ index: Int) -> Double { Self.clamp(start, into: rest[index]).squaredDistance(to: start) }
        guard let first = rest.indices.min(by: { distance($0) < distance($1) }) else { return start }
        var place = Self.clamp(target, into: rest.remove(at: first))
        for _ in 0..<Self.longestWalk {
            let reachable = rest.indices.filter {
                let entry = Self.clamp(place, into: rest[$0])
                return abs(entry.x - place.x) <= Self.step && abs(entry.y - place.y) <= Self.step
            }
            let best = reachable.min {
                Self.clamp(target, into: rest[$0]).squaredDistance(to: target)
                    < Self.clamp(target, into: rest[$1]).squaredDistance(to: target)
            }
            guard let best else { break }
            let next = Self.clamp(target, into: rest.remove(at: best))
            guard next.squaredDistance(to: target) < place.squaredDistance(to: target) else { break }
            place = next
        }
        return place
    }

    private static func clamp(_ point: Point<SurfaceSpace>, into rect: Rect<SurfaceSpace>) -> Point<SurfaceSpace> {
        Point(
            x: Swift.min(Swift.max(point.x, Double(rect.x)), Double(rect.maxX) - step),
            y: Swift.min(Swift.max(point.y, Double(rect.y)), Double(rect.maxY) - step))
    }
}

extension Point {
    fileprivate func squaredDistance(to other: Point) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return dx * dx + dy * dy
    }
}
