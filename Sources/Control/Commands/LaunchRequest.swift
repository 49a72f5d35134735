package import Mirroring

/// Start another application beside the hosted ones.
package struct LaunchRequest: ControlCommand {
    package static let name = "launch"

    package struct Reply: ControlReply {
        /// The program's process.
        package var pid: Int

        package init(pid: Int) {
            self.pid = pid
        }
    }

    /// The program and its arguments.
    package var command: [String]
    /// The application in whose place the program is shown.
    package var place: PanelForeground.Choice
    /// When the program is started again after its end.
    package var restart: RestartPolicy

    private enum CodingKeys: String, CodingKey {
        // `command` is the request's own name.
        case command = "words"
        case place
        case restart
    }

    package init(
        _ command: [String], in place: PanelForeground.Choice = .content, restart: RestartPolicy = .never
    ) {
        self.command = command
        self.place = place
        self.restart = restart
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, keyedBy: CodingKeys.self)
        let command: [String] = try fields.value(.command)
        guard let program = command.first, !program.isEmpty else {
            throw ControlRequestError("words must begin with a program")
        }
        guard !command.contains(where: { $0.utf8.contains(0) }) else {
            throw ControlRequestError("words must not contain the character 0")
        }
        let place =
            fields.contains(.place)
            ? try fields.word(.place, as: PanelForeground.Choice.self, choices: "content or application") : .content
        let restart =
            fields.contains(.restart)
            ? try fields.word(.restart, as: RestartPolicy.self, choices: RestartPolicy.choices) : .never
        self.init(command, in: place, restart: restart)
    }
}

/// Start the hosted application again at once.
package struct RestartRequest: ControlCommand {
    package static let name = "restart"

    package init() {}
}
