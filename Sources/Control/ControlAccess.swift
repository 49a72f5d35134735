import Mirroring

/// The rights of a control socket's clients.
package enum ControlAccess: Hashable, Sendable {
    /// All requests.
    case full
    /// The status and the events of picture in picture only.
    case status

    func allows(_ command: any ControlCommand.Type) -> Bool {
        self == .full || command.access == .status
    }

    func allows(_ event: ServiceEvent) -> Bool {
        switch (self, event.occurrence) {
        case (.full, _), (.status, .pip), (.status, .dropped): true
        case (.status, _): false
        }
    }

    /// The error for requests that are not allowed.
    static let refusal = "not allowed: this socket answers only status and events of picture in picture"
}
