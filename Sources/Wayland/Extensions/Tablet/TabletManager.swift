import Runtime
import WaylandBinding

/// `zwp_tablet_manager_v2`: announces graphics tablets and their tools. Pads are not announced.
final class TabletManager: ZwpTabletManagerV2Requests {
    private let tablets: SeatTablets

    private init(_ tablets: SeatTablets) {
        self.tablets = tablets
    }

    static func announce(_ display: WaylandDisplay, seat: Seat) throws(RuntimeError) -> AnyGlobal {
        let tablets = SeatTablets(scope: seat.scope, standIn: PenPointer(seat.pointer))
        seat.add(tablets)
        return try Global<ZwpTabletManagerV2>(display, version: 1) { _ in TabletManager(tablets) }
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
