import Geometry
import WaylandBinding

/// `wl_compositor`: creates surfaces and regions.
final class SurfaceFactory: WlCompositorRequests {
    private weak var observer: (any SurfaceObserver)?

    init(observer: any SurfaceObserver) {
        self.observer = observer
    }

    func createSurface(_ resource: Resource<WlCompositor>, id: NewResource<WlSurface>) {
        let surface = id.createInert()
        if surface.isAlive, let observer { surface.handler = Surface(surface, observer: observer) }
    }

    func createRegion(_ resource: Resource<WlCompositor>, id: NewResource<WlRegion>) {
        id.create(RegionObject())
    }
}

/// `wl_subcompositor`: makes surfaces subsurfaces of other surfaces.
final class Subcompositor: WlSubcompositorRequests {
    /// Trees are walked by recursion, so their depth is bounded; real clients need three or four levels.
    private static let maximumDepth = 64

    func getSubsurface(
        _ resource: Resource<WlSubcompositor>, id: NewResource<WlSubsurface>, surface: Resource<WlSurface>,
        parent: Resource<WlSurface>
    ) {
        guard let child = Surface.of(surface), let parent = Surface.of(parent) else { return }
        if let problem = Self.problem(child, parent) {
            return resource.post(WlSubcompositor.ErrorCode.badSurface, problem)
        }
        let subsurface = Subsurface(surface: child, parent: parent)
        let object = id.create(subsurface)
        object.onDestroy(subsurface.unlink)
    }

    /// Assigns the subsurface role, or returns why the surface cannot become the other's child.
    private static func problem(_ child: Surface, _ parent: Surface) -> String? {
        var ancestor: Surface? = parent
        var depth = 0
        while let surface = ancestor {
            if surface === child { return "the surface would be its own ancestor" }
            depth += 1
            ancestor = surface.subsurface?.parent
        }
        if depth + height(of: child) > maximumDepth { return "more than \(maximumDepth) levels of subsurfaces" }
        return child.assign(.subsurface) ? nil : "the surface has another role"
    }

    private static func height(of surface: Surface) -> Int {
        1 + (surface.pending.stack.all.map { height(of: $0.subsurface.surface) }.max() ?? 0)
    }
}

/// A client's `wl_region`.
///
/// The region is exact up to `maximumRects` rectangles. A larger region is coarsened, see `BoundedRegion`.
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
