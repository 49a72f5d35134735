import Geometry

/// What a surface shows now.
struct SurfaceState {
    var content: BufferUse?
    /// How the contents are shown; nil without contents.
    var geometry: SurfaceGeometry?
    var opaque = Region<SurfaceSpace>()
    /// Where the surface takes input; nil for everywhere.
    var input: Region<SurfaceSpace>?
    var transform = Transform.normal
    var scale = 1
    var viewport = ViewportState()
    var stack = SubsurfaceStack()

    /// The surface's size, zero without contents.
    var size: Size<SurfaceSpace> { geometry?.size ?? .zero }

    var bounds: Rect<SurfaceSpace> { size.bounds }

    /// Takes an update's changes; throws, with those changes taken, when contents and viewport do not fit.
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
