/// How far a client is trusted, settled once by the way it connected.
package enum ClientPrivilege: Hashable, Sendable {
    /// Came through the applications' socket: sees nothing that reaches into other clients or the whole screen.
    case application
    /// Came through the tools' socket, which only the user of the service can open.
    case tool
    /// Came through the socket of a security context, whose maker vouches for this identity.
    case sandboxed(SandboxIdentity)
}

/// Who a sandboxed client is, in the words of the sandbox that runs it.
package struct SandboxIdentity: Hashable, Sendable {
    var engine: String?
    var appID: String?
    var instanceID: String?
}

/// The clients that a global is shown to. To all others it does not exist: they can neither see nor bind it.
enum GlobalAudience {
    case everyone
    case tools
    /// All but clients that a sandbox holds.
    case unconfined

    func includes(_ privilege: ClientPrivilege) -> Bool {
        switch (self, privilege) {
        case (.everyone, _), (.tools, .tool), (.unconfined, .application), (.unconfined, .tool): true
        case (.tools, _), (.unconfined, .sandboxed): false
        }
    }
}
