import Runtime
import WaylandBinding

/// `zwlr_virtual_pointer_manager_v1`: virtual pointers for tools.
final class VirtualPointers {
    private weak var place: ToolPlace?
    private var global: Global<ZwlrVirtualPointerManagerV1>?

    init(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) {
        self.place = place
        global = try Global(display, version: 2, audience: .tools) { [weak self] _ in
            self.map(VirtualPointerManager.init)
        }
    }

    fileprivate func make(_ id: NewResource<ZwlrVirtualPointerV1>) {
        let object = id.createInert()
        guard object.isAlive, let place else { return }
        let pointer = VirtualPointer(place)
        place.add(pointer)
        object.handler = pointer
        object.onDestroy { pointer.unplug() }
    }
}

/// One client's `zwlr_virtual_pointer_manager_v1`. The seat and output arguments are ignored: there is one of each.
private final class VirtualPointerManager: ZwlrVirtualPointerManagerV1Requests {
    private weak var pointers: VirtualPointers?

    init(_ pointers: VirtualPointers) {
        self.pointers = pointers
    }

    func createVirtualPointer(
        _ resource: Resource<ZwlrVirtualPointerManagerV1>, seat: Resource<WlSeat>?,
        id: NewResource<ZwlrVirtualPointerV1>
    ) {
        if let pointers { pointers.make(id) } else { id.createInert() }
    }

    func createVirtualPointerWithOutput(
        _ resource: Resource<ZwlrVirtualPointerManagerV1>, seat: Resource<WlSeat>?, output: Resource<WlOutput>?,
        id: NewResource<ZwlrVirtualPointerV1>
    ) {
        if let pointers { pointers.make(id) } else { id.createInert() }
    }
}
