import Geometry
import Mirroring
import WaylandBinding

/// Emulates a pointer for clients with `wl_pointer` but no `wl_touch`, such as many terminals.
///
///     down --+-- lifted ------------> a click
///            +-- moved -------------> a drag with the left button, from where the finger came down
///            +-- rested ------------> the right button, until it is lifted
///            +-- a second finger --+-- moved --> both scroll
///                                  +-- lifted -> a right click
///
/// The pointer stays where the finger was lifted, without a cursor, until a mouse moves it or the screen changes.
final class TouchPointer {
    private enum Phase {
        case idle
        /// One finger is down; nothing is pressed yet.
        case waiting
        /// Two fingers are down and have not moved yet.
        case joined
        /// This button is pressed by this finger; other fingers do nothing.
        case pressed(UInt32, by: ContactID)
        case scrolling
        /// Fingers do nothing until all are lifted.
        case spent
    }

    private let pointer: SeatPointer
    private let scope: InputScope
    private var phase = Phase.idle
    /// The client that the fingers are on.
    private var client: Client?
    /// The position of each finger.
    private var fingers: [ContactID: Point<LogicalSpace>] = [:]
    /// The position of each finger when the last finger came down.
    private var starts: [ContactID: Point<LogicalSpace>] = [:]
    /// Counts the first fingers, so that the timer of an earlier one is ignored.
    private var number = 0
    private var lastTime = Timestamp(microseconds: 0)
    private var isUnframed = false
    private let placed: PlacedPointer

    /// The time in microseconds that a finger rests before it presses the right button: more than the default long
    /// press of the controller.
    private static let restMicroseconds: Int64 = 600_000
    /// The distance in logical pixels that a finger may move while it rests.
    private static let slop = 10.0

    init(_ pointer: SeatPointer) {
        self.pointer = pointer
        scope = pointer.scope
        placed = PlacedPointer(pointer)
    }

    /// Takes a finger that comes down on a surface of `client`; false if the pointer is busy or the client has no
    /// `wl_pointer`.
    func down(_ id: ContactID, on client: Client, _ point: Point<LogicalSpace>, _ time: Timestamp) -> Bool {
        guard fingers.isEmpty else { return client == self.client && join(id, point, time) }
        guard !pointer.isBusy, !pointer.resources.of(client).isEmpty else { return false }
        (phase, self.client, fingers, starts) = (.waiting, client, [id: point], [id: point])
        number += 1
        scope.after(Self.restMicroseconds) { [weak self, number] in self?.rested(number) }
        placed.place()
        note(time)
        pointer.motion(point, time)
        // A mouse would have sent a motion first, and some clients take the place of a press only from the last motion.
        pointer.tellPlace(time)
        return true
    }

    private func join(_ id: ContactID, _ point: Point<LogicalSpace>, _ time: Timestamp) -> Bool {
        fingers[id] = point
        switch phase {
        case .waiting: (phase, starts) = (.joined, fingers)
        case .joined: phase = .spent
        case .idle, .pressed, .scrolling, .spent: break
        }
        return true
    }

    /// Drags or scrolls, if this is one of the pointer's fingers.
    func motion(_ id: ContactID, _ point: Point<LogicalSpace>, _ time: Timestamp) {
        guard let last = fingers[id] else { return }
        fingers[id] = point
        note(time)
        switch phase {
        case .waiting:
            guard hasMoved(id) else { return }
            press(PointerButton.left, by: id, time)
            pointer.motion(point, time)
        case .pressed(_, id):
            pointer.motion(point, time)
        case .joined:
            guard hasMoved(id) else { return }
            phase = .scrolling
            scroll(from: starts[id] ?? last, to: point, time)
        case .scrolling:
            scroll(from: last, to: point, time)
        case .idle, .pressed, .spent: break
        }
    }

