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
