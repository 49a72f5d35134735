package import Mirroring

extension ControlCommands {
    static let state: [any ControlCommand.Type] = [
        StatusRequest.self, OutputsRequest.self, ForgetOutputRequest.self, EventsRequest.self,
    ]
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
    package static let worksWhileLocked = true

    package struct Reply: ControlReply {
        package var outputs: [OutputStatus]
        /// The touchscreens whose display is not connected.
        package var unplacedTouchscreens: [TouchscreenStatus]

        private enum CodingKeys: String, CodingKey {
            case outputs
            case unplacedTouchscreens = "unplaced_touchscreens"
        }

        package init(_ outputs: [OutputStatus], unplacedTouchscreens: [TouchscreenStatus] = []) {
            self.outputs = outputs
            self.unplacedTouchscreens = unplacedTouchscreens
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let unplaced = try container.decodeIfPresent([TouchscreenStatus].self, forKey: .unplacedTouchscreens)
            self.init(
                try container.decode([OutputStatus].self, forKey: .outputs), unplacedTouchscreens: unplaced ?? [])
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(outputs, forKey: .outputs)
            let unplaced = unplacedTouchscreens.isEmpty ? nil : unplacedTouchscreens
            try container.encodeIfPresent(unplaced, forKey: .unplacedTouchscreens)
        }

        /// All touchscreens.
        package var touchscreens: [TouchscreenStatus] { outputs.flatMap(\.touchscreens) + unplacedTouchscreens }
    }

    package init() {}
}

/// Forget what was set by hand for the display at a connector, or for all displays.
package struct ForgetOutputRequest: ControlCommand {
    package static let name = "outputs.forget"

    /// Nil for all displays.
    package var output: OutputID?

    private enum CodingKeys: String, CodingKey {
        case output = "name"
        case all
    }

    package init(_ output: OutputID?) {
        self.output = output
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        let isAll = try fields.optional(.all, as: Bool.self) ?? false
        guard isAll != fields.contains(.output) else {
            throw ControlRequestError("give either name or \"all\": true")
        }
        output = isAll ? nil : try fields.output(.output)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(output, forKey: .output)
        if output == nil { try container.encode(true, forKey: .all) }
    }
}

/// Subscribe to events, one a line.
package struct EventsRequest: StreamCommand {
    package static let name = "events"
    package static let worksWhileLocked = true
    package static let access = ControlAccess.status
    package static let stream = ControlStream.events

    package init() {}
}
