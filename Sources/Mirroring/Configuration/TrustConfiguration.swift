/// How far a hosted application is trusted with the service.
package struct TrustConfiguration: Hashable, Sendable {
    /// Whether the application may control the service, through the control socket and the directory of all sockets.
    package var isTrusted = true
    /// What an untrusted application gets in place of the control socket.
    package var control = UntrustedControl.none

    package init() {}
}

/// What an untrusted application may ask of the service.
package enum UntrustedControl: String, Hashable, Sendable, CaseIterable {
    case none
    /// The status, and the events of picture in picture.
    case status
}
