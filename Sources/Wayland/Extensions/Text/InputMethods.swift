import Runtime
import WaylandBinding

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
