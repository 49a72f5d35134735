import Geometry
import WaylandBinding

/// A client's `wl_region`.
///
/// Exact up to `maximumRects`; one with more is coarsened, see `BoundedRegion`.
final class RegionObject: WlRegionRequests {
    private var rects = BoundedRegion<SurfaceSpace>(limit: maximumRects)

    /// Enough for the outline of a window of irregular shape, row by row.
    static let maximumRects = 1024
    /// With more rectangles, occlusion would cost more than it saves.
    private static let maximumOpaqueRects = 64

    static func of(_ resource: Resource<WlRegion>) -> RegionObject? { resource.handler as? RegionObject }

    /// The region, or a superset if it has too many rectangles.
    var region: Region<SurfaceSpace> {
        rects.settle()
        return rects.region
    }

    /// The region, or a subset if it has too many rectangles: opacity is only a hint, but must be true.
    var opaqueRegion: Region<SurfaceSpace> {
        let region = region
        return rects.isExact ? region.largest(Self.maximumOpaqueRects) : Region()
    }

    func add(_ resource: Resource<WlRegion>, x: Int32, y: Int32, width: Int32, height: Int32) {
        rects.formUnion(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }

    func subtract(_ resource: Resource<WlRegion>, x: Int32, y: Int32, width: Int32, height: Int32) {
        rects.subtract(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }
}
