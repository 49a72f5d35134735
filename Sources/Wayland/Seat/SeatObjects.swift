import WaylandBinding

/// One client's `wl_seat`.
final class SeatObject {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private(set) weak var seat: Seat?

    init(_ seat: Seat) {
        self.seat = seat
    }
}

extension SeatObject: WlSeatRequests {
    /// The seats whose events the client gets.
    private func seats(of client: Client) -> [Seat] {
        guard let seat else { return [] }
        return client.privilege == .tool ? [seat] + seat.toolSeats.compactMap(\.seat) : [seat]
    }

    func getPointer(_ resource: Resource<WlSeat>, id: NewResource<WlPointer>) {
        guard let seat else { return _ = id.createInert() }
        let pointers = seats(of: resource.client).map(\.pointer)
        let pointer = id.create(PointerObject(seat.pointer, among: pointers))
        for other in pointers { other.added(pointer) }
    }

    func getKeyboard(_ resource: Resource<WlSeat>, id: NewResource<WlKeyboard>) {
        let keyboard = id.create(KeyboardObject())
        for seat in seats(of: resource.client) { seat.keyboard.added(keyboard) }
    }

    func getTouch(_ resource: Resource<WlSeat>, id: NewResource<WlTouch>) {
        if let seat, !seat.hasTouch {
            return resource.post(WlSeat.ErrorCode.missingCapability, "the seat has never had a touchscreen")
        }
        let touch = id.create(TouchObject())
        for seat in seats(of: resource.client) { seat.touch.resources.add(touch) }
    }
}

struct WeakSeat {
    weak var seat: Seat?
}

/// One client's `wl_pointer`.
final class PointerObject: WlPointerRequests, CursorChooser {
    /// The pointer of the application that the client belongs to.
    let pointer: SeatPointer
    private let all: [SeatPointer]

    init(_ pointer: SeatPointer, among all: [SeatPointer]) {
        self.pointer = pointer
        self.all = all
    }

    /// The pointer whose `enter` on one of the client's surfaces had this serial.
    func pointer(entering client: Client, with serial: UInt32) -> SeatPointer {
        all.first { $0.mayChoosePicture(client, serial) } ?? pointer
    }

    static func of(_ resource: Resource<WlPointer>) -> PointerObject? { resource.handler as? PointerObject }

    func setCursor(
        _ resource: Resource<WlPointer>, serial: UInt32, surface: Resource<WlSurface>?, hotspotX: Int32, hotspotY: Int32
    ) {
        pointer(entering: resource.client, with: serial).setCursor(
            resource, serial: serial, surface: surface.flatMap(Surface.of),
            hotspot: SurfaceOffset(x: Int(hotspotX), y: Int(hotspotY)))
    }

    func setCursor(of object: AnyResource, serial: UInt32, named name: String) {
        pointer(entering: object.client, with: serial).setCursor(of: object.client, serial: serial, named: name)
    }
}

/// One client's `wl_keyboard`.
final class KeyboardObject: WlKeyboardRequests {
    /// The keymap that was last sent to the client.
    weak var keymap: Keymap?
}

/// One client's `wl_touch`.
final class TouchObject: WlTouchRequests {}

extension ToolPlace {
    /// The seat of the application that tools act on.
    var seat: Seat? { current?.attachments[Seat.self] }
}
