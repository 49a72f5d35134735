import Geometry
import Runtime
import WaylandBinding

/// A client's `zwp_text_input_v2`, as Qt 5 uses it: passes an input method's text to the text field of a surface.
///
/// Unlike version 3, this version names the surface whose field is in use, and reports the field's state in parts.
final class SurfaceTextInput: TextField {
    private let resource: Resource<ZwpTextInputV2>
    private weak var relay: TextRelay?
    private let nextSerial: () -> UInt32
    private(set) var surface: Surface?
    private(set) var field: TextFieldState?
    /// The surface with the field that the client has enabled.
    private weak var enabled: Surface?
    private var pending = TextFieldState()
    private var isComposing = false

    init(_ resource: Resource<ZwpTextInputV2>, relay: TextRelay?, nextSerial: @escaping () -> UInt32) {
        self.resource = resource
        self.relay = relay
        self.nextSerial = nextSerial
        resource.onDestroy { [weak self] in
            if let self { self.relay?.remove(self) }
        }
    }

    var client: Client { resource.client }

    func enter(_ surface: Surface) {
        self.surface = surface
        resource.sendEnter(serial: nextSerial(), surface: surface.resource)
        start()
    }

    func leave() {
        guard let surface else { return }
        if surface.isAlive { resource.sendLeave(serial: nextSerial(), surface: surface.resource) }
        self.surface = nil
        field = nil
    }

    /// Applies the parts in the order in which version 3 applies them. Inserted text replaces the composed text.
    func apply(_ edit: TextEdit) {
        if let deletion = edit.deletion {
            resource.sendDeleteSurroundingText(beforeLength: deletion.before, afterLength: deletion.after)
        }
        if edit.insertion != nil || edit.deletion != nil {
            if let selection = edit.selection {
                resource.sendCursorPosition(index: selection.cursor, anchor: selection.anchor)
            }
            resource.sendCommitString(text: edit.insertion ?? "")
            isComposing = false
        }
        guard isComposing || edit.preedit != nil else { return }
        let preedit = edit.preedit ?? TextEdit.Preedit(text: "", cursorBegin: 0, cursorEnd: 0)
        resource.sendPreeditCursor(index: preedit.cursorBegin)
        resource.sendPreeditString(text: preedit.text, commit: preedit.fallback)
        isComposing = !preedit.text.isEmpty
    }

    /// Starts with a new field if the enabled surface has the focus.
    private func start() {
        guard let surface, enabled === surface, let relay, relay.mayEnable(self) else { return }
        field = pending
        isComposing = false
        relay.enabled(self)
    }

    private func stop() {
        guard field != nil else { return }
        field = nil
        relay?.disabled(self)
    }
}

extension SurfaceTextInput: ZwpTextInputV2Requests {
    func enable(_ resource: Resource<ZwpTextInputV2>, surface: Resource<WlSurface>) {
        enabled = Surface.of(surface)
        pending = TextFieldState()
        if enabled !== self.surface { stop() }
        start()
    }

    func disable(_ resource: Resource<ZwpTextInputV2>, surface: Resource<WlSurface>) {
        guard let enabled, Surface.of(surface) === enabled else { return }
        self.enabled = nil
        stop()
    }

    func showInputPanel(_ resource: Resource<ZwpTextInputV2>) {}

    func hideInputPanel(_ resource: Resource<ZwpTextInputV2>) {}

    func setSurroundingText(_ resource: Resource<ZwpTextInputV2>, text: String, cursor: Int32, anchor: Int32) {
        pending.surround(text, cursor: cursor, anchor: anchor)
    }

    func setContentType(_ resource: Resource<ZwpTextInputV2>, hint: UInt32, purpose: UInt32) {
        pending.take(formerHint: hint, purpose: purpose)
    }

    func setCursorRectangle(_ resource: Resource<ZwpTextInputV2>, x: Int32, y: Int32, width: Int32, height: Int32) {
        pending.cursor = Rect(x: Int(x), y: Int(y), width: Int(max(0, width)), height: Int(max(0, height)))
    }

    func setPreferredLanguage(_ resource: Resource<ZwpTextInputV2>, language: String) {}

    func updateState(_ resource: Resource<ZwpTextInputV2>, serial: UInt32, reason: UInt32) {
        guard field != nil else { return }
        field = pending
        // A reset discards the composed text.
        if reason == Self.reset { start() } else { relay?.updated(self) }
    }

    private static let reset: UInt32 = 2
}

/// One client's `zwp_text_input_manager_v2`.
final class SurfaceTextInputManager: ZwpTextInputManagerV2Requests {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var relay: TextRelay?
    private weak var display: WaylandDisplay?

    init(_ relay: TextRelay, _ display: WaylandDisplay) {
        self.relay = relay
        self.display = display
    }

    func getTextInput(
        _ resource: Resource<ZwpTextInputManagerV2>, id: NewResource<ZwpTextInputV2>, seat: Resource<WlSeat>
    ) {
        let object = id.createInert()
        guard object.isAlive else { return }
        let input = SurfaceTextInput(object, relay: relay) { [weak display] in display?.nextSerial() ?? 0 }
        object.handler = input
        relay?.add(input)
    }
}
