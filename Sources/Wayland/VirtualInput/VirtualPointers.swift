/// `zwlr_virtual_pointer_manager_v1`: pointers that tools move.
final class VirtualPointers {
    private weak var content: WaylandContent?
    private let seat: Seat
    private var global: Global<ZwlrVirtualPointerManagerV1>?

    init(content: WaylandContent, seat: Seat) throws(WaylandError) {
        self.content = content
        self.seat = seat
        global = try Global(content.display, version: 2, audience: .tools) { [weak self] _ in
            self.map(VirtualPointerManager.init)
        }
    }

    fileprivate func make(_ id: NewResource<ZwlrVirtualPointerV1>) {
        let object = id.createInert()
        guard object.isAlive, let content else { return }
        let pointer = VirtualPointer(content: content, seat: seat)
        object.handler = pointer
        object.onDestroy { pointer.unplug() }
    }
}

/// One client's `zwlr_virtual_pointer_manager_v1`. There is one seat and one output: which are named is all the same.
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
