import Mirroring
import Runtime
import WaylandBinding

/// The current touchpad gesture of the seat and the resources that get its events.
///
/// A gesture belongs to the surface that has the pointer when it begins; resources created meanwhile get only the next
/// gesture.
final class SeatGestures: SeatExtension {
    private enum Listener {
        case swipe(Resource<ZwpPointerGestureSwipeV1>)
        case pinch(Resource<ZwpPointerGesturePinchV1>)
        case hold(Resource<ZwpPointerGestureHoldV1>)
    }

    let swipes = ResourceList<ZwpPointerGestureSwipeV1>()
    let pinches = ResourceList<ZwpPointerGesturePinchV1>()
    let holds = ResourceList<ZwpPointerGestureHoldV1>()
    private let scope: InputScope
    private var listeners: [Listener] = []
    private var client: Client?

    init(scope: InputScope) {
        self.scope = scope
    }

    func take(_ input: ContentInput, on seat: Seat) -> Bool {
        guard case .pointerGesture(let gesture, let time) = input else { return false }
        switch gesture {
        case .begin(let kind, let fingers): begin(kind, fingers, on: seat.pointer.focusedSurface, time)
        case .update(let movement): update(movement, time)
        case .end(let isCancelled): end(isCancelled, time)
        }
        return true
    }

    private func begin(_ kind: PointerGesture.Kind, _ fingers: Int, on focus: Surface?, _ time: Timestamp) {
        listeners = []
        client = nil
        guard let focus, focus.isAlive else { return }
        client = focus.client
        listeners =
            switch kind {
            case .swipe: swipes.of(focus.client).map(Listener.swipe)
            case .pinch: pinches.of(focus.client).map(Listener.pinch)
            case .hold: holds.of(focus.client).map(Listener.hold)
            }
        if listeners.isEmpty { return }
        let (serial, time) = (scope.actionSerial(for: focus.client), time.waylandMilliseconds)
        let (surface, fingers) = (focus.resource, UInt32(clamping: fingers))
        for listener in listeners {
            switch listener {
            case .swipe(let object): object.sendBegin(serial: serial, time: time, surface: surface, fingers: fingers)
            case .pinch(let object): object.sendBegin(serial: serial, time: time, surface: surface, fingers: fingers)
            case .hold(let object): object.sendBegin(serial: serial, time: time, surface: surface, fingers: fingers)
            }
        }
    }

    private func update(_ movement: GestureMovement, _ time: Timestamp) {
        let (dx, dy) = (movement.dx / scope.scale, movement.dy / scope.scale)
        let time = time.waylandMilliseconds
        for listener in listeners {
            switch listener {
            case .swipe(let object): object.sendUpdate(time: time, dx: dx, dy: dy)
            case .pinch(let object):
                object.sendUpdate(time: time, dx: dx, dy: dy, scale: movement.scale, rotation: movement.rotation)
            case .hold: break
            }
        }
    }

    private func end(_ isCancelled: Bool, _ time: Timestamp) {
        defer { (listeners, client) = ([], nil) }
        guard let client, client.handle != nil, !listeners.isEmpty else { return }
        let (serial, time) = (scope.actionSerial(for: client), time.waylandMilliseconds)
        let cancelled: Int32 = isCancelled ? 1 : 0
        for listener in listeners {
            switch listener {
            case .swipe(let object): object.sendEnd(serial: serial, time: time, cancelled: cancelled)
            case .pinch(let object): object.sendEnd(serial: serial, time: time, cancelled: cancelled)
            case .hold(let object): object.sendEnd(serial: serial, time: time, cancelled: cancelled)
            }
        }
    }
}

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
