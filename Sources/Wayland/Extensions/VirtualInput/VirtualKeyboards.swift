import Mirroring
import Runtime
import WaylandBinding

/// One client's `zwp_virtual_keyboard_manager_v1`: virtual keyboards for tools.
final class VirtualKeyboards: ZwpVirtualKeyboardManagerV1Requests {
    private weak var place: ToolPlace?

    private init(_ place: ToolPlace?) {
        self.place = place
    }

    static func announce(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) -> AnyGlobal {
        try Global<ZwpVirtualKeyboardManagerV1>(display, version: 1, audience: .tools) { [weak place] _ in
            VirtualKeyboards(place)
        }
    }

    func createVirtualKeyboard(
        _ resource: Resource<ZwpVirtualKeyboardManagerV1>, seat: Resource<WlSeat>,
        id: NewResource<ZwpVirtualKeyboardV1>
    ) {
        let object = id.createInert()
        guard object.isAlive, let place else { return }
        let keyboard = VirtualKeyboard(place)
        place.add(keyboard)
        object.handler = keyboard
        let (client, keyboards) = (resource.client, place.keyboards)
        keyboards.added(client)
        object.onDestroy { [weak keyboards] in
            keyboard.unplug()
            keyboards?.removed(client)
        }
    }
}

/// One `zwp_virtual_keyboard_v1` with its own keymap. Its keys go to the surface with keyboard focus.
final class VirtualKeyboard: ToolDevice {
    private weak var place: ToolPlace?
    private var state: KeyboardState?
    private var lastTime = Timestamp(microseconds: 0)

    init(_ place: ToolPlace) {
        self.place = place
    }

    /// Releases all keys: the device was destroyed.
    func unplug() {
        letGo()
        state = nil
    }

    /// Releases all keys; their later releases by the client have no effect.
    func letGo() {
        if let state { place?.seat?.keyboard.forget(state, lastTime) }
    }

    /// The keyboard state; nil, after a protocol error, without a keymap.
    private func checked(_ resource: Resource<ZwpVirtualKeyboardV1>) -> KeyboardState? {
        if state == nil { resource.post(ZwpVirtualKeyboardV1.ErrorCode.noKeymap, "no keymap was set") }
        return state
    }
}

extension VirtualKeyboard: ZwpVirtualKeyboardV1Requests {
    /// A keymap that cannot be read or does not compile is ignored.
    func keymap(_ resource: Resource<ZwpVirtualKeyboardV1>, format: UInt32, fd: OwnedDescriptor, size: UInt32) {
        unplug()
        guard format == WlKeyboard.KeymapFormat.xkbV1.rawValue else { return }
        state = (try? Keymap(reading: fd.number, size: Int(size))).flatMap { try? KeyboardState(keymap: $0) }
        state?.owner = resource.client
    }

    func key(_ resource: Resource<ZwpVirtualKeyboardV1>, time: UInt32, key: UInt32, state pressed: UInt32) {
        guard let state = checked(resource), let pressed = WlKeyboard.KeyState(rawValue: pressed),
            key <= KeyboardState.lastCode
        else { return }
        lastTime = Timestamp(waylandMilliseconds: time)
        place?.userActed()
        place?.seat?.keyboard.key(key, pressed: pressed == .pressed, on: state, lastTime)
    }

    func modifiers(
        _ resource: Resource<ZwpVirtualKeyboardV1>, modsDepressed: UInt32, modsLatched: UInt32, modsLocked: UInt32,
        group: UInt32
    ) {
        guard let state = checked(resource) else { return }
        place?.seat?.keyboard.set(
            KeyboardState.Modifiers(
                depressed: modsDepressed, latched: modsLatched, locked: modsLocked, group: group), on: state)
    }
}
