import Runtime
import WaylandBinding

/// One client's `zwlr_virtual_pointer_manager_v1`: virtual pointers for tools. The seat and output arguments are
/// ignored: there is one of each.
final class VirtualPointers: ZwlrVirtualPointerManagerV1Requests {
    private weak var place: ToolPlace?

    private init(_ place: ToolPlace?) {
        self.place = place
    }

    static func announce(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) -> AnyGlobal {
        try Global<ZwlrVirtualPointerManagerV1>(display, version: 2, audience: .tools) { [weak place] _ in
            VirtualPointers(place)
        }
    }

    func createVirtualPointer(
        _ resource: Resource<ZwlrVirtualPointerManagerV1>, seat: Resource<WlSeat>?,
        id: NewResource<ZwlrVirtualPointerV1>
    ) {
        create(id)
    }

    func createVirtualPointerWithOutput(
        _ resource: Resource<ZwlrVirtualPointerManagerV1>, seat: Resource<WlSeat>?, output: Resource<WlOutput>?,
        id: NewResource<ZwlrVirtualPointerV1>
    ) {
        create(id)
    }

    private func create(_ id: NewResource<ZwlrVirtualPointerV1>) {
        let object = id.createInert()
        guard object.isAlive, let place else { return }
        let pointer = VirtualPointer(place)
        place.add(pointer)
        object.handler = pointer
        object.onDestroy { pointer.unplug() }
    }
}
