import Glibc
import Logging
import Runtime
import WaylandBinding

/// `wp_security_context_manager_v1`: sandbox engines pass sockets for their clients, which have the least privilege.
final class SecurityContexts {
    private let display: WaylandDisplay
    private let logger: Logger
    private var global: Global<WpSecurityContextManagerV1>?
    private var sockets: [ObjectIdentifier: SandboxSocket] = [:]
    private let places = ContextPlaces()

    init(_ display: WaylandDisplay, logger: Logger) throws(RuntimeError) {
        self.display = display
        self.logger = logger
        // A sandboxed client that could create contexts could give itself another identity.
        global = try Global(display, version: 1, audience: .unconfined) { [weak self] _ in
            self.map(SecurityContextManager.init)
        }
    }

    /// Reserves a place for one more context of the client's process. If there is none, refuses the client and returns nil.
    fileprivate func place(for client: Client) -> ContextPlace? {
        do throws(ContextRefusal) {
            return try places.take(for: client.processID)
        } catch {
            refuse(client, "\(error)")
            return nil
        }
    }

    /// Accepts clients until the other end of `closing` is closed, even after the sandbox engine has disconnected.
    fileprivate func open(
        listening: OwnedDescriptor, closing: OwnedDescriptor, identity: SandboxIdentity, place: ContextPlace,
        for client: Client
    ) {
        do throws(RuntimeError) {
            let socket = try SandboxSocket(display, listening, closing, identity, place) { [weak self] in
                self?.sockets[$0] = nil
            }
            sockets[ObjectIdentifier(socket)] = socket
        } catch {
            refuse(client, "the security context cannot listen: \(error)")
        }
    }

    private func refuse(_ client: Client, _ reason: String) {
        logger.warning("security context refused", metadata: ["reason": "\(reason)", "pid": "\(client.processID)"])
        client.refuse(reason)
    }
}

/// One client's `wp_security_context_manager_v1`.
private final class SecurityContextManager: WpSecurityContextManagerV1Requests {
    private weak var contexts: SecurityContexts?

    init(_ contexts: SecurityContexts) {
        self.contexts = contexts
    }

    func createListener(
        _ resource: Resource<WpSecurityContextManagerV1>, id: NewResource<WpSecurityContextV1>,
        listenFd: OwnedDescriptor, closeFd: OwnedDescriptor
    ) {
        guard Self.isListening(listenFd.number) else {
            _ = id.createInert()
            return resource.post(
                WpSecurityContextManagerV1.ErrorCode.invalidListenFd, "the descriptor is not a listening socket")
        }
        guard let contexts, let place = contexts.place(for: resource.client) else { return _ = id.createInert() }
        id.create(SecurityContext(contexts, listening: listenFd, closing: closeFd, place))
    }

    private static func isListening(_ descriptor: CInt) -> Bool {
        option(SO_ACCEPTCONN, of: descriptor) == 1 && option(SO_DOMAIN, of: descriptor) == AF_UNIX
            && option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
    }

    private static func option(_ option: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }
}

/// Counts contexts, committed or not, by the process that makes them.
///
/// Contexts outlive the connections of their process, and each takes descriptors.
private final class ContextPlaces {
    private var byProcess: [pid_t: Int] = [:]
    private var count = 0

    /// The most contexts of one process. An engine makes one for each sandbox, mostly in a process of the sandbox's own.
    private static let mostOfProcess = 32
    private static let most = 512

    func take(for process: pid_t) throws(ContextRefusal) -> ContextPlace {
        guard byProcess[process, default: 0] < Self.mostOfProcess else { throw .process(Self.mostOfProcess) }
        guard count < Self.most else { throw .all(Self.most) }
        byProcess[process, default: 0] += 1
        count += 1
        return ContextPlace { [weak self] in self?.giveBack(process) }
    }

    private func giveBack(_ process: pid_t) {
        count -= 1
        let rest = byProcess[process, default: 1] - 1
        byProcess[process] = rest > 0 ? rest : nil
    }
}

/// Why there is no place for a context.
private enum ContextRefusal: Error, CustomStringConvertible {
    case process(Int)
    case all(Int)

    var description: String {
        switch self {
        case .process(let most): "a process has \(most) security contexts at most: end one by closing its close_fd"
        case .all(let most): "there are \(most) security contexts, and no more at a time: end a sandbox first"
        }
    }
}

/// One context's place, given back when this object is released.
private final class ContextPlace {
    private let giveBack: () -> Void

    init(_ giveBack: @escaping () -> Void) {
        self.giveBack = giveBack
    }

    deinit {
        giveBack()
    }
}

/// One `wp_security_context_v1` until it is committed.
private final class SecurityContext {
    private weak var contexts: SecurityContexts?
    /// The listening socket, the descriptor that ends the context, and the context's place; nil once they are handed over.
    private var parts: (listening: OwnedDescriptor, closing: OwnedDescriptor, place: ContextPlace)?
    private var identity = SandboxIdentity()

    init(
        _ contexts: SecurityContexts, listening: OwnedDescriptor, closing: OwnedDescriptor, _ place: ContextPlace
    ) {
        self.contexts = contexts
        parts = (listening, closing, place)
    }

    private func set(
        _ value: String, _ member: WritableKeyPath<SandboxIdentity, String?>, _ resource: Resource<WpSecurityContextV1>
    ) {
        guard isOpen(resource) else { return }
        guard identity[keyPath: member] == nil else {
            return resource.post(WpSecurityContextV1.ErrorCode.alreadySet, "\(value) is already set")
        }
        identity[keyPath: member] = value
    }

    private func isOpen(_ resource: Resource<WpSecurityContextV1>) -> Bool {
        if parts == nil {
            resource.post(WpSecurityContextV1.ErrorCode.alreadyUsed, "the context was already committed")
        }
        return parts != nil
    }
}

extension SecurityContext: WpSecurityContextV1Requests {
    func setSandboxEngine(_ resource: Resource<WpSecurityContextV1>, name: String) {
        set(name, \.engine, resource)
    }

    func setAppId(_ resource: Resource<WpSecurityContextV1>, appId: String) {
        set(appId, \.appID, resource)
    }

    func setInstanceId(_ resource: Resource<WpSecurityContextV1>, instanceId: String) {
        set(instanceId, \.instanceID, resource)
    }

    func commit(_ resource: Resource<WpSecurityContextV1>) {
        guard isOpen(resource), let (listening, closing, place) = parts else { return }
        parts = nil
        contexts?.open(
            listening: listening, closing: closing, identity: identity, place: place, for: resource.client)
    }
}

/// The socket of a committed context, until the end of the context or of the socket.
private final class SandboxSocket {
    private var listener: SharedClientListener?
    private let closing: OwnedDescriptor
    private let place: ContextPlace
    private var source: DescriptorSource?

    init(
        _ display: WaylandDisplay, _ listening: OwnedDescriptor, _ closing: OwnedDescriptor,
        _ identity: SandboxIdentity, _ place: ContextPlace, onClose: @escaping (ObjectIdentifier) -> Void
    ) throws(RuntimeError) {
        self.closing = closing
        self.place = place
        let close = { [weak self] in
            if let self { onClose(ObjectIdentifier(self)) }
        }
        listener = try SharedClientListener(
            display, descriptor: listening, privilege: .sandboxed(identity), onEnd: close)
        // A hang-up is always reported.
        source = try display.loop.watch(closing.number, for: []) { _ in close() }
    }

    deinit {
        source?.cancel()
    }
}
