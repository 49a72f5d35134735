import Mirroring

/// A request of the control socket: a value with its name on the wire and the type of its reply.
///
/// A line is an object with the name as `command` beside the value's own keys. Unknown keys are ignored, so that the
/// requests of newer clients are understood.
package protocol ControlCommand: Codable, Hashable, Sendable {
    associatedtype Reply: ControlReply = Done

    /// The value of `command`.
    static var name: String { get }
    /// The rights that a client needs; all of them by default.
    static var access: ControlAccess { get }
    /// Whether the command is served while the session is locked; by default only if it needs no more than `.status`.
    static var worksWhileLocked: Bool { get }
}

extension ControlCommand {
    package static var access: ControlAccess { .full }
    package static var worksWhileLocked: Bool { access == .status }
}

/// The keys of a successful reply beside `ok`.
package protocol ControlReply: Codable, Hashable, Sendable {}

/// The reply of a command that returns nothing.
package struct Done: ControlReply {
    /// One line for the user.
    package var note: String?
}

/// A command that subscribes its connection to a stream, which the server does by itself.
package protocol StreamCommand: ControlCommand where Reply == Done {
    static var stream: ControlStream { get }
}

/// What a connection can subscribe to.
package enum ControlStream: Hashable, Sendable, CaseIterable {
    /// Lines of `ServiceEvent`.
    case events
    /// Lines of `RecordedInput`.
    case input
}

/// The commands of the control socket. Each file of requests adds its own list.
package enum ControlCommands {
    package static let all: [any ControlCommand.Type] =
        state + screens + controller + menu + keyboard + presenter + windows + configuration + pip + hud + input
        + virtualDisplays
        + virtualInput

    /// The type of the command with this name.
    static func named(_ name: String) -> (any ControlCommand.Type)? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

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
