import Mirroring
import Runtime
import WaylandBinding

/// A client's `zwp_input_method_v1`, as IBus and weston's programs have it: composes text in a new context for each use of a text field.
final class ContextInputMethod: TextComposer, ZwpInputMethodV1Requests {
    private let resource: Resource<ZwpInputMethodV1>
    /// The application for which the input method composes.
    private weak var content: WaylandContent?
    /// The context of the text field in use.
    private weak var context: MethodContext?
    /// The contexts that the client has not destroyed.
    private let contexts = ResourceList<ZwpInputMethodContextV1>()
    /// The text field in use that has no context, because the client has too many.
    private var waiting: TextFieldState?

    /// The number of contexts that a client may leave undestroyed: an application can use its text fields faster than the client reads.
    private static let mostContexts = 64

    private init(_ resource: Resource<ZwpInputMethodV1>, for content: WaylandContent?) {
        self.resource = resource
        self.content = content
    }

    static func announce(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) -> AnyGlobal {
        try Global<ZwpInputMethodV1>(display, version: 1, audience: .tools) { [weak place] resource in
            place.flatMap { install(resource, $0) }
        }
    }

    /// The protocol has no word for a seat that has an input method, so a second one is disconnected.
    private static func install(_ resource: Resource<ZwpInputMethodV1>, _ place: ToolPlace) -> ContextInputMethod? {
        let (client, keyboards) = (resource.client, place.keyboards)
        let method = ContextInputMethod(resource, for: place.current)
        guard method.relay?.install(method) == true else {
            client.refuse("another input method is running")
            return nil
        }
        keyboards.added(client)
        resource.onDestroy { [weak method, weak keyboards] in
            method?.ended()
            keyboards?.removed(client)
        }
        return method
    }

    var isComposing: Bool { context?.isComposing ?? false }
    var popups: [InputPopup] { resource.client.attachments[OverlayPanels.self]?.popups ?? [] }
    private var relay: TextRelay? { content?.attachments[TextRelay.self] }

    func move(to content: WaylandContent) {
        for popup in popups { popup.willHide(from: self.content?.attachments[Seat.self]) }
        self.content = content
    }

    func activate(_ field: TextFieldState) {
        deactivate()
        guard contexts.all.count < Self.mostContexts else { return waiting = field }
        guard let relay, let content, let seat = content.attachments[Seat.self] else { return }
        let object = Resource<ZwpInputMethodContextV1>(client: resource.client, version: resource.version)
        guard object.isAlive else { return }
        let context = MethodContext(object, relay: relay, seat: seat, place: content.tools)
        object.handler = context
        self.context = context
        contexts.add(object)
        object.onDestroy { [weak self] in self?.contextDestroyed() }
        resource.sendActivate(id: object)
        context.update(field)
    }

    func update(_ field: TextFieldState) {
        if waiting != nil { waiting = field }
        context?.update(field)
    }

    func deactivate() {
        waiting = nil
        guard let context else { return }
        self.context = nil
        context.end()
        if context.resource.isAlive { resource.sendDeactivate(context: context.resource) }
    }

    private func contextDestroyed() {
        if let waiting { activate(waiting) }
    }

    private func ended() {
        let wasComposing = isComposing
        waiting = nil
        context?.end()
        relay?.uninstall(self, wasComposing: wasComposing)
    }
}

/// A client's `zwp_input_method_context_v1`: composes text for one text field until the field is left.
final class MethodContext {
    let resource: Resource<ZwpInputMethodContextV1>
    private weak var relay: TextRelay?
    private weak var seat: Seat?
    private weak var place: ToolPlace?
    private weak var grab: InputMethodGrab?
    private let keys: ForwardedKeys
    /// False once the text field was left: the client's later requests have no effect.
    private var isInUse = true
    private var composition = Composition()
    /// The cursor in the text that is composed next; nil for its end.
    private var cursor: Int32?
    /// The number of states of the text field sent; it wraps around.
    private var stateCount: UInt32 = 0

    init(_ resource: Resource<ZwpInputMethodContextV1>, relay: TextRelay, seat: Seat, place: ToolPlace) {
        self.resource = resource
        self.relay = relay
        self.seat = seat
        self.place = place
        keys = ForwardedKeys(of: resource.client, seat: seat.keyboard)
        resource.onDestroy { [weak self] in self?.objectDestroyed() }
    }

    var isComposing: Bool { composition.isShown }

    func update(_ field: TextFieldState) {
        if let surrounding = field.surrounding {
            resource.sendSurroundingText(
                text: surrounding.text, cursor: surrounding.cursor, anchor: surrounding.anchor)
        }
        resource.sendContentType(hint: field.hint.rawValue, purpose: field.formerPurpose)
        stateCount &+= 1
        resource.sendCommitState(serial: stateCount)
    }

