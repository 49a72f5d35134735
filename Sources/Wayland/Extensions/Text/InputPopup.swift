import Geometry
import WaylandBinding

/// An input method's `zwp_input_popup_surface_v2`: a list of candidates beside the text cursor.
final class InputPopup: SurfaceRole, ZwpInputPopupSurfaceV2Requests {
    let surface: Surface
    private let resource: Resource<ZwpInputPopupSurfaceV2>
    private var lastCursor: Rect<LogicalSpace>?

    init(_ resource: Resource<ZwpInputPopupSurfaceV2>, surface: Surface) {
        self.resource = resource
        self.surface = surface
        surface.role = self
    }

    /// Sends the text cursor's rectangle, relative to the popup's corner.
    func tellCursor(_ cursor: Rect<LogicalSpace>) {
        if cursor == lastCursor { return }
        lastCursor = cursor
        resource.sendTextInputRectangle(
            x: Int32(clamping: cursor.x), y: Int32(clamping: cursor.y), width: Int32(clamping: cursor.width),
            height: Int32(clamping: cursor.height))
    }

    /// The surface is no longer shown.
    func release() {
        if surface.role === self { surface.role = nil }
    }

    // A change of size changes the scene's layout, whose follower places the popups.
    func didApply(_ surface: Surface, _ change: AppliedChange) {}

    func surfaceDestroyed(_ surface: Surface) {}
}
