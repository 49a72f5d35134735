import Mirroring
import Runtime
import WaylandBinding

/// The seat's keyboard: its focus and the events sent to clients.
final class SeatKeyboard {
    let resources = ResourceList<WlKeyboard>()
    /// The state of the last used keyboard, whose keymap clients have.
    private(set) var state: KeyboardState
    /// The state of the seat's own keyboard in use.
    private var ownState: KeyboardState
    /// The states of the seat's own keyboards, by the names that each keyboard sets for itself.
    private var ownStates: [KeymapNames: KeyboardState]
    private var configuration: KeyboardConfiguration
    private let scope: InputScope
    private var repeatRate: Int
    private var repeatDelay: Int
    private(set) var focus: Surface?
    /// The grab that gets the keys in place of the focus.
    private weak var grab: (any KeyboardGrab)?

    /// Compiles the layout; see `Keymap`.
    init(_ configuration: KeyboardConfiguration, scope: InputScope) throws(RuntimeError) {
        ownState = try KeyboardState(configuration)
        ownStates = [KeymapNames(): ownState]
        state = ownState
        self.configuration = configuration
        repeatRate = max(0, configuration.repeatRate)
        repeatDelay = max(0, configuration.repeatDelayMilliseconds)
        self.scope = scope
    }

    /// Sets another layout and repeat rate and sends them to all clients; all keys must be up. Returns false, and
    /// changes nothing, if the layout does not compile.
    func use(_ configuration: KeyboardConfiguration) throws(RuntimeError) -> Bool {
        let next = try KeyboardState(configuration)
        guard next.keymap.isAsConfigured else { return false }
        self.configuration = configuration
        repeatRate = max(0, configuration.repeatRate)
        repeatDelay = max(0, configuration.repeatDelayMilliseconds)
        for object in resources.all { sendRepeatInfo(to: object) }
        let isOwnInUse = state === ownState
        let names = ownStates.first { $0.value === ownState }?.key
        ownState = next
        ownStates = [KeymapNames(): next]
        if let names { choose(names) }
        if isOwnInUse { use(ownState) }
        return true
    }

    /// Makes the keyboard with these names the source of the keys that follow.
    ///
    /// Returns false the first time for names that do not compile. Such a keyboard has the keymap of the configuration.
    @discardableResult
    func choose(_ names: KeymapNames) -> Bool {
        var isCompiled = true
        if ownStates[names] == nil {
            let own = try? KeyboardState(configuration.with(names))
            isCompiled = own?.keymap.isAsConfigured == true
            ownStates[names] = isCompiled ? own : try? KeyboardState(configuration)
        }
        ownState = ownStates[names] ?? ownState
        return isCompiled
    }

    /// The keymap of the seat's own keyboard in use.
    var ownKeymap: Keymap { ownState.keymap }

    /// The LEDs of the seat's own keyboard in use.
    var leds: KeyboardLEDs { ownState.leds }

    func key(_ code: UInt32, pressed: Bool, _ time: Timestamp) {
        let holder = pressed ? nil : ownStates.values.first { $0.pressed.contains(code) }
        key(code, pressed: pressed, on: holder ?? ownState, time)
    }

    /// Handles a key of one of several keyboards.
    func key(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp) {
        // A release goes to the recipient of the press.
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

    /// Takes the press of a key of the seat's own keyboard in use, and its release, from everybody.
    func swallow(_ code: UInt32) {
        if ownState.update(key: code, pressed: true) { ownState.withheld.insert(code) }
    }

    /// Whether a key of the seat's own keyboard in use cancels what goes on.
    func isEscape(_ code: UInt32) -> Bool { ownState.isEscape(code) }

    private func withhold(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp) {
        let before = keyboard.modifiers
        guard keyboard.update(key: code, pressed: pressed) else { return }
        if pressed { keyboard.withheld.insert(code) } else { keyboard.withheld.remove(code) }
        if let grab, grab.takes(keyboard) {
            grab.key(code, pressed: pressed, on: keyboard, time, serial: scope.actionSerial(for: grab.client))
        }
        if keyboard.modifiers != before { modifiersChanged(on: keyboard) }
    }

    /// Starts a grab, which lasts until `end`; it replaces any earlier one.
    func begin(_ grab: any KeyboardGrab) {
        self.grab = grab
        grab.began(with: state, repeatRate: repeatRate, repeatDelay: repeatDelay, serial: scope.nextSerial())
    }

    func isGrabbed(by grab: any KeyboardGrab) -> Bool { self.grab === grab }

    /// Sends the grab a release of each key that it holds on the seat's own keyboards.
    func endKeys(of grab: any KeyboardGrab) {
        guard self.grab === grab else { return }
        let now = scope.now
        for own in ownStates.values {
            for code in own.withheld.sorted() {
                grab.key(code, pressed: false, on: own, now, serial: scope.actionSerial(for: grab.client))
            }
        }
    }

    /// Ends a grab and sends the focus the current modifiers.
    func end(_ grab: any KeyboardGrab) {
        guard self.grab === grab else { return }
        self.grab = nil
        if let focus { sendModifiers(to: resources.of(focus.client)) }
    }

    func releaseAll(_ time: Timestamp) {
        for own in ownStates.values {
            for code in own.pressed.reversed() { key(code, pressed: false, on: own, time) }
        }
    }

    /// Sets a keyboard's modifiers independently of its keys.
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

    /// Releases the keys of a keyboard that is gone.
    func forget(_ keyboard: KeyboardState, _ time: Timestamp) {
        for code in keyboard.pressed.reversed() { key(code, pressed: false, on: keyboard, time) }
        if state === keyboard { use(ownState) }
    }

    /// Sends clients the keymap of another keyboard before its first event.
    private func use(_ keyboard: KeyboardState) {
        if keyboard === state { return }
        state = keyboard
        // A tool's keyboard may be on another seat now; it gets this keymap when its focus comes here.
        for object in resources.all where object.client.privilege != .tool || object.client == focus?.client {
            if keymap(knownTo: object) !== state.keymap { sendKeymap(to: object) }
        }
        if let focus { sendModifiers(to: resources.of(focus.client)) }
    }

    /// Moves the focus to another surface; `beforeEntering` is called before `wl_keyboard.enter`.
    func setFocus(_ surface: Surface?, beforeEntering: () -> Void) {
        if let old = focus, old.isAlive {
            let serial = scope.nextSerial()
            for keyboard in resources.of(old.client) { keyboard.sendLeave(serial: serial, surface: old.resource) }
        }
        focus = surface
        beforeEntering()
        if let surface { enter(surface, resources.of(surface.client)) }
    }

    /// Sends a new `wl_keyboard` the keymap and the focus.
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

/// A client that gets the seat's keys in place of the focused surface.
protocol KeyboardGrab: AnyObject {
    var client: Client { get }

    /// Starts the grab with the last used `keyboard`. Rate in keys per second, delay in milliseconds.
    func began(with keyboard: KeyboardState, repeatRate: Int, repeatDelay: Int, serial: UInt32)

    /// True if the grab gets the keys of this keyboard.
    func takes(_ keyboard: KeyboardState) -> Bool

    func key(_ code: UInt32, pressed: Bool, on keyboard: KeyboardState, _ time: Timestamp, serial: UInt32)

    func modifiersChanged(on keyboard: KeyboardState, serial: UInt32)
}
