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

    init(_ display: WaylandDisplay, logger: Logger) throws(RuntimeError) {
        self.display = display
        self.logger = logger
        // A sandboxed client that could create contexts could give itself another identity.
        global = try Global(display, version: 1, audience: .unconfined) { [weak self] _ in
            self.map(SecurityContextManager.init)
        }
    }

    /// Accepts clients until the other end of `closing` is closed, even after the sandbox engine has disconnected.
    fileprivate func open(listening: OwnedDescriptor, closing: OwnedDescriptor, identity: SandboxIdentity) {
        do throws(RuntimeError) {
            let socket = try SandboxSocket(display, listening, closing, identity) { [weak self] in
                self?.sockets[$0] = nil
            }
            sockets[ObjectIdentifier(socket)] = socket
        } catch {
            logger.warning("security context cannot listen", metadata: ["reason": "\(error)"])
        }
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
        id.create(SecurityContext(contexts, listening: listenFd, closing: closeFd))
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

/// One `wp_security_context_v1` until it is committed.
private final class SecurityContext {
    private weak var contexts: SecurityContexts?
    /// The listening socket and the one that ends the context; nil once they are handed over.
    private var sockets: (listening: OwnedDescriptor, closing: OwnedDescriptor)?
    private var identity = SandboxIdentity()

    init(_ contexts: SecurityContexts?, listening: OwnedDescriptor, closing: OwnedDescriptor) {
        self.contexts = contexts
        sockets = (listening, closing)
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
        if sockets == nil {
            resource.post(WpSecurityContextV1.ErrorCode.alreadyUsed, "the context was already committed")
        }
        return sockets != nil
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
        guard isOpen(resource), let (listening, closing) = sockets else { return }
        sockets = nil
        contexts?.open(listening: listening, closing: closing, identity: identity)
    }
}

/// The socket of a committed context.
private final class SandboxSocket {
    private let listener: ClientListener
    private let closing: OwnedDescriptor
    private var source: DescriptorSource?

    init(
        _ display: WaylandDisplay, _ listening: OwnedDescriptor, _ closing: OwnedDescriptor,
        _ identity: SandboxIdentity, onClose: @escaping (ObjectIdentifier) -> Void
    ) throws(RuntimeError) {
        self.closing = closing
        listener = try ClientListener(display, descriptor: listening, privilege: .sandboxed(identity))
        source = try display.loop.watch(closing.number, for: []) { [weak self] _ in
            if let self { onClose(ObjectIdentifier(self)) }
        }
    }

    deinit {
        source?.cancel()
    }
}
