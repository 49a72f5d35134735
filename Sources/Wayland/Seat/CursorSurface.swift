/// The surface role of a cursor.
final class CursorSurface: SurfaceRole {
    let surface: Surface
    /// The hotspot in surface coordinates.
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

    /// The surface is no longer shown.
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
