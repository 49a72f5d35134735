import Mirroring
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
