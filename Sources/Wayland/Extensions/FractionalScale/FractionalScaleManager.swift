import Mirroring
import Geometry
import Runtime
import WaylandBinding

/// `wp_fractional_scale_manager_v1`: sends surfaces their preferred fractional scale.
final class FractionalScaleManager: WpFractionalScaleManagerV1Requests, OutputFollower {
    private weak var content: WaylandContent?
    private let objects = ResourceList<WpFractionalScaleV1>()

    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        try Global<WpFractionalScaleManagerV1>(content.display, version: 1) { [weak content] resource in
            content.map { of($0.lastingOutput(for: resource.client), $0) }
        }
    }

    /// The manager of an output, which is created for the first client.
    private static func of(_ output: OutputGlobal, _ content: WaylandContent) -> FractionalScaleManager {
        output.attachments.state {
            let manager = FractionalScaleManager(content)
            output.add(manager)
            return manager
        }
    }

    private init(_ content: WaylandContent) {
        self.content = content
    }

    func getFractionalScale(
        _ resource: Resource<WpFractionalScaleManagerV1>, id: NewResource<WpFractionalScaleV1>,
        surface: Resource<WlSurface>
    ) {
        guard let target = Surface.of(surface) else { return }
        if target.attachments[FractionalScale.self] != nil {
            return resource.post(
                WpFractionalScaleManagerV1.ErrorCode.fractionalScaleExists, "the surface already has a fractional scale"
            )
        }
        let scale = FractionalScale(target, content)
        let object = id.create(scale)
        guard object.isAlive else { return }
        scale.resource = object
        target.attach(scale, until: object)
        objects.add(object)
        scale.tell()
    }

    func outputChanged() {
        for object in objects.all { (object.handler as? FractionalScale)?.tell() }
    }
}

/// One surface's `wp_fractional_scale_v1`.
private final class FractionalScale: WpFractionalScaleV1Requests, SurfaceExtension {
    private weak var surface: Surface?
    private weak var content: WaylandContent?
    var resource: Resource<WpFractionalScaleV1>?
    /// The last scale that the client was told.
    private var told: Scale?

    init(_ surface: Surface, _ content: WaylandContent?) {
        self.surface = surface
        self.content = content
    }

    /// Sends the preferred scale if it has changed.
    func tell() {
        guard let surface, let content else { return }
        let scale = surface.ruledScale ?? content.scale(for: surface.client, onPanel: surface.isOnPanel)
        guard scale != told else { return }
        told = scale
        resource?.sendPreferredScale(scale: UInt32(clamping: scale.in120ths))
    }

    func windowScaleChanged() {
        tell()
    }
}
