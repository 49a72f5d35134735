import Mirroring
import Geometry

/// The current state of a surface.
struct SurfaceState {
    var content: BufferUse?
    /// Maps the buffer to the surface; nil without contents.
    var geometry: SurfaceGeometry?
    var opaque = Region<SurfaceSpace>()
    /// The input region; nil for the whole surface.
    var input: Region<SurfaceSpace>?
    var transform = Transform.normal
    var scale = 1
    var viewport = ViewportState()
    var stack = SubsurfaceStack()

    /// The surface's size, zero without contents.
    var size: Size<SurfaceSpace> { geometry?.size ?? .zero }

    var bounds: Rect<SurfaceSpace> { size.bounds }

    /// Applies an update; throws, with its changes applied, if the viewport does not fit the buffer.
    mutating func apply(_ update: SurfaceUpdate) throws(SurfaceGeometry.Failure) {
        if let content = update.content { self.content = content }
        if let opaque = update.opaque { self.opaque = opaque }
        if let input = update.input { self.input = input }
        if let stack = update.stack { self.stack = stack }
        transform = update.transform ?? transform
        scale = update.scale ?? scale
        viewport = update.viewport ?? viewport
        geometry = nil
        if let content {
            geometry = try SurfaceGeometry(
                buffer: content.pixels.size, transform: transform, scale: scale, viewport: viewport)
        }
    }
}
