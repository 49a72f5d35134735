import Mirroring

/// What the clients of one control socket may do.
package enum ControlAccess: Hashable, Sendable {
    /// Everything: see and steer all that the service shows.
    case full
    /// Ask for the status, and hear of the picture in picture.
    case status

    func allows(_ request: ControlRequest) -> Bool {
        switch (self, request) {
        case (.full, _), (.status, .status), (.status, .events): true
        case (.status, _): false
        }
    }

    func allows(_ event: ServiceEvent) -> Bool {
        switch (self, event.occurrence) {
        case (.full, _), (.status, .pip), (.status, .dropped): true
        case (.status, _): false
        }
    }

    /// The answer to what is not allowed.
    static let refusal = "not allowed: this socket answers status, and events of the picture in picture"
}
