package import CWayland
import CWaylandExtras
import Glibc
import Runtime

/// A connected client. There is exactly one object per connection, so identity is equality.
package final class Client {
    /// The client's process ID, as the kernel reported it on connection; 0 when unknown.
    package let processID: pid_t
    /// The `wl_client`, or nil once it is gone.
    package private(set) var handle: OpaquePointer?
    /// What the client may see; set before its first request is read.
    package internal(set) var privilege = ClientPrivilege.application
    /// The late events of the client's display; nil before the client is connected.
    package internal(set) var lateEvents: LateEvents?
    /// Whether the client leaves so many events unread that those which later ones replace are better not sent.
    package internal(set) var isLagging = false {
        didSet { if oldValue, !isLagging { caughtUp() } }
    }
    private var catchUpHandlers: [() -> Void] = []
    /// State that protocols keep for the client.
    package var attachments = Attachments()
    private var destroyHandlers: [() -> Void] = []
    private var objectWatch: Listener?
    /// Whether the service is making an object whose requests it answers itself.
    private var isMakingObject = false
    /// The client's descriptors that the service keeps, such as those of its dmabufs.
    private let descriptors = DescriptorAccount()
    private let mostDescriptors = Client.shareOfDescriptors

    private init(handle: OpaquePointer) {
        self.handle = handle
        var pid: pid_t = 0
        var uid: uid_t = 0
        var gid: gid_t = 0
        wl_client_get_credentials(handle, &pid, &uid, &gid)
        processID = pid
    }

    /// The object of a `wl_client`.
    package static func of(_ handle: OpaquePointer) -> Client {
        let listener = wl_client_get_destroy_listener(handle, Listener.notify)
        if let known = Listener.owner(of: listener)?.payload as? Client { return known }
        let client = Client(handle: handle)
        Listener.tie(client, onDestroy: client.invalidate) {
            wl_client_add_destroy_listener(handle, $0)
        }
        return client
    }

    /// Calls `handler` when the client's connection ends, before its objects are destroyed.
    package func onDestroy(_ handler: @escaping () -> Void) {
        if handle == nil { handler() } else { destroyHandlers.append(handler) }
    }

    /// Calls `handler` once, when the client reads its events again; never if its connection ends before that.
    package func onCatchUp(_ handler: @escaping () -> Void) {
        catchUpHandlers.append(handler)
    }

    private func caughtUp() {
        let handlers = catchUpHandlers
        catchUpHandlers = []
        for handler in handlers { handler() }
    }

    /// Whether the client has read all events that have been sent to it, so far as the kernel knows.
    package var hasReadEvents: Bool {
        guard let handle else { return true }
        var unread: CInt = 0
        return ioctl(wl_client_get_fd(handle), UInt(TIOCOUTQ), &unread) != 0 || unread == 0
    }

    /// Sends the queued events.
    func flush() {
        if let handle { wl_client_flush(handle) }
    }

    /// Makes a `wl_resource` that the service answers for; nil without a connection, or if `body` makes none.
    func makeObject(_ body: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        guard let handle else { return nil }
        isMakingObject = true
        defer { isMakingObject = false }
        return body(handle)
    }

    /// Calls `handler` for each further object that libwayland answers for by itself, such as the callback of `wl_display.sync`,
    /// before any event of that object is sent.
    func watchLibraryObjects(_ handler: @escaping (Client) -> Void) {
        guard let handle else { return }
        objectWatch = Listener(
            handler: { [unowned self] _ in if !isMakingObject { handler(self) } },
            attach: { wl_client_add_resource_created_listener(handle, $0) })
    }

    /// Ends the connection.
    package func destroy() {
        if let handle { wl_client_destroy(handle) }
    }

    /// Ends the connection with an error that gives the reason.
    ///
    /// Use this when the protocol allows the request, but the service cannot serve it here or so often.
    package func refuse(_ reason: String) {
        if let handle { kagami_wl_client_refuse(handle, reason) }
    }

    /// Takes over a descriptor that came with a request.
    ///
    /// A client that has too many open here is disconnected, because other clients need descriptors too.
    func take(descriptor number: CInt) -> OwnedDescriptor {
        let descriptor = OwnedDescriptor(owning: number, of: descriptors)
        if descriptors.count > mostDescriptors {
            refuse("more than \(mostDescriptors) descriptors are open for the client")
        }
        return descriptor
    }

    /// A quarter of the descriptors that the process may open, within limits.
    private static var shareOfDescriptors: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return leastShare }
        return min(max(Int(clamping: limit.rlim_cur / 4), leastShare), greatestShare)
    }

    private static let leastShare = 64
    private static let greatestShare = 4096

    private func invalidate() {
        handle = nil
        objectWatch = nil
        catchUpHandlers = []
        let handlers = destroyHandlers
        destroyHandlers = []
        for handler in handlers { handler() }
        attachments.removeAll()
    }
}

extension Client: Hashable {
    package static func == (left: Client, right: Client) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A client that came or went, by the process at its other end (0 when unknown).
package enum ClientChange: Hashable, Sendable {
    case connected(processID: Int)
    case disconnected(processID: Int)
}

/// How far a client is trusted; fixed by the socket that it connected to.
package enum ClientPrivilege: Hashable, Sendable {
    /// Connected to the applications' socket: sees no globals that reach other clients or the whole screen.
    case application
    /// Connected to the tools' socket, which only the service's user can open.
    case tool
    /// Connected to the socket of a security context, whose creator vouches for this identity.
    case sandboxed(SandboxIdentity)
}

/// The identity of a sandboxed client, as given by the sandbox engine.
package struct SandboxIdentity: Hashable, Sendable {
    package var engine: String?
    package var appID: String?
    package var instanceID: String?

    package init() {}
}

/// The clients that can see and bind a global. For all others it does not exist.
package enum GlobalAudience {
    case everyone
    case tools
    /// All but tools.
    case applications
    /// The tools for which this holds; it must hold for a client always or never.
    case someTools((Client) -> Bool)
    /// All but sandboxed clients.
    case unconfined
    /// The clients for which this holds; it must hold for a client always or never.
    case some((Client) -> Bool)

    func includes(_ client: Client) -> Bool {
        let isTool = client.privilege == .tool
        return switch self {
        case .everyone: true
        case .tools: isTool
        case .applications: !isTool
        case .someTools(let isIncluded): isTool && isIncluded(client)
        case .unconfined: isTool || client.privilege == .application
        case .some(let isIncluded): isIncluded(client)
        }
    }
}
