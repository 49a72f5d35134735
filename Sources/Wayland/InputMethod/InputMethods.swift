/// `zwp_input_method_manager_v2`: lets a tool compose text for applications.
final class InputMethods {
    private let relay: TextRelay
    private let desktop: Desktop
    private let keyboard: SeatKeyboard
    private var global: Global<ZwpInputMethodManagerV2>?

    init(
        _ display: WaylandDisplay, relay: TextRelay, desktop: Desktop, keyboard: SeatKeyboard
    ) throws(WaylandError) {
        self.relay = relay
        self.desktop = desktop
        self.keyboard = keyboard
        global = try Global(display, version: 1, audience: .tools) { [weak self] _ in
            self.map(InputMethodManager.init)
        }
    }

    fileprivate func make(_ object: Resource<ZwpInputMethodV2>) {
        object.handler = InputMethod(object, relay: relay, desktop: desktop, keyboard: keyboard)
    }
}

/// One client's `zwp_input_method_manager_v2`.
private final class InputMethodManager: ZwpInputMethodManagerV2Requests {
    // Not held: objects live as long as their clients, which must not keep the server alive.
    private weak var methods: InputMethods?

    init(_ methods: InputMethods) {
        self.methods = methods
    }

    func getInputMethod(
        _ resource: Resource<ZwpInputMethodManagerV2>, seat: Resource<WlSeat>,
        inputMethod: NewResource<ZwpInputMethodV2>
    ) {
        let object = inputMethod.createInert()
        if object.isAlive { methods?.make(object) }
    }
}
