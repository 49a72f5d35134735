import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// The seat's pointer: its focus and the events sent to clients.
///
/// While buttons are held, the surface on which the first button was pressed keeps the pointer (the implicit grab).
final class SeatPointer {
    private struct Focus {
        let surface: Surface
        let enterSerial: UInt32
        var local: Point<SurfaceSpace>
        /// Whether the client lagged when the pointer moved, and was not told.
        var isUntold = false

        var client: Client { surface.client }
    }

    /// The pressed buttons and the first press.
    private struct Press {
        var held: [UInt32] = []
        /// The serial of the first press; nil when it was sent to no client.
        var serial: UInt32?
    }

    let resources = ResourceList<WlPointer>()
    let scope: InputScope
    /// The last point that an absolute device reported; nil after a relative device.
    private var pointedAt: Point<LogicalSpace>?
    /// The pointer's position; nil while it is not over the content.
    private(set) var position: Point<LogicalSpace>?
    private var focus: Focus?
    private var press = Press()
    private var grab: (any SeatGrab)?
    /// Follows the pressed buttons, which the client keeps.
    private var follower: (any PressFollower)?
    /// Hides the cursor, whatever the client chose.
    var isUnseen = false {
        didSet { if isUnseen != oldValue { scope.cursorChanged() } }
    }
    private let picture: SeatCursor
    /// State that other protocols keep for the pointer.
    var attachments = Attachments() {
        didSet { extensions = attachments.all((any PointerExtension).self) }
    }
    private var extensions: [any PointerExtension] = []
    private var wheel = WheelClicks()
    /// Clients that were sent events since their last `frame`.
    private var unframed: Set<Client> = []

    init(scope: InputScope) {
        self.scope = scope
        picture = SeatCursor { [weak scope] in scope?.cursorChanged() }
    }

    var focusedSurface: Surface? { focus?.surface }
    var isDragging: Bool { grab != nil }
    /// True while a client keeps the pointer in place or within a region.
    var isHeld: Bool { extensions.contains(where: \.isHolding) }
    /// True if a button is held or a grab is active.
    var isBusy: Bool { grab != nil || !press.held.isEmpty }

    /// Moves the pointer to a point that a device reports. `relative` is the motion of a relative device.
    ///
    /// A constraint may keep the pointer elsewhere. Clients are then told how far an absolute device has moved.
    func motion(_ wanted: Point<LogicalSpace>, relative: RelativeMotion? = nil, _ time: Timestamp) {
        let point = extensions.reduce(wanted) { $1.permitted($0) }
        var relative = relative
        let last = pointedAt
        pointedAt = relative == nil ? wanted : nil
        if point != wanted {
            scope.pointerHeld(at: point)
            relative = relative ?? last.flatMap { distance(from: $0, to: wanted) }
        }
        position = point
        scope.cursorChanged()
        if let grab { return grab.moved(to: point, time) }
        if !press.held.isEmpty || !refocus() { moveWithinFocus(to: point, time) }
        if let relative { tell(relative, time) }
        updateExtensions()
        follower?.moved(to: point, time)
    }

    /// The pointer has left the content; a surface with the implicit grab keeps the focus.
    func leave() {
        position = nil
        scope.cursorChanged()
        if press.held.isEmpty, grab == nil { refocus() }
    }

    func button(_ code: UInt32, pressed: Bool, _ time: Timestamp) {
        pressed ? buttonDown(code, time) : buttonUp(code, time)
    }

    func axis(_ axis: PointerAxis, _ time: Timestamp) {
        let clicks = wheel.add(axis)
        guard grab == nil, let focus else { return }
        tellLatePlace(time)
        for pointer in resources.of(focus.client) { pointer.send(axis, clicks: clicks, time: time) }
        unframed.insert(focus.client)
    }

    /// Sends `frame` to all clients that were sent events.
    func frame() {
        for client in unframed {
            for pointer in resources.of(client) { pointer.sendFrame() }
        }
        unframed = []
    }

    /// Surfaces appeared, disappeared or moved.
    func layoutChanged(_ time: Timestamp) {
        if let focus, scope.place(of: focus.surface) == nil { setFocus(nil) }
        if grab == nil, press.held.isEmpty, !refocus(), let position { moveWithinFocus(to: position, time) }
        updateExtensions()
        frame()
    }

