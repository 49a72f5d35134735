import Geometry

extension Surface {
    /// The surface at the root of this one's tree of subsurfaces.
    var root: Surface {
        var surface = self
        while let parent = surface.subsurface?.parent { surface = parent }
        return surface
    }

    /// The smallest rectangle around the surface and its subsurfaces, in its own pixels.
    var bounds: Rect<SurfaceSpace> {
        let size = current.size
        var bounds = Rect<SurfaceSpace>(x: 0, y: 0, width: size.width, height: size.height)
        for child in current.stack.all where child.subsurface.surface.hasContent {
            bounds = bounds.union(child.subsurface.surface.bounds.offset(x: child.x, y: child.y))
        }
        return bounds
    }
}
