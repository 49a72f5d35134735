package import Mirroring

extension ControlCommands {
    static let state: [any ControlCommand.Type] = [StatusRequest.self, OutputsRequest.self, EventsRequest.self]
}

/// What the service shows, where, and how much it has done.
package struct StatusRequest: ControlCommand {
    package static let name = "status"
    package static let access = ControlAccess.status

    package struct Reply: ControlReply {
        package var status: ServiceStatus

        package init(_ status: ServiceStatus) {
            self.status = status
        }
    }

    package init() {}
}

/// All connectors with their displays and modes.
package struct OutputsRequest: ControlCommand {
    package static let name = "outputs"

    package struct Reply: ControlReply {
        package var outputs: [OutputStatus]

        package init(_ outputs: [OutputStatus]) {
            self.outputs = outputs
        }
    }

    package init() {}
}

/// Subscribe to events, one a line.
package struct EventsRequest: StreamCommand {
    package static let name = "events"
    package static let access = ControlAccess.status
    package static let stream = ControlStream.events

    package init() {}
}
