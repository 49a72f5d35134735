import Geometry
import Runtime
import WaylandBinding

/// A client's `zwp_text_input_v3`: passes an input method's text to its text fields.
final class TextInput: TextField {
    private let resource: Resource<ZwpTextInputV3>
    private weak var relay: TextRelay?
    private(set) var surface: Surface?
    /// The state of the field as of the last commit.
    private(set) var field: TextFieldState?
    private var pending = TextFieldState()
    /// The pending enable or disable.
    private var wish: Bool?
    /// The number of the client's commits; it wraps around.
    private var commitCount: UInt32 = 0
    /// The text that replaces the composed text when the surface loses the text focus.
    private var fallback = ""

    init(_ resource: Resource<ZwpTextInputV3>, relay: TextRelay?) {
        self.resource = resource
        self.relay = relay
        resource.onDestroy { [weak self] in
            if let self { self.relay?.remove(self) }
        }
    }

    var client: Client { resource.client }

    func enter(_ surface: Surface) {
        self.surface = surface
        resource.sendEnter(surface: surface.resource)
    }

    func leave() {
        guard let surface else { return }
        if surface.isAlive {
            if field != nil, !fallback.isEmpty { apply(TextEdit(insertion: fallback)) }
            resource.sendLeave(surface: surface.resource)
        }
        self.surface = nil
        field = nil
        fallback = ""
        forgetPending()
    }

    func apply(_ edit: TextEdit) {
        fallback = edit.preedit?.fallback ?? ""
        if let preedit = edit.preedit {
            resource.sendPreeditString(
                text: preedit.text, cursorBegin: preedit.cursorBegin, cursorEnd: preedit.cursorEnd)
        }
        if let insertion = edit.insertion { resource.sendCommitString(text: insertion) }
        if let deletion = edit.deletion {
            resource.sendDeleteSurroundingText(beforeLength: deletion.before, afterLength: deletion.after)
        }
        resource.sendDone(serial: commitCount)
    }

    private func forgetPending() {
        pending = TextFieldState()
        wish = nil
    }
}

extension TextInput: ZwpTextInputV3Requests {
    func enable(_ resource: Resource<ZwpTextInputV3>) {
        forgetPending()
        wish = true
    }

    func disable(_ resource: Resource<ZwpTextInputV3>) {
        forgetPending()
        wish = false
    }

    func setSurroundingText(_ resource: Resource<ZwpTextInputV3>, text: String, cursor: Int32, anchor: Int32) {
        pending.surround(text, cursor: cursor, anchor: anchor)
    }

    func setTextChangeCause(_ resource: Resource<ZwpTextInputV3>, cause: UInt32) {
        pending.cause = ZwpTextInputV3.ChangeCause(rawValue: cause) ?? .other
    }

    func setContentType(
        _ resource: Resource<ZwpTextInputV3>, hint: ZwpTextInputV3.ContentHint, purpose: UInt32
    ) {
        pending.hint = hint
        pending.purpose = ZwpTextInputV3.ContentPurpose(rawValue: purpose) ?? .normal
    }

    func setCursorRectangle(_ resource: Resource<ZwpTextInputV3>, x: Int32, y: Int32, width: Int32, height: Int32) {
        pending.cursor = Rect(x: Int(x), y: Int(y), width: Int(max(0, width)), height: Int(max(0, height)))
    }

    func commit(_ resource: Resource<ZwpTextInputV3>) {
        commitCount &+= 1
        let wish = wish
        self.wish = nil
        // Without the focus only the number of commits matters.
        guard surface != nil else { return forgetPending() }
        switch wish {
        case true?: enableNow()
        case false?: disableNow()
        case nil: updateNow()
        }
    }

    private func enableNow() {
        guard let relay, relay.mayEnable(self) else { return forgetPending() }
        takePending()
        fallback = ""
        relay.enabled(self)
    }

    private func disableNow() {
        guard field != nil else { return }
        field = nil
        relay?.disabled(self)
    }

    private func updateNow() {
        guard field != nil else { return }
        takePending()
        relay?.updated(self)
    }

    private func takePending() {
        field = pending
        pending.cause = .inputMethod
    }
}

/// `zwp_text_input_manager_v3`, `_v2` for Qt 5, and `_v1` for older programs: connect applications' text fields with an input
/// method.
final class TextInputs {
    private var global: Global<ZwpTextInputManagerV3>?
    private var former: Global<ZwpTextInputManagerV2>?
    private var first: Global<ZwpTextInputManagerV1>?

    init(_ content: WaylandContent, desktop: Desktop, seat: Seat) throws(RuntimeError) {
        let relay = TextRelay(content, panels: InputPanels(content: content, desktop: desktop))
        content.attachments[TextRelay.self] = relay
        content.add(relay)
        seat.add(relay)
        let display = content.display
        global = try Global(display, version: 1) { [weak relay] _ in relay.map(TextInputManager.init) }
        former = try Global(display, version: 1) { [weak relay, unowned display] _ in
            relay.map { SurfaceTextInputManager($0, display) }
        }
        first = try Global(display, version: 1) { [weak relay] _ in relay.map(ActivatedTextInputManager.init) }
    }
}

/// One client's `zwp_text_input_manager_v3`.
private final class TextInputManager: ZwpTextInputManagerV3Requests {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var relay: TextRelay?

    init(_ relay: TextRelay) {
        self.relay = relay
    }

    func getTextInput(
        _ resource: Resource<ZwpTextInputManagerV3>, id: NewResource<ZwpTextInputV3>, seat: Resource<WlSeat>
    ) {
        let object = id.createInert()
        guard object.isAlive else { return }
        let input = TextInput(object, relay: relay)
        object.handler = input
        relay?.add(input)
    }
}
