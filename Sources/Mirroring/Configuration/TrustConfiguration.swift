/// How far a hosted application is trusted with the service itself.
package struct TrustConfiguration: Hashable, Sendable {
    /// The application may steer the service: the control socket and the folder of all sockets are its own too.
    package var isTrusted = true
    /// What an application that is not trusted gets in place of the control socket.
    package var control = UntrustedControl.none

    package init() {}
}

/// What an application that is not trusted may ask of the service.
package enum UntrustedControl: String, Hashable, Sendable, CaseIterable {
    case none
    /// The status, and the events of picture in picture.
    case status
}
