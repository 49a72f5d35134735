import Geometry
import Logging
import Mirroring
import Runtime
import WaylandBinding

/// `wl_seat`: the one seat, with pointer, keyboard and touch whether or not such devices are plugged in.
final class Seat {
    static let name = "seat0"

    let pointer: SeatPointer
    let keyboard: SeatKeyboard
    let touch: SeatTouch
    /// The clipboard and the primary selection.
    let clipboard: Selection
    let primary: Selection
    /// Notified of keyboard focus and layout changes.
    weak var follower: (any SeatFollower)?
    let gestures: SeatGestures
    let tablets: SeatTablets
    let shortcuts = ShortcutInhibitors()
    /// Seats of other applications whose events tools on this display also get.
    var toolSeats: [WeakSeat] = []
    private let scope: InputScope
    private let exchange: DataExchange
    private var global: Global<WlSeat>?

    init(
        content: WaylandContent, desktop: Desktop, keyboard configuration: KeyboardConfiguration, logger: Logger
    ) throws(WaylandError) {
        scope = InputScope(content: content, desktop: desktop)
        pointer = SeatPointer(scope: scope)
        keyboard = try SeatKeyboard(configuration, scope: scope)
        touch = SeatTouch(scope: scope, standIn: TouchPointer(pointer))
        clipboard = Selection(display: content.display)
        primary = Selection(display: content.display)
        exchange = try DataExchange(display: content.display, clipboard: clipboard)
        gestures = SeatGestures(scope: scope)
        tablets = SeatTablets(scope: scope, standIn: PenPointer(pointer))
        if !keyboard.state.keymap.isAsConfigured {
            logger.warning(
                "keyboard layout does not compile, using the default",
                metadata: ["layout": "\(configuration.layout)", "variant": "\(configuration.variant)"])
        }
        global = try Global(content.display, version: 8) { [weak self] resource in
            resource.sendCapabilities(capabilities: [.pointer, .keyboard, .touch])
            resource.sendName(name: Seat.name)
            return self.map(SeatObject.init)
        }
        exchange.seat = self
        desktop.seat = self
    }

    private var now: Timestamp { scope.now }
}

extension Seat: ContentSeat {
    var cursor: ContentCursor { tablets.cursor ?? pointer.cursor }

    func deliver(_ input: ContentInput) {
        switch input {
        case .touchDown(let id, let point, let time): touch.down(id, scope.logical(point), time)
        case .touchMotion(let id, let point, let time): touch.motion(id, scope.logical(point), time)
        case .touchUp(let id, let time): touch.up(id, time)
        case .touchFrame: touch.frame()
        case .touchCancel: touch.cancel()
        case .pointerMotion(let point, let relative, let time):
            touch.standIn.pointerMoved()
            tablets.standIn.pointerMoved()
            pointer.motion(scope.logical(point), relative: relative, time)
        case .pointerLeave:
            pointer.leave()
            pointer.frame()
        case .pointerButton(let code, let pressed, let time): pointer.button(code, pressed: pressed, time)
        case .pointerAxis(let axis, let time): pointer.axis(axis, time)
        case .pointerGesture(let gesture, let time): gestures.take(gesture, focus: pointer.focusedSurface, time)
        case .pointerFrame: pointer.frame()
        case .tabletAdded(let tablet): tablets.add(tablet)
        case .tabletRemoved(let device): tablets.remove(device)
        case .tool(let device, let tool, let time): tablets.take(tool, of: device, time)
        case .key(let code, let pressed, let time): keyboard.key(code, pressed: pressed, time)
        case .releaseAll(let time):
            pointer.releaseAll(time)
            touch.standIn.withdraw()
            tablets.standIn.withdraw()
            keyboard.releaseAll(time)
        }
    }

    var holdsPointer: Bool { pointer.leash.active != nil }

    var inhibitsShortcuts: Bool { keyboard.focus.map(shortcuts.inhibits) ?? false }

