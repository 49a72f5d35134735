import Runtime
import WaylandBinding

/// `zwp_text_input_manager_v3`: connects applications' text fields with an input method.
final class TextInputs {
    private var global: Global<ZwpTextInputManagerV3>?

    init(_ content: WaylandContent, desktop: Desktop, seat: Seat) throws(RuntimeError) {
        let relay = TextRelay(content, panels: InputPanels(content: content, desktop: desktop))
        content.attachments[TextRelay.self] = relay
        content.add(relay)
        seat.add(relay)
        global = try Global(content.display, version: 1) { [weak relay] _ in relay.map(TextInputManager.init) }
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