    /// Sends `leave` before the surface is destroyed or hidden.
    func willHide(_ root: Surface) {
        guard let focus, focus.surface.root === root else { return }
        setFocus(nil)
        frame()
    }

    func releaseAll(_ time: Timestamp) {
        let ended = grab
        grab = nil
        ended?.cancelled()
        loseFollower()
        for part in extensions { part.slacken() }
        for code in press.held.reversed() { buttonUp(code, time) }
        refocus()
        frame()
    }

    /// True while the press with this serial, on one of the client's surfaces, is held.
    func isPressed(_ serial: UInt32, client: Client) -> Bool {
        grab == nil && !press.held.isEmpty && press.serial == serial && focus?.client == client
    }

    /// Has the pressed buttons followed, which the X server has and keeps; false if it has none.
    func followX(_ follower: any PressFollower) -> Bool {
        guard grab == nil, press.serial != nil, focus?.client.usesPixels == true, let position else { return false }
        loseFollower()
        self.follower = follower
        follower.moved(to: position, scope.now)
        return true
    }

    private func loseFollower() {
        let lost = follower
        follower = nil
        lost?.cancelled()
    }

    /// Starts a grab with the pressed buttons; the focused surface loses the pointer.
    func begin(_ grab: any SeatGrab) {
        loseFollower()
        self.grab = grab
        setFocus(nil)
        frame()
        scope.cursorChanged()
        grab.onEnd = { [weak self, weak grab] in
            guard let self, self.grab === grab else { return }
            self.grab = nil
            self.scope.cursorChanged()
        }
        if let position { grab.moved(to: position, Timestamp(microseconds: 0)) }
    }

    /// The keyboard focus may have changed, or the pointer or the layout has.
    func updateExtensions() {
        for part in extensions { part.update() }
    }

    /// Sends `enter` to a new `wl_pointer`.
    func added(_ pointer: Resource<WlPointer>) {
        resources.add(pointer)
        guard let focus, focus.client == pointer.client, focus.surface.isAlive else { return }
        pointer.sendEnter(
            serial: focus.enterSerial, surface: focus.surface.resource, surfaceX: focus.local.x,
            surfaceY: focus.local.y)
        pointer.sendFrame()
    }

    /// Moves the pointer away from where a device put it.
    func put(at point: Point<LogicalSpace>, tellsClient: Bool) {
        position = point
        scope.pointerHeld(at: point)
        scope.cursorChanged()
        if tellsClient {
            moveWithinFocus(to: point, scope.now)
            frame()
        } else if let surface = focus?.surface, let place = scope.place(of: surface) {
            focus?.local = place.local(point)
        }
    }

    /// The motion from one point to another in physical pixels; nil if they are the same.
    private func distance(from start: Point<LogicalSpace>, to end: Point<LogicalSpace>) -> RelativeMotion? {
        let (start, end) = (scope.physical(start), scope.physical(end))
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        return dx == 0 && dy == 0 ? nil : RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
    }

    /// Forgets the last point of an absolute device: a finger or tool that comes down elsewhere is not a motion.
    func jump() {
        pointedAt = nil
    }

    private func tell(_ motion: RelativeMotion, _ time: Timestamp) {
        guard let client = focus?.client, !client.isLagging else { return }
        let scale = client.usesPixels ? 1 : scope.scale
        for part in extensions { part.moved(by: motion, on: client, scale: scale, time) }
        unframed.insert(client)
    }

    /// Sends the focused client the pointer's position again.
    func tellPlace(_ time: Timestamp) {
        guard let focus else { return }
        self.focus?.isUntold = false
        for pointer in resources.of(focus.client) {
            pointer.sendMotion(time: time.waylandMilliseconds, surfaceX: focus.local.x, surfaceY: focus.local.y)
        }
        unframed.insert(focus.client)
    }

    /// Sends the position that a lagging client was not told.
    private func tellLatePlace(_ time: Timestamp) {
        if focus?.isUntold == true { tellPlace(time) }
    }