    func layoutChanged() {
        pointer.layoutChanged(now)
        touch.layoutChanged(now)
        tablets.layoutChanged(now)
        follower?.layoutChanged()
    }
}

extension Seat: ShellSeat {
    func isUserAction(_ serial: UInt32, of client: Client) -> Bool {
        scope.ledger.contains(serial, client: client)
    }

    func willHide(_ root: Surface) {
        pointer.willHide(root)
        touch.willHide(root, now)
        tablets.willHide(root, now)
    }

    func keyboardTargetChanged() {
        let target = scope.desktop.keyboardTarget.flatMap { $0.isAlive ? $0 : nil }
        if target !== keyboard.focus { moveKeyboard(to: target) }
        pointer.constraintsChanged()
        shortcuts.focusChanged(to: keyboard.focus)
    }

    /// Selections are sent before `wl_keyboard.enter`; the text focus is entered after it.
    private func moveKeyboard(to surface: Surface?) {
        follower?.keyboardLeaves()
        keyboard.setFocus(surface) {
            clipboard.keyboardMoved(to: surface?.client)
            primary.keyboardMoved(to: surface?.client)
        }
        if let surface { follower?.keyboardCame(to: surface) }
    }

    /// True if Kagami's own bindings must not take the surface's keys.
    func shortcutsInhibited(for surface: Surface) -> Bool { shortcuts.inhibits(for: surface) }

    func beginMove(of toplevel: Toplevel, serial: UInt32) {
        beginDrag(serial, client: toplevel.shell.client) { MoveDrag(toplevel, at: $0) }
    }

    func beginResize(of toplevel: Toplevel, edges: XdgToplevel.ResizeEdge, serial: UInt32) {
        beginDrag(serial, client: toplevel.shell.client) { ResizeDrag(toplevel, edges: edges, at: $0) }
    }

    /// Starts dragging a window with the button or finger pressed with this serial; ignores an outdated serial.
    private func beginDrag(_ serial: UInt32, client: Client, _ make: (Point<LogicalSpace>) -> any SeatGrab) {
        if pointer.isPressed(serial, client: client), let position = pointer.position {
            pointer.begin(make(position))
        } else if let contact = touch.contact(withDown: serial, client: client) {
            touch.cancelAll(of: client, but: contact.id)
            touch.begin(make(contact.point), for: contact.id)
        } else if let contact = tablets.contact(withDown: serial, client: client) {
            tablets.begin(make(contact.point), for: contact.device)
        }
    }
}

extension Seat: DragSeat {
    var dragModifiers: DragModifiers {
        DragModifiers(isShift: keyboard.state.isShiftActive, isControl: keyboard.state.isControlActive)
    }

    func beginDataDrag(serial: UInt32, client: Client, _ make: (InputScope) -> DataDrag) -> Bool {
        if pointer.isPressed(serial, client: client) {
            pointer.begin(make(scope))
        } else if let contact = touch.contact(withDown: serial, client: client) {
            touch.begin(make(scope), for: contact.id)
        } else if let contact = tablets.contact(withDown: serial, client: client) {
            tablets.begin(make(scope), for: contact.device)
        } else {
            return false
        }
        return true
    }
}

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
        let touch = id.create(TouchObject())
        for seat in seats(of: resource.client) { seat.touch.resources.add(touch) }
    }
}

extension ResourceList {
    /// Adds a resource that belongs to a `wl_pointer` until either is destroyed.
    func add(_ resource: Resource<Interface>, for pointer: Resource<WlPointer>) {
        guard pointer.handler != nil else { return }
        add(resource)
        pointer.onDestroy { [weak self, weak resource] in
            if let resource { self?.remove(resource) }
        }
    }
}

struct WeakSeat {
    weak var seat: Seat?
}

/// One client's `wl_pointer`.
final class PointerObject: WlPointerRequests {
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
}

/// One client's `wl_keyboard`.
final class KeyboardObject: WlKeyboardRequests {
    /// The keymap sent to the client last.
    weak var keymap: Keymap?
}

/// One client's `wl_touch`.
final class TouchObject: WlTouchRequests {}
