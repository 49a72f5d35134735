import Runtime
import WaylandBinding

/// `xdg_activation_v1`: activates a window because of a user action in another client.
final class Activation {
    private let desktop: Desktop
    private var global: Global<XdgActivationV1>?

    init(_ display: WaylandDisplay, desktop: Desktop) throws(RuntimeError) {
        self.desktop = desktop
        global = try Global(display, version: 1) { [weak self] _ in self.map(ActivationObject.init) }
    }

    /// Makes a token for a client and the serial that it gave. Tokens of tools always activate.
    func makeToken(for client: Client, serial: UInt32?) -> String {
        let isUsersDoing = serial.map { desktop.seat?.isUserAction($0, of: client) == true } ?? false
        return desktop.tokens.make(mayActivate: isUsersDoing || client.privilege == .tool)
    }

    func activate(_ surface: Surface, with token: String) {
        guard let toplevel = (surface.root.role as? ShellSurface)?.toplevel else { return }
        desktop.activate(toplevel, with: token)
    }
}

/// One client's `xdg_activation_v1`.
private final class ActivationObject: XdgActivationV1Requests {
    private weak var activation: Activation?

    init(_ activation: Activation) {
        self.activation = activation
    }

    func getActivationToken(_ resource: Resource<XdgActivationV1>, id: NewResource<XdgActivationTokenV1>) {
        id.create(ActivationRequest(activation))
    }

    func activate(_ resource: Resource<XdgActivationV1>, token: String, surface: Resource<WlSurface>) {
        if let surface = Surface.of(surface) { activation?.activate(surface, with: token) }
    }
}

/// One `xdg_activation_token_v1`: a request for a token.
private final class ActivationRequest: XdgActivationTokenV1Requests {
    private weak var activation: Activation?
    private var serial: UInt32?
    private var isCommitted = false

    init(_ activation: Activation?) {
        self.activation = activation
    }

    func setSerial(_ resource: Resource<XdgActivationTokenV1>, serial: UInt32, seat: Resource<WlSeat>) {
        if isOpen(resource) { self.serial = serial }
    }

    /// Ignored: only the serial proves that the user acted.
    func setAppId(_ resource: Resource<XdgActivationTokenV1>, appId: String) {
        _ = isOpen(resource)
    }

    func setSurface(_ resource: Resource<XdgActivationTokenV1>, surface: Resource<WlSurface>) {
        _ = isOpen(resource)
    }

    func commit(_ resource: Resource<XdgActivationTokenV1>) {
        guard isOpen(resource) else { return }
        isCommitted = true
        let token = activation?.makeToken(for: resource.client, serial: serial)
        resource.sendDone(token: token ?? WireString.randomName())
    }

    private func isOpen(_ resource: Resource<XdgActivationTokenV1>) -> Bool {
        if isCommitted {
            resource.post(XdgActivationTokenV1.ErrorCode.alreadyUsed, "the token has been committed")
        }
        return !isCommitted
    }
}
