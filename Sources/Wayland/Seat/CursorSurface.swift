/// The role of a surface that is the pointer's picture.
final class CursorSurface: SurfaceRole {
    let surface: Surface
    /// The pixel of the surface that is at the pointer.
    private(set) var hotspot: SurfaceOffset
    private let onChange: () -> Void

    init(_ surface: Surface, hotspot: SurfaceOffset, onChange: @escaping () -> Void) {
        self.surface = surface
        self.hotspot = hotspot
        self.onChange = onChange
        surface.role = self
    }

    func move(hotspot: SurfaceOffset) {
        self.hotspot = hotspot
        onChange()
    }

    /// The surface shows nothing any more.
    func release() {
        if surface.role === self { surface.role = nil }
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        hotspot.x = hotspot.x &- change.offset.x
        hotspot.y = hotspot.y &- change.offset.y
        onChange()
    }

    func surfaceDestroyed(_ surface: Surface) {
        onChange()
    }
}