    /// Ends the finger's action, if this is one of the pointer's fingers.
    func up(_ id: ContactID, _ time: Timestamp) {
        guard fingers.removeValue(forKey: id) != nil else { return }
        note(time)
        switch phase {
        case .waiting: click(PointerButton.left, by: id, time)
        case .joined: click(PointerButton.right, by: id, time)
        case .pressed(_, let finger): if finger == id { finish() } else { return }
        case .scrolling: finish()
        case .idle, .spent: break
        }
        phase = .spent
        if fingers.isEmpty { rest() }
    }

    func frame() {
        guard isUnframed else { return }
        isUnframed = false
        pointer.frame()
    }

    /// Releases the button: `wl_pointer` has no cancel event.
    func cancel() {
        guard !fingers.isEmpty else { return }
        fingers = [:]
        finish()
        rest()
        frame()
    }

    private func rest() {
        (phase, client) = (.idle, nil)
        placed.lift()
    }

    /// A mouse has moved the pointer.
    func pointerMoved() {
        placed.pointerMoved()
    }

    /// Removes a pointer placed by a finger from the content.
    func withdraw() {
        placed.withdraw()
    }

    private func note(_ time: Timestamp) {
        lastTime = time
        isUnframed = true
    }

    private func hasMoved(_ id: ContactID) -> Bool {
        guard let start = starts[id], let point = fingers[id] else { return false }
        return point.distance(to: start) > Self.slop
    }

    private func rested(_ number: Int) {
        guard number == self.number, case .waiting = phase, let finger = fingers.keys.first else { return }
        note(scope.now)
        press(PointerButton.right, by: finger, lastTime)
        frame()
    }

    /// Presses a button where the pointer is: the finger came down there.
    private func press(_ code: UInt32, by finger: ContactID, _ time: Timestamp) {
        guard !pointer.isBusy else { return phase = .spent }
        phase = .pressed(code, by: finger)
        pointer.button(code, pressed: true, time)
    }

    private func click(_ code: UInt32, by finger: ContactID, _ time: Timestamp) {
        press(code, by: finger, time)
        guard case .pressed = phase else { return }
        pointer.frame()
        finish()
    }

    /// Scrolls the content with the fingers. Each finger moves the content by half of its own motion.
    private func scroll(from last: Point<LogicalSpace>, to point: Point<LogicalSpace>, _ time: Timestamp) {
        pointer.axis(
            PointerAxis(source: .finger, dx: (last.x - point.x) / 2, dy: (last.y - point.y) / 2), time)
    }

    private func finish() {
        isUnframed = true
        switch phase {
        case .pressed(let code, _): pointer.button(code, pressed: false, lastTime)
        case .scrolling: pointer.axis(PointerAxis(source: .finger, stopsX: true, stopsY: true), lastTime)
        case .idle, .waiting, .joined, .spent: break
        }
    }
}

/// Places the pointer for a device other than a mouse.
///
/// The pointer stays there, as it would with a mouse, until a mouse moves it or the screen changes. Its cursor is
/// hidden as soon as the device is lifted.
final class PlacedPointer {
    private let pointer: SeatPointer
    /// True if the pointer is where it was placed and no mouse has moved it since.
    private var isPlaced = false

    init(_ pointer: SeatPointer) {
        self.pointer = pointer
    }

    func place() {
        isPlaced = true
        pointer.isUnseen = false
        pointer.jump()
    }

    /// Hides the cursor when the finger or the tool is lifted. The surface below keeps the pointer, so that a second
    /// tap there is a double click.
    func lift() {
        if isPlaced { pointer.isUnseen = true }
    }

    /// A mouse has moved the pointer, which is no longer placed.
    func pointerMoved() {
        isPlaced = false
        pointer.isUnseen = false
    }

    /// Removes a placed pointer from the content.
    func withdraw() {
        guard isPlaced else { return }
        isPlaced = false
        pointer.leave()
        pointer.frame()
        pointer.isUnseen = false
    }
}
