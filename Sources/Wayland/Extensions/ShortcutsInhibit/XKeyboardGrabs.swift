import Runtime
import WaylandBinding

/// `zwp_xwayland_keyboard_grab_manager_v1`: a program of X that grabs the keyboard gets all keys while its window has the focus, those of
/// Kagami's bindings too.
///
/// The protocol would let the grab force the focus upon the window. That stays the user's choice here.
final class XKeyboardGrabs: ZwpXwaylandKeyboardGrabManagerV1Requests, SeatExtension {
    private let grabs = ResourceList<ZwpXwaylandKeyboardGrabV1>()
    private weak var focus: Surface?

    static func announce(_ display: WaylandDisplay, seat: Seat) throws(RuntimeError) -> AnyGlobal {
        let grabs = XKeyboardGrabs()
        seat.add(grabs)
        return try Global<ZwpXwaylandKeyboardGrabManagerV1>(
            display, version: 1, audience: .some(\.usesPixels)
        ) { _ in grabs }
    }

    func grabKeyboard(
        _ resource: Resource<ZwpXwaylandKeyboardGrabManagerV1>, id: NewResource<ZwpXwaylandKeyboardGrabV1>,
        surface: Resource<WlSurface>, seat: Resource<WlSeat>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface) else { return }
        object.handler = XKeyboardGrab(surface)
        grabs.add(object)
    }

    var inhibitsShortcuts: Bool {
        guard let focus else { return false }
        return grabs.all.contains { ($0.handler as? XKeyboardGrab)?.surface === focus }
    }

    func keyboardSettled(on surface: Surface?) {
        focus = surface
    }
}

/// One `zwp_xwayland_keyboard_grab_v1`.
private final class XKeyboardGrab: ZwpXwaylandKeyboardGrabV1Requests {
    private(set) weak var surface: Surface?

    init(_ surface: Surface) {
        self.surface = surface
    }
}