    private func moveWithinFocus(to point: Point<LogicalSpace>, _ time: Timestamp) {
        guard let focus, let local = scope.place(of: focus.surface)?.local(point), local != focus.local else { return }
        self.focus?.local = local
        if !focus.client.isLagging { return tellPlace(time) }
        if focus.isUntold { return }
        self.focus?.isUntold = true
        focus.client.onCatchUp { [weak self] in
            guard let self else { return }
            tellLatePlace(scope.now)
            frame()
        }
    }

    private func buttonDown(_ code: UInt32, _ time: Timestamp) {
        guard !press.held.contains(code) else { return }
        press.held.append(code)
        guard grab == nil else { return }
        if press.held.count == 1 {
            press.serial = nil
            guard scope.windows.pressed(on: focus?.surface) else { return }
        }
        let serial = send(code, .pressed, time)
        if press.held.count == 1 { press.serial = serial }
    }

    private func buttonUp(_ code: UInt32, _ time: Timestamp) {
        guard let index = press.held.firstIndex(of: code) else { return }
        press.held.remove(at: index)
        if let ended = grab {
            guard press.held.isEmpty else { return }
            grab = nil
            ended.released(time)
            scope.cursorChanged()
        } else {
            _ = send(code, .released, time)
        }
        if press.held.isEmpty {
            let lifted = follower
            follower = nil
            lifted?.released(time)
            press.serial = nil
            refocus()
        }
    }

    private func send(_ code: UInt32, _ state: WlPointer.ButtonState, _ time: Timestamp) -> UInt32? {
        guard let client = focus?.client else { return nil }
        tellLatePlace(time)
        let serial = scope.actionSerial(for: client)
        for pointer in resources.of(client) {
            pointer.sendButton(serial: serial, time: time.waylandMilliseconds, button: code, state: state)
        }
        unframed.insert(client)
        return serial
    }

    /// Updates the focus to the surface under the pointer; returns true if it changed.
    @discardableResult
    private func refocus() -> Bool {
        let target = position.flatMap { scope.target(at: $0) }
        if target?.surface === focus?.surface { return false }
        setFocus(target)
        return true
    }

    private func setFocus(_ target: PlacedSurface?) {
        for part in extensions { part.focusMoves(to: target?.surface) }
        if let old = focus {
            let serial = scope.nextSerial()
            for pointer in resources.of(old.client) where old.surface.isAlive {
                pointer.sendLeave(serial: serial, surface: old.surface.resource)
            }
            unframed.insert(old.client)
        }
        if focus?.client != target?.surface.client { picture.forget() }
        focus = nil
        guard let target, let position else { return }
        let serial = scope.nextSerial()
        let local = target.local(position)
        focus = Focus(surface: target.surface, enterSerial: serial, local: local)
        for pointer in resources.of(target.surface.client) {
            pointer.sendEnter(
                serial: serial, surface: target.surface.resource, surfaceX: local.x, surfaceY: local.y)
        }
        unframed.insert(target.surface.client)
        updateExtensions()
    }
}

// MARK: Cursor

extension SeatPointer {
    var cursor: ContentCursor {
        guard let position, !isUnseen else { return .hidden }
        if let grab { return .named(grab.cursorName, at: position) }
        return picture.content(at: position, over: scope.windows)
    }

    /// `wl_pointer.set_cursor`: ignores an outdated serial, or a serial sent to another client.
    func setCursor(_ pointer: Resource<WlPointer>, serial: UInt32, surface: Surface?, hotspot: SurfaceOffset) {
        if let surface, !picture.mayShow(surface) {
            return pointer.post(WlPointer.ErrorCode.role, "the surface has another role")
        }
        if mayChoosePicture(pointer.client, serial) { picture.show(surface, hotspot: hotspot) }
    }

    /// Sets one of our own cursors by its CSS name; otherwise like `setCursor`.
    func setCursor(of client: Client, serial: UInt32, named name: String) {
        if mayChoosePicture(client, serial) { picture.show(named: name) }
    }

    /// True if the client has the pointer focus and its `enter` had this serial.
    func mayChoosePicture(_ client: Client, _ serial: UInt32) -> Bool {
        focus?.client == client && focus?.enterSerial == serial
    }
}
