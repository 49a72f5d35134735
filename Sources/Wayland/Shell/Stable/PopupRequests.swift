import WaylandBinding

extension Popup: XdgPopupRequests {
    func destroy(_ resource: Resource<XdgPopup>) {
        destroyRequested()
    }

    func grab(_ resource: Resource<XdgPopup>, seat: Resource<WlSeat>, serial: UInt32) {
        grab(serial: serial)
    }

    func reposition(_ resource: Resource<XdgPopup>, positioner: Resource<XdgPositioner>, token: UInt32) {
        guard let rules = shell.checkedRules(PositionerObject.of(positioner)), isCurrent else { return }
        reposition(rules) { resource.sendRepositioned(token: token) }
    }
}
