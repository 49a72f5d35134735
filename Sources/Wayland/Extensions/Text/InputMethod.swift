import Geometry
import Runtime
import WaylandBinding

/// A client's `zwp_input_method_v2`: composes text for the text field that has the focus.
final class InputMethod: TextComposer {
    private let resource: Resource<ZwpInputMethodV2>
    /// The application for which the input method composes.
    private weak var content: WaylandContent?
    private weak var grab: InputMethodGrab?
    /// True for the seat's one input method; all others were sent `unavailable` and are inert.
    private var isInstalled = false
    private(set) var popups: [InputPopup] = []
    /// The number of `done` events sent; it wraps around.
    private var doneCount: UInt32 = 0
    /// The `doneCount` that activated the current text field; nil while there is none.
    private var activation: UInt32?
    private var composition = Composition()

    init(_ resource: Resource<ZwpInputMethodV2>, for content: WaylandContent?) {
        self.resource = resource
        self.content = content
        isInstalled = relay?.install(self) == true
        if !isInstalled { resource.sendUnavailable() }
        resource.onDestroy { [weak self] in self?.ended() }
    }

    var isComposing: Bool { composition.isShown }
    private var relay: TextRelay? { content?.attachments[TextRelay.self] }
    private var seat: Seat? { content?.attachments[Seat.self] }

    /// Composes for another application from now on; an active keyboard grab moves to its seat.
    func move(to content: WaylandContent) {
        for popup in popups { popup.willHide(from: seat) }
        if let grab, let next = content.attachments[Seat.self] {
            grab.move(from: seat?.keyboard, to: next.keyboard)
        }
        self.content = content
    }

    func activate(_ field: TextFieldState) {
        activation = doneCount &+ 1
        composition = Composition()
        resource.sendActivate()
        update(field)
    }

    func update(_ field: TextFieldState) {
        if let surrounding = field.surrounding {
            resource.sendSurroundingText(
                text: surrounding.text, cursor: surrounding.cursor, anchor: surrounding.anchor)
        }
        resource.sendTextChangeCause(cause: field.cause)
        resource.sendContentType(hint: field.hint, purpose: field.purpose)
        sendDone()
    }

    func deactivate() {
        activation = nil
        composition = Composition()
        resource.sendDeactivate()
        sendDone()
    }

    private func sendDone() {
        doneCount &+= 1
        resource.sendDone()
    }

    /// True if the serial of a commit refers to the active text field rather than an earlier one.
    private func isCurrent(_ serial: UInt32) -> Bool {
        guard let activation else { return false }
        return !PressSerials.isOlder(serial, than: activation) && !PressSerials.isOlder(doneCount, than: serial)
    }

    private func ended() {
        guard isInstalled else { return }
        isInstalled = false
        for popup in popups { popup.release() }
        popups = []
        relay?.uninstall(self, wasComposing: isComposing)
    }

    private func remove(_ popup: InputPopup) {
        popups.removeAll { $0 === popup }
        popup.willHide(from: seat)
        popup.release()
        relay?.layoutChanged()
    }
}

extension InputMethod: ZwpInputMethodV2Requests {
    func commitString(_ resource: Resource<ZwpInputMethodV2>, text: String) {
        composition.insert(text)
    }

    func setPreeditString(_ resource: Resource<ZwpInputMethodV2>, text: String, cursorBegin: Int32, cursorEnd: Int32) {
        composition.show(text, cursorBegin: cursorBegin, cursorEnd: cursorEnd)
    }

    func deleteSurroundingText(_ resource: Resource<ZwpInputMethodV2>, beforeLength: UInt32, afterLength: UInt32) {
        composition.delete(TextEdit.Deletion(before: beforeLength, after: afterLength))
    }

    /// An edit for an earlier text field is dropped: it might be a password, and the active field might show it.
    func commit(_ resource: Resource<ZwpInputMethodV2>, serial: UInt32) {
        guard isInstalled, isCurrent(serial) else { return composition.forget() }
        relay?.deliver(composition.take())
    }

    func getInputPopupSurface(
        _ resource: Resource<ZwpInputMethodV2>, id: NewResource<ZwpInputPopupSurfaceV2>, surface: Resource<WlSurface>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface) else { return }
        guard surface.assign(.inputPopup) else {
            return resource.post(ZwpInputMethodV2.ErrorCode.role, "the surface has another role")
        }
        guard isInstalled else { return }
        let popup = InputPopup(surface) { [weak object] in object?.sendCursor($0) }
        object.handler = popup
        popups.append(popup)
        object.onDestroy { [weak self, weak popup] in
            if let popup { self?.remove(popup) }
        }
        relay?.layoutChanged()
    }

    func grabKeyboard(
        _ resource: Resource<ZwpInputMethodV2>, keyboard id: NewResource<ZwpInputMethodKeyboardGrabV2>
    ) {
        let object = id.createInert()
        guard object.isAlive, isInstalled, let keyboard = seat?.keyboard else { return }
        let grab = InputMethodGrab(GrabWire(object), keyboard: keyboard)
        object.handler = grab
        self.grab = grab
        keyboard.begin(grab)
    }
}

extension Resource where Interface == ZwpInputPopupSurfaceV2 {
    /// Sends the text cursor's rectangle, relative to the popup's corner.
    fileprivate func sendCursor(_ cursor: Rect<LogicalSpace>) {
        sendTextInputRectangle(
            x: Int32(clamping: cursor.x), y: Int32(clamping: cursor.y), width: Int32(clamping: cursor.width),
            height: Int32(clamping: cursor.height))
    }
}

/// One client's `zwp_input_method_manager_v2`: lets a tool compose text for applications.
final class InputMethods: ZwpInputMethodManagerV2Requests {
    // Weak: resources live as long as their clients and must not keep the server alive.
    private weak var place: ToolPlace?

    private init(_ place: ToolPlace?) {
        self.place = place
    }

    static func announce(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) -> AnyGlobal {
        try Global<ZwpInputMethodManagerV2>(display, version: 1, audience: .tools) { [weak place] _ in
            InputMethods(place)
        }
    }

    func getInputMethod(
        _ resource: Resource<ZwpInputMethodManagerV2>, seat: Resource<WlSeat>,
        inputMethod: NewResource<ZwpInputMethodV2>
    ) {
        let object = inputMethod.createInert()
        guard object.isAlive, let place else { return }
        object.handler = InputMethod(object, for: place.current)
        let (client, keyboards) = (resource.client, place.keyboards)
        keyboards.added(client)
        object.onDestroy { [weak keyboards] in keyboards?.removed(client) }
    }
}
