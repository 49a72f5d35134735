import Geometry

/// A client's `wl_region`.
final class RegionObject: WlRegionRequests {
    private(set) var region = Region<SurfaceSpace>()

    static func of(_ resource: Resource<WlRegion>) -> RegionObject? { resource.handler as? RegionObject }

    func add(_ resource: Resource<WlRegion>, x: Int32, y: Int32, width: Int32, height: Int32) {
        region.formUnion(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }

    func subtract(_ resource: Resource<WlRegion>, x: Int32, y: Int32, width: Int32, height: Int32) {
        region.subtract(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }
}
