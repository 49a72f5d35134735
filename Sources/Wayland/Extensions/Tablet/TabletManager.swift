import Runtime
import WaylandBinding

/// `zwp_tablet_manager_v2`: announces graphics tablets and their tools. Pads are not announced.
final class TabletManager {
    private var global: Global<ZwpTabletManagerV2>?

    init(_ display: WaylandDisplay, seat: Seat) throws(RuntimeError) {
        let tablets = SeatTablets(scope: seat.scope, standIn: PenPointer(seat.pointer))
        seat.add(tablets)
        let manager = TabletManagerObject(tablets)
        global = try Global(display, version: 1) { _ in manager }
    }
}

private final class TabletManagerObject: ZwpTabletManagerV2Requests {
    private let tablets: SeatTablets

    init(_ tablets: SeatTablets) {
        self.tablets = tablets
    }

    func getTabletSeat(
        _ resource: Resource<ZwpTabletManagerV2>, tabletSeat: NewResource<ZwpTabletSeatV2>, seat: Resource<WlSeat>
    ) {
        let object = tabletSeat.createInert()
        guard object.isAlive else { return }
        let tabletSeat = TabletSeat(object)
        object.handler = tabletSeat
        tablets.add(tabletSeat)
    }
}
