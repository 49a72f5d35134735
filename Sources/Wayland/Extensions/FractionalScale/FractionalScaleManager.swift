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

    /// The manager of an output, which it gets with the first client.
    private static func of(_ output: OutputGlobal) -> FractionalScaleManager {
        if let known = output.attachments[FractionalScaleManager.self] { return known }
        let manager = FractionalScaleManager(layout: output.layout)
        output.attachments[FractionalScaleManager.self] = manager
        output.add(manager)
        return manager
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
        let scale = FractionalScale()
        let object = id.create(scale)
        target.attach(scale, until: object)
        objects.add(object)
        object.sendPreferredScale(scale: UInt32(clamping: layout.screen.scale.in120ths))
    }

    func outputChanged() {
        for object in objects.all { object.sendPreferredScale(scale: UInt32(clamping: layout.screen.scale.in120ths)) }
    }
}

/// One surface's `wp_fractional_scale_v1`.
private final class FractionalScale: WpFractionalScaleV1Requests {}
