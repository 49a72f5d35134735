import Runtime
import WaylandBinding

/// `zwp_input_method_manager_v2`: lets a tool compose text for applications.
final class InputMethods {
    private weak var place: ToolPlace?
    private var global: Global<ZwpInputMethodManagerV2>?

    init(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) {
        self.place = place
        global = try Global(display, version: 1, audience: .tools) { [weak self] _ in
            self.map(InputMethodManager.init)
        }
    }

    fileprivate func make(_ object: Resource<ZwpInputMethodV2>) {
        object.handler = InputMethod(object, for: place?.current)
    }
}

/// One client's `zwp_input_method_manager_v2`.
private final class InputMethodManager: ZwpInputMethodManagerV2Requests {
    // Weak: resources live as long as their clients and must not keep the server alive.
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
