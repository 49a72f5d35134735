extension ControlCommands {
    static let input: [any ControlCommand.Type] = [RecordInputRequest.self, InjectInputRequest.self]
}

/// Subscribe to the panel's input, one `RecordedInput` a line.
package struct RecordInputRequest: StreamCommand {
    package static let name = "input.record"
    package static let stream = ControlStream.input

    package init() {}
}

/// Handle events as if devices had just sent them.
package struct InjectInputRequest: ControlCommand {
    package static let name = "input.inject"
    package static let worksWhileLocked = true

    package var events: [RecordedInput]

    package init(_ events: [RecordedInput]) {
        self.events = events
    }
}
