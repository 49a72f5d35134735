import Mirroring
import Runtime

/// The seat's keyboard: which surface has it, and what its client is told.
final class SeatKeyboard {
    let resources = ResourceList<WlKeyboard>()
    /// The state of the keyboard that was used last; clients know its layout.
    private(set) var state: KeyboardState
    /// That of the seat's own keyboards.
    private var ownState: KeyboardState
    private let scope: InputScope
    private var repeatRate: Int
    private var repeatDelay: Int
    private(set) var focus: Surface?
    /// Whoever takes the keys before the focus, if anyone does.
    private weak var grab: (any KeyboardGrab)?

    /// Compiles the layout; see `Keymap`.
    init(_ configuration: KeyboardConfiguration, scope: InputScope) throws(WaylandError) {
        ownState = try KeyboardState(keymap: Keymap(configuration))
        state = ownState
        repeatRate = max(0, configuration.repeatRate)
        repeatDelay = max(0, configuration.repeatDelayMilliseconds)
        self.scope = scope
    }

    /// Takes another layout and repetition up and tells all clients; what was held must have been released. False for
    /// a layout that does not compile: then everything stays.
    func use(_ configuration: KeyboardConfiguration) throws(WaylandError) -> Bool {
        let next = try KeyboardState(keymap: Keymap(configuration))
        guard next.keymap.isAsConfigured else { return false }
        repeatRate = max(0, configuration.repeatRate)
        repeatDelay = max(0, configuration.repeatDelayMilliseconds)
        for object in resources.all { sendRepeatInfo(to: object) }
        let isOwnInUse = state === ownState
        ownState = next
        if isOwnInUse { use(next) }
        return true
    }

    func key(_ code: UInt32, pressed: Bool, _ time: Timestamp) {
        key(code, pressed: pressed, on: ownState, time)
    }

    /// A key of one of several keyboards.
    func key(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp) {
        // A release goes where the press went.
        let isWithheld = pressed ? grab?.takes(keyboard) == true : keyboard.withheld.contains(code)
        if isWithheld { return withhold(code, pressed: pressed, on: keyboard, time) }
        use(keyboard)
        let before = state.modifiers
        guard state.update(key: code, pressed: pressed), let focus else { return }
        let serial = scope.actionSerial(for: focus.client)
        for keyboard in resources.of(focus.client) {
            keyboard.sendKey(
                serial: serial, time: time.waylandMilliseconds, key: code, state: pressed ? .pressed : .released)
        }
        if state.modifiers == before { return }
        sendModifiers(to: resources.of(focus.client))
        if let grab, grab.takes(keyboard) { grab.modifiersChanged(on: keyboard, serial: serial) }
    }

    private func withhold(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp) {
        let before = keyboard.modifiers
        guard keyboard.update(key: code, pressed: pressed) else { return }
        if pressed { keyboard.withheld.insert(code) } else { keyboard.withheld.remove(code) }
        if let grab, grab.takes(keyboard) {
            grab.key(code, pressed: pressed, on: keyboard, time, serial: scope.actionSerial(for: grab.client))
        }
        if keyboard.modifiers != before { modifiersChanged(on: keyboard) }
    }

    /// Lets someone have the keys until `end`; an earlier grab gets no more of them.
    func begin(_ grab: any KeyboardGrab) {
        self.grab = grab
        grab.began(with: state, repeatRate: repeatRate, repeatDelay: repeatDelay, serial: scope.nextSerial())
    }

    func isGrabbed(by grab: any KeyboardGrab) -> Bool { self.grab === grab }

    /// Tells a grab that the seat's own keys which it holds are up; it hears no more of them.
    func endKeys(of grab: any KeyboardGrab) {
        guard self.grab === grab else { return }
        let now = Timestamp(microseconds: EventLoop.now())
        for code in ownState.withheld.sorted() {
            grab.key(code, pressed: false, on: ownState, now, serial: scope.actionSerial(for: grab.client))
        }
    }

    /// The focus has the keys again, and hears of the modifiers that changed meanwhile.
    func end(_ grab: any KeyboardGrab) {
        guard self.grab === grab else { return }
        self.grab = nil
        if let focus { sendModifiers(to: resources.of(focus.client)) }
    }

