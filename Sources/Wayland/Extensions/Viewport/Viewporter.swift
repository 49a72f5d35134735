import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// `wp_viewporter`: lets surfaces be cropped and scaled.
final class Viewporter: WpViewporterRequests {
    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        let viewporter = Viewporter()
        return try Global<WpViewporter>(content.display, version: 1) { _ in viewporter }
    }

    func getViewport(
        _ resource: Resource<WpViewporter>, id: NewResource<WpViewport>, surface: Resource<WlSurface>
    ) {
        guard let target = Surface.of(surface) else { return }
        if target.attachments[Viewport.self] != nil {
            return resource.post(WpViewporter.ErrorCode.viewportExists, "the surface already has a viewport")
        }
        let object = id.createInert()
        if !object.isAlive { return }
        let viewport = Viewport(object, surface: target)
        object.handler = viewport
        target.attach(viewport, until: object)
    }
}

/// A surface's `wp_viewport`.
final class Viewport: WpViewportRequests, SurfaceExtension {
    private let resource: Resource<WpViewport>
    private weak var surface: Surface?
    private var state = ViewportState()

    init(_ resource: Resource<WpViewport>, surface: Surface) {
        self.resource = resource
        self.surface = surface
    }

    func cropFailed(_ failure: SurfaceGeometry.Failure) {
        switch failure {
        case .sourceOutsideBuffer:
            resource.post(WpViewport.ErrorCode.outOfBuffer, "the source rectangle exceeds the buffer")
        case .sourceNeedsDestination:
            resource.post(WpViewport.ErrorCode.badSize, "a source of fractional size needs a destination")
        }
    }

    func destroy(_ resource: Resource<WpViewport>) {
        guard let surface = liveSurface else { return }
        surface.pending.update.viewport = ViewportState()
    }

    func setSource(_ resource: Resource<WpViewport>, x: Double, y: Double, width: Double, height: Double) {
        let values = [x, y, width, height]
        if values == [-1, -1, -1, -1] { return change { $0.source = nil } }
        guard x >= 0, y >= 0, width > 0, height > 0 else {
            return resource.post(WpViewport.ErrorCode.badValue, "invalid source rectangle: \(values)")
        }
        change { $0.source = SourceBox(x: x, y: y, width: width, height: height) }
    }

    func setDestination(_ resource: Resource<WpViewport>, width: Int32, height: Int32) {
        if width == -1, height == -1 { return change { $0.destination = nil } }
        guard width > 0, height > 0 else {
            return resource.post(WpViewport.ErrorCode.badValue, "invalid destination size: \(width)x\(height)")
        }
        change { $0.destination = Size(width: Int(width), height: Int(height)) }
    }

    private func change(_ change: (inout ViewportState) -> Void) {
        guard let surface = liveSurface else {
            return resource.post(WpViewport.ErrorCode.noSurface, "the surface is destroyed")
        }
        change(&state)
        surface.pending.update.viewport = state
    }

    private var liveSurface: Surface? { surface.flatMap { $0.isAlive ? $0 : nil } }
}
