import Geometry
import Runtime
import WaylandBinding

/// A client's `zwp_text_input_v1`, as of weston's programs: passes an input method's text to one text field.
///
/// A client has an object for each of its fields and activates one at a time. What it reports takes effect at once.
final class ActivatedTextInput: TextField {
    private let resource: Resource<ZwpTextInputV1>
    private weak var relay: TextRelay?
    private(set) var surface: Surface?
    private(set) var field: TextFieldState?
    /// The surface that the client has activated the field on.
    private weak var activated: Surface?
    private var state = TextFieldState()
    /// The client's number of its last state.
    private var serial: UInt32 = 0
    private var isComposing = false

    init(_ resource: Resource<ZwpTextInputV1>, relay: TextRelay?) {
        self.resource = resource
        self.relay = relay
        resource.onDestroy { [weak self] in
            if let self { self.relay?.remove(self) }
        }
    }

    var client: Client { resource.client }

    func enter(_ surface: Surface) {
        self.surface = surface
        start()
    }

    func leave() {
        surface = nil
        end()
    }

    /// In the order in which version 3 has its parts take effect. What has been composed goes with text that is inserted, and a
    /// deletion takes effect with that.
    func apply(_ edit: TextEdit) {
        if let deletion = edit.deletion {
            let (length, isTooLong) = deletion.before.addingReportingOverflow(deletion.after)
            resource.sendDeleteSurroundingText(
                index: -Int32(clamping: deletion.before), length: isTooLong ? .max : length)
        }
        if edit.insertion != nil || edit.deletion != nil {
            if let selection = edit.selection {
                resource.sendCursorPosition(index: selection.cursor, anchor: selection.anchor)
            }
            resource.sendCommitString(serial: serial, text: edit.insertion ?? "")
            isComposing = false
        }
        guard isComposing || edit.preedit != nil else { return }
        let preedit = edit.preedit ?? TextEdit.Preedit(text: "", cursorBegin: 0, cursorEnd: 0)
        resource.sendPreeditCursor(index: preedit.cursorBegin)
        resource.sendPreeditString(serial: serial, text: preedit.text, commit: preedit.fallback)
        isComposing = !preedit.text.isEmpty
    }

    /// Begins where the activated surface has the focus; another field of this kind gives way.
    private func start() {
        guard let surface, activated === surface, let relay, field == nil else { return }
        if let other = relay.inUse as? ActivatedTextInput, other !== self { other.stop() }
        guard relay.mayEnable(self) else { return }
        field = state
        isComposing = false
        resource.sendEnter(surface: surface.resource)
        relay.enabled(self)
    }

    private func stop() {
        activated = nil
        guard field != nil else { return }
        end()
        relay?.disabled(self)
    }

    private func end() {
        guard field != nil else { return }
        field = nil
        resource.sendLeave()
    }

    private func report() {
        guard field != nil else { return }
        field = state
        relay?.updated(self)
    }
}

extension ActivatedTextInput: ZwpTextInputV1Requests {
    func activate(_ resource: Resource<ZwpTextInputV1>, seat: Resource<WlSeat>, surface: Resource<WlSurface>) {
        let next = Surface.of(surface)
        if next !== activated { stop() }
        activated = next
        if field == nil { state = TextFieldState() }
        start()
    }

    func deactivate(_ resource: Resource<ZwpTextInputV1>, seat: Resource<WlSeat>) {
        stop()
    }

    func showInputPanel(_ resource: Resource<ZwpTextInputV1>) {}

    func hideInputPanel(_ resource: Resource<ZwpTextInputV1>) {}

    /// The client has dropped what was composed.
    func reset(_ resource: Resource<ZwpTextInputV1>) {
        guard field != nil else { return }
        isComposing = false
        relay?.enabled(self)
    }

    func setSurroundingText(_ resource: Resource<ZwpTextInputV1>, text: String, cursor: UInt32, anchor: UInt32) {
        state.surround(text, cursor: Int32(clamping: cursor), anchor: Int32(clamping: anchor))
        report()
    }

    func setContentType(_ resource: Resource<ZwpTextInputV1>, hint: UInt32, purpose: UInt32) {
        state.take(formerHint: hint, purpose: purpose)
        report()
    }

    func setCursorRectangle(_ resource: Resource<ZwpTextInputV1>, x: Int32, y: Int32, width: Int32, height: Int32) {
        state.cursor = Rect(x: Int(x), y: Int(y), width: Int(max(0, width)), height: Int(max(0, height)))
        report()
    }

    func setPreferredLanguage(_ resource: Resource<ZwpTextInputV1>, language: String) {}

    func commitState(_ resource: Resource<ZwpTextInputV1>, serial: UInt32) {
        self.serial = serial
    }

    func invokeAction(_ resource: Resource<ZwpTextInputV1>, button: UInt32, index: UInt32) {}
}

/// One client's `zwp_text_input_manager_v1`.
final class ActivatedTextInputManager: ZwpTextInputManagerV1Requests {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var relay: TextRelay?

    init(_ relay: TextRelay) {
        self.relay = relay
    }

    func createTextInput(_ resource: Resource<ZwpTextInputManagerV1>, id: NewResource<ZwpTextInputV1>) {
        let object = id.createInert()
        guard object.isAlive else { return }
        let input = ActivatedTextInput(object, relay: relay)
        object.handler = input
        relay?.add(input)
    }
}
