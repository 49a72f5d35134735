import Geometry

extension Surface {
    /// The root of the surface's subsurface tree.
    var root: Surface {
        var surface = self
        while let parent = surface.subsurface?.parent { surface = parent }
        return surface
    }

    /// The surface's position in the root of its tree, in the root's surface coordinates.
    var placeInRoot: (x: Int, y: Int) {
        var (surface, x, y) = (self, 0, 0)
        while let parent = surface.subsurface?.parent {
            if let child = parent.current.stack.all.first(where: { $0.subsurface.surface === surface }) {
                (x, y) = (x.addingClamped(child.x), y.addingClamped(child.y))
            }
            surface = parent
        }
        return (x, y)
    }

    /// The bounding rectangle of the surface and its subsurfaces, in its surface coordinates.
    var bounds: Rect<SurfaceSpace> {
        let size = current.size
        var bounds = Rect<SurfaceSpace>(x: 0, y: 0, width: size.width, height: size.height)
        for child in current.stack.all where child.subsurface.surface.hasContent {
            bounds = bounds.union(child.subsurface.surface.bounds.offset(x: child.x, y: child.y))
        }
        return bounds
    }
}
