import WaylandBinding

/// `zwp_relative_pointer_manager_v1`: sends a mouse's relative motion, even while the pointer is constrained.
///
/// Absolute devices have no relative motion and are not reported.
final class RelativePointers {
    private var global: Global<ZwpRelativePointerManagerV1>?

    init(_ display: WaylandDisplay) throws(WaylandError) {
        let manager = RelativePointerManager()
        global = try Global(display, version: 1) { _ in manager }
    }
}

private final class RelativePointerManager: ZwpRelativePointerManagerV1Requests {
    func getRelativePointer(
        _ resource: Resource<ZwpRelativePointerManagerV1>, id: NewResource<ZwpRelativePointerV1>,
        pointer: Resource<WlPointer>
    ) {
        let relative = id.create(RelativePointer())
        PointerObject.of(pointer)?.pointer.relatives.add(relative, for: pointer)
    }
}

/// One `zwp_relative_pointer_v1`.
private final class RelativePointer: ZwpRelativePointerV1Requests {}