    func releaseAll(_ time: Timestamp) {
        for code in ownState.pressed.reversed() { key(code, pressed: false, time) }
    }

    /// Sets the modifiers of a keyboard whatever its keys.
    func set(_ modifiers: KeyboardState.Modifiers, on keyboard: KeyboardState) {
        if grab?.takes(keyboard) != true { use(keyboard) }
        if keyboard.set(modifiers) { modifiersChanged(on: keyboard) }
    }

    private func modifiersChanged(on keyboard: KeyboardState) {
        if let grab, grab.takes(keyboard) {
            grab.modifiersChanged(on: keyboard, serial: scope.nextSerial())
        } else if keyboard === state, let focus {
            sendModifiers(to: resources.of(focus.client))
        }
    }

    /// The keyboard is gone.
    func forget(_ keyboard: KeyboardState, _ time: Timestamp) {
        for code in keyboard.pressed.reversed() { key(code, pressed: false, on: keyboard, time) }
        if state === keyboard { use(ownState) }
    }

    /// Clients are told another keyboard's layout before anything of it.
    private func use(_ keyboard: KeyboardState) {
        if keyboard === state { return }
        state = keyboard
        // A tool's keyboard may be on another seat now; it is told this one's layout when it comes here.
        for object in resources.all where object.client.privilege != .tool || object.client == focus?.client {
            sendKeymap(to: object)
        }
        if let focus { sendModifiers(to: resources.of(focus.client)) }
    }

    /// Gives the keyboard to a surface that is not its focus; `beforeEntering` is called before the surface's client
    /// is told.
    func setFocus(_ surface: Surface?, beforeEntering: () -> Void) {
        if let old = focus, old.isAlive {
            let serial = scope.nextSerial()
            for keyboard in resources.of(old.client) { keyboard.sendLeave(serial: serial, surface: old.resource) }
        }
        focus = surface
        beforeEntering()
        if let surface { enter(surface, resources.of(surface.client)) }
    }

    /// Tells a new `wl_keyboard` the layout and where it is.
    func added(_ keyboard: Resource<WlKeyboard>) {
        resources.add(keyboard)
        if keymap(knownTo: keyboard) == nil {
            sendKeymap(to: keyboard)
            sendRepeatInfo(to: keyboard)
        }
        if let focus, focus.isAlive, focus.client == keyboard.client { enter(focus, [keyboard]) }
    }

    private func keymap(knownTo keyboard: Resource<WlKeyboard>) -> Keymap? {
        (keyboard.handler as? KeyboardObject)?.keymap
    }

    private func sendRepeatInfo(to keyboard: Resource<WlKeyboard>) {
        keyboard.sendRepeatInfo(rate: Int32(clamping: repeatRate), delay: Int32(clamping: repeatDelay))
    }

    private func sendKeymap(to keyboard: Resource<WlKeyboard>) {
        (keyboard.handler as? KeyboardObject)?.keymap = state.keymap
        keyboard.sendKeymap(
            format: .xkbV1, fd: state.keymap.descriptor, size: UInt32(clamping: state.keymap.size))
    }

    private func enter(_ surface: Surface, _ keyboards: [Resource<WlKeyboard>]) {
        for keyboard in keyboards where keymap(knownTo: keyboard) !== state.keymap { sendKeymap(to: keyboard) }
        let serial = scope.nextSerial()
        let keys = WireArray.bytes(of: state.pressed.filter { !state.withheld.contains($0) })
        for keyboard in keyboards { keyboard.sendEnter(serial: serial, surface: surface.resource, keys: keys) }
        sendModifiers(to: keyboards)
    }

    private func sendModifiers(to keyboards: [Resource<WlKeyboard>]) {
        let serial = scope.nextSerial()
        let modifiers = state.modifiers
        for keyboard in keyboards {
            keyboard.sendModifiers(
                serial: serial, modsDepressed: modifiers.depressed, modsLatched: modifiers.latched,
                modsLocked: modifiers.locked, group: modifiers.group)
        }
    }
}
