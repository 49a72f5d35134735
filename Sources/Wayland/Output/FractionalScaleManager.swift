import Mirroring
import Geometry
import WaylandBinding

/// `wp_fractional_scale_manager_v1`: sends surfaces their preferred fractional scale.
final class FractionalScaleManager: WpFractionalScaleManagerV1Requests {
    private let layout: OutputLayout
    private var objects: [Resource<WpFractionalScaleV1>] = []

    init(layout: OutputLayout) {
        self.layout = layout
        layout.subscribe { [weak self] in self?.screenChanged() }
    }

    func getFractionalScale(
        _ resource: Resource<WpFractionalScaleManagerV1>, id: NewResource<WpFractionalScaleV1>,
        surface: Resource<WlSurface>
    ) {
        guard let target = Surface.of(surface) else { return }
        if target.hasFractionalScale {
            return resource.post(
                WpFractionalScaleManagerV1.ErrorCode.fractionalScaleExists, "the surface already has a fractional scale"
            )
        }
        target.hasFractionalScale = true
        let object = id.createInert()
        objects.append(object)
        object.onDestroy { [weak self, weak target] in
            target?.hasFractionalScale = false
            self?.objects.removeAll { $0 === object }
        }
        object.sendPreferredScale(scale: UInt32(clamping: layout.screen.scale.in120ths))
    }

    private func screenChanged() {
        for object in objects { object.sendPreferredScale(scale: UInt32(clamping: layout.screen.scale.in120ths)) }
    }
}