    /// The text field was left: ends the grab and releases the keys that the client holds.
    func end() {
        isInUse = false
        composition = Composition()
        grab?.end()
        keys.release()
    }

    private func objectDestroyed() {
        guard isInUse else { return }
        let wasComposing = isComposing
        end()
        if wasComposing { relay?.deliver(TextEdit()) }
    }

    private func deliver() {
        if isInUse { relay?.deliver(composition.take()) }
    }

    /// The keymap of the keys that the client passes on.
    private var keymap: Keymap? { grab?.keymap ?? seat?.keyboard.ownKeymap }
}

extension MethodContext: ZwpInputMethodContextV1Requests {
    func commitString(_ resource: Resource<ZwpInputMethodContextV1>, serial: UInt32, text: String) {
        composition.insert(text)
        deliver()
    }

    func preeditString(
        _ resource: Resource<ZwpInputMethodContextV1>, serial: UInt32, text: String, commit: String
    ) {
        let cursor = cursor ?? Int32(clamping: text.utf8.count)
        self.cursor = nil
        composition.show(text, cursorBegin: cursor, cursorEnd: cursor, fallback: commit)
        deliver()
    }

    func preeditStyling(
        _ resource: Resource<ZwpInputMethodContextV1>, index: UInt32, length: UInt32, style: UInt32
    ) {}

    func preeditCursor(_ resource: Resource<ZwpInputMethodContextV1>, index: Int32) {
        cursor = index
    }

    /// Deletes bytes from `index` on, which counts from the cursor. Text apart from the cursor cannot be deleted.
    func deleteSurroundingText(_ resource: Resource<ZwpInputMethodContextV1>, index: Int32, length: UInt32) {
        let (start, end) = (Int64(index), Int64(index) + Int64(length))
        guard start <= 0, end >= 0 else { return }
        composition.delete(TextEdit.Deletion(before: UInt32(clamping: -start), after: UInt32(clamping: end)))
    }

    func cursorPosition(_ resource: Resource<ZwpInputMethodContextV1>, index: Int32, anchor: Int32) {
        composition.select(TextEdit.Selection(cursor: index, anchor: anchor))
    }

    func modifiersMap(_ resource: Resource<ZwpInputMethodContextV1>, map: [UInt8]) {
        keys.name(modifiers: map)
    }

    /// A keysym that no key types is inserted as text, if it is a character.
    func keysym(
        _ resource: Resource<ZwpInputMethodContextV1>, serial: UInt32, time: UInt32, sym: UInt32, state: UInt32,
        modifiers: UInt32
    ) {
        guard isInUse, let keymap, let state = WlKeyboard.KeyState(rawValue: state) else { return }
        place?.userActed()
        let (isPressed, time) = (state == .pressed, Timestamp(waylandMilliseconds: time))
        if keys.type(sym, pressed: isPressed, with: modifiers, in: keymap, time) { return }
        guard isPressed, let character = Keymap.character(of: sym) else { return }
        composition.insert(String(character))
        deliver()
    }

    func grabKeyboard(_ resource: Resource<ZwpInputMethodContextV1>, keyboard id: NewResource<WlKeyboard>) {
        let object = id.createInert()
        guard object.isAlive, isInUse, let keyboard = seat?.keyboard else { return }
        let grab = InputMethodGrab(GrabWire(object), keyboard: keyboard)
        object.handler = grab
        self.grab = grab
        keyboard.begin(grab)
    }

    func key(
        _ resource: Resource<ZwpInputMethodContextV1>, serial: UInt32, time: UInt32, key: UInt32, state: UInt32
    ) {
        guard isInUse, let keymap, let state = WlKeyboard.KeyState(rawValue: state) else { return }
        place?.userActed()
        keys.key(key, pressed: state == .pressed, in: keymap, Timestamp(waylandMilliseconds: time))
    }

    func modifiers(
        _ resource: Resource<ZwpInputMethodContextV1>, serial: UInt32, modsDepressed: UInt32, modsLatched: UInt32,
        modsLocked: UInt32, group: UInt32
    ) {
        guard isInUse, let keymap else { return }
        keys.set(
            KeyboardState.Modifiers(
                depressed: modsDepressed, latched: modsLatched, locked: modsLocked, group: group), in: keymap)
    }

    func language(_ resource: Resource<ZwpInputMethodContextV1>, serial: UInt32, language: String) {}

    func textDirection(_ resource: Resource<ZwpInputMethodContextV1>, serial: UInt32, direction: UInt32) {}
}
