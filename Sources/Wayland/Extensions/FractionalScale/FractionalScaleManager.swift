import Mirroring
import Geometry
import Runtime
import WaylandBinding

/// `wp_fractional_scale_manager_v1`: sends surfaces their preferred fractional scale.
final class FractionalScaleManager: WpFractionalScaleManagerV1Requests, OutputFollower {
    private let layout: OutputLayout
    private let objects = ResourceList<WpFractionalScaleV1>()

    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        try Global<WpFractionalScaleManagerV1>(content.display, version: 1) { [weak content] resource in
            content.map { of($0.output(for: resource.client)) }
        }
    }

    /// The manager of an output, which is created for the first client.
    private static func of(_ output: OutputGlobal) -> FractionalScaleManager {
        output.attachments.state {
            let manager = FractionalScaleManager(layout: output.layout)
            output.add(manager)
            return manager
        }
    }

    private init(layout: OutputLayout) {
        self.layout = layout
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
        let scale = FractionalScale(target, layout)
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
private final class FractionalScale: WpFractionalScaleV1Requests, WindowScaleFollower {
    private weak var surface: Surface?
    private let layout: OutputLayout
    var resource: Resource<WpFractionalScaleV1>?
    /// The last scale that the client was told.
    private var told: Scale?

    init(_ surface: Surface, _ layout: OutputLayout) {
        self.surface = surface
        self.layout = layout
    }

    /// Sends the preferred scale if it has changed.
    func tell() {
        let scale = surface?.ruledScale ?? layout.screen.scale
        guard scale != told else { return }
        told = scale
        resource?.sendPreferredScale(scale: UInt32(clamping: scale.in120ths))
    }

    func windowScaleChanged() {
        tell()
    }
}
