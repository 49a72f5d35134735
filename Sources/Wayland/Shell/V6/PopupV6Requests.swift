import WaylandBinding

extension Popup: ZxdgPopupV6Requests {
    func destroy(_ resource: Resource<ZxdgPopupV6>) {
        destroyRequested()
    }

    func grab(_ resource: Resource<ZxdgPopupV6>, seat: Resource<WlSeat>, serial: UInt32) {
        grab(serial: serial)
    }
}
