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
    /// All but sandboxed clients.
    case unconfined

    func includes(_ privilege: ClientPrivilege) -> Bool {
        switch (self, privilege) {
        case (.everyone, _), (.tools, .tool), (.unconfined, .application), (.unconfined, .tool): true
        case (.tools, _), (.unconfined, .sandboxed): false
        }
    }
}
