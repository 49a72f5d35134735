import Geometry
import Logging
import Mirroring
import Runtime
import WaylandBinding

/// `wl_seat`: the one seat, with pointer and keyboard whether or not such devices are plugged in, and with touch from the first
/// touchscreen on.
///
/// Toolkits show larger controls where a seat has touch, and hide the cursor, so that a desk must not have it. Once it is there
/// it stays, like the other two: some clients ask for all devices again each time the capabilities are sent.
final class Seat {
    static let name = "seat0"

    let pointer: SeatPointer
    let keyboard: SeatKeyboard
    let touch: SeatTouch
    /// The clipboard.
    let clipboard: Selection
    /// The primary selection.
    let primary: Selection
    let scope: InputScope
    /// Seats of other applications whose events tools on this display also get.
    var toolSeats: [WeakSeat] = []
    private var extensions: [any SeatExtension] = []
    let exchange: DataExchange
    private let logger: Logger
    private var global: Global<WlSeat>?
    private let resources = ResourceList<WlSeat>()
    private(set) var hasTouch = false

    init(
        content: WaylandContent, windows: any SeatWindows, keyboard configuration: KeyboardConfiguration,
        logger: Logger
    ) throws(RuntimeError) {
        self.logger = logger
        scope = InputScope(content: content, windows: windows)
        pointer = SeatPointer(scope: scope)
        keyboard = try SeatKeyboard(configuration, scope: scope)
        touch = SeatTouch(scope: scope, standIn: TouchPointer(pointer))
        clipboard = Selection(display: content.display, keeper: ClipboardKeeper(content.display.loop))
        primary = Selection(display: content.display)
        exchange = try DataExchange(display: content.display, clipboard: clipboard)
        if !keyboard.state.keymap.isAsConfigured {
            logger.warning(
                "keyboard layout does not compile, using the default",
                metadata: ["layout": "\(configuration.layout)", "variant": "\(configuration.variant)"])
        }
        global = try Global(content.display, version: 8) { [weak self] resource in
            self?.resources.add(resource)
            resource.sendCapabilities(capabilities: self?.capabilities ?? [])
            resource.sendName(name: Seat.name)
            return self.map(SeatObject.init)
        }
        exchange.seat = self
    }

    /// Adds another protocol's part of the seat. Parts are asked in the order in which they were added.
    func add(_ part: any SeatExtension) {
        extensions.append(part)
    }

    private var now: Timestamp { scope.now }

    private var capabilities: WlSeat.Capability {
        hasTouch ? [.pointer, .keyboard, .touch] : [.pointer, .keyboard]
    }

    private func touchscreenCame() {
        guard !hasTouch else { return }
        hasTouch = true
        for resource in resources.all { resource.sendCapabilities(capabilities: capabilities) }
    }
}

extension Seat: ContentSeat {
    var keyboardLEDs: KeyboardLEDs { keyboard.leds }

    var cursor: ContentCursor {
        for part in extensions { if let cursor = part.cursor { return cursor } }
        return pointer.cursor
    }

    func deliver(_ input: ContentInput) {
        switch input {
        case .touchDown(let id, let point, let time): touch.down(id, scope.logical(point), time)
        case .touchMotion(let id, let point, let time): touch.motion(id, scope.logical(point), time)
        case .touchUp(let id, let time): touch.up(id, time)
        case .touchFrame: touch.frame()
        case .touchCancel: touch.cancel()
        case .pointerMotion(let point, let relative, let time):
            touch.standIn.pointerMoved()
            for part in extensions { part.mouseMoves() }
            pointer.motion(scope.logical(point), relative: relative, time)
        case .pointerLeave:
            pointer.leave()
            pointer.frame()
        case .pointerButton(let code, let pressed, let time): pointer.button(code, pressed: pressed, time)
        case .pointerAxis(let axis, let time): pointer.axis(axis, time)
        case .pointerFrame: pointer.frame()
        case .key(let code, true, _) where keyboard.isEscape(code) && exchange.cancelDrag(): keyboard.swallow(code)
        case .key(let code, let pressed, let time): keyboard.key(code, pressed: pressed, time)
        case .keyboard(let names):
            if keyboard.choose(names) { return }
            logger.warning(
                "layout of one keyboard does not compile, using that of all",
                metadata: ["layout": "\(names.layout ?? "")", "variant": "\(names.variant ?? "")"])
        case .releaseAll(let time):
            pointer.releaseAll(time)
            touch.standIn.withdraw()
            for part in extensions { part.withdraw() }
            keyboard.releaseAll(time)
        case .touchscreenCame: touchscreenCame()
        case .pointerGesture, .tabletAdded, .tabletRemoved, .tool:
            for part in extensions where part.take(input, on: self) { break }
        }
    }

    var heldPointer: Point<LogicalSpace>? { pointer.isHeld ? pointer.position : nil }

    var inhibitsShortcuts: Bool { extensions.contains(where: \.inhibitsShortcuts) }

    func layoutChanged() {
        let now = now
        pointer.layoutChanged(now)
        touch.layoutChanged(now)
        for part in extensions { part.layoutChanged(now) }
    }
}

extension Seat {
    /// True if the serial belongs to a recent press or release that was sent to this client.
    func isUserAction(_ serial: UInt32, of client: Client) -> Bool {
        PressSerials.of(client).all.contains(serial)
    }

    /// The serials of recent presses and releases that were sent to this client, newest first.
    func pressSerials(of client: Client) -> [UInt32] { PressSerials.of(client).all.reversed() }

    /// The surface and its subsurfaces are about to be hidden.
    func willHide(_ root: Surface) {
        let now = now
        pointer.willHide(root)
        touch.willHide(root, now)
        for part in extensions { part.willHide(root, now) }
    }

    /// Moves the keyboard focus to the surface that should have it.
    func keyboardTargetChanged() {
        let target = scope.windows.keyboardTarget.flatMap { $0.isAlive ? $0 : nil }
        if target !== keyboard.focus { moveKeyboard(to: target) }
        pointer.updateExtensions()
        for part in extensions { part.keyboardSettled(on: keyboard.focus) }
    }

    /// Selections are sent before `wl_keyboard.enter`; the text focus is entered after it.
    private func moveKeyboard(to surface: Surface?) {
        for part in extensions { part.keyboardLeaves() }
        keyboard.setFocus(surface) {
            clipboard.keyboardMoved(to: surface?.client)
            primary.keyboardMoved(to: surface?.client)
        }
        if let surface {
            for part in extensions { part.keyboardCame(to: surface) }
        }
    }

    /// Starts a grab with the button, finger or tool pressed with this serial; false if the client has no such press.
    @discardableResult
    func begin(serial: UInt32, client: Client, _ make: (Point<LogicalSpace>) -> any SeatGrab) -> Bool {
        if pointer.isPressed(serial, client: client), let position = pointer.position {
            pointer.begin(make(position))
            return true
        }
        if let contact = touch.contact(withDown: serial, client: client) {
            let grab = make(contact.point)
            if grab.endsOtherTouches { touch.cancelAll(of: client, but: contact.id) }
            touch.begin(grab, for: contact.id)
            return true
        }
        return extensions.contains { $0.begin(serial: serial, client: client, make) }
    }

    /// Has the buttons, the finger or the pen followed that are pressed on a window of X, which keeps them; false if there are none.
    func followX(_ follower: any PressFollower) -> Bool {
        pointer.followX(follower) || touch.followX(follower) || extensions.contains { $0.followX(follower) }
    }

    var dragModifiers: DragModifiers {
        DragModifiers(isShift: keyboard.state.isShiftActive, isControl: keyboard.state.isControlActive)
    }
}
