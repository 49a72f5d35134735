import Runtime
import WaylandBinding

/// `zwp_pointer_gestures_v1`: sends clients the gestures of several fingers on a touchpad.
final class PointerGestures: ZwpPointerGesturesV1Requests {
    private let gestures: SeatGestures

    private init(_ gestures: SeatGestures) {
        self.gestures = gestures
    }

    static func announce(_ display: WaylandDisplay, seat: Seat) throws(RuntimeError) -> AnyGlobal {
        let gestures = SeatGestures(scope: seat.scope)
        seat.add(gestures)
        return try Global<ZwpPointerGesturesV1>(display, version: 3) { _ in PointerGestures(gestures) }
    }

    func getSwipeGesture(
        _ resource: Resource<ZwpPointerGesturesV1>, id: NewResource<ZwpPointerGestureSwipeV1>,
        pointer: Resource<WlPointer>
    ) {
        gestures.swipes.add(id.create(SwipeGesture()), until: pointer)
    }

    func getPinchGesture(
        _ resource: Resource<ZwpPointerGesturesV1>, id: NewResource<ZwpPointerGesturePinchV1>,
        pointer: Resource<WlPointer>
    ) {
        gestures.pinches.add(id.create(PinchGesture()), until: pointer)
    }

    func getHoldGesture(
        _ resource: Resource<ZwpPointerGesturesV1>, id: NewResource<ZwpPointerGestureHoldV1>,
        pointer: Resource<WlPointer>
    ) {
        gestures.holds.add(id.create(HoldGesture()), until: pointer)
    }
}

private final class SwipeGesture: ZwpPointerGestureSwipeV1Requests {}
private final class PinchGesture: ZwpPointerGesturePinchV1Requests {}
private final class HoldGesture: ZwpPointerGestureHoldV1Requests {}
