/// Answers one command.
///
/// Calls come on the service's thread, one request of a connection at a time.
package protocol CommandHandler<Command> {
    associatedtype Command: ControlCommand

    /// Acts on a command and answers, or returns nil and answers later through `call.later`.
    func answer(_ command: Command, _ call: ControlCall<Command.Reply>) -> ControlAnswer<Command.Reply>?
}

/// What comes with a command.
package struct ControlCall<Reply: ControlReply> {
    /// The descriptors attached to the request.
    package let files: AttachedFiles
    package let connection: ControlConnection

    /// For a handler that returns no answer.
    package var later: LaterAnswer<Reply> { LaterAnswer(connection) }
}

/// A pending answer; its connection may close first.
package struct LaterAnswer<Reply: ControlReply> {
    private weak var connection: ControlConnection?

    init(_ connection: ControlConnection) {
        self.connection = connection
    }

    /// Whether the connection is still open.
    package var isWanted: Bool { connection?.isClosed == false }

    package func send(_ answer: ControlAnswer<Reply>) {
        connection?.reply(answer)
    }
}

/// The handlers of the commands, by the commands' names.
package struct CommandTable {
    private let handlers: [String: any CommandHandler]

    package init(_ handlers: [any CommandHandler]) {
        self.handlers = Dictionary(handlers.map { ($0.commandName, $0) }) { first, _ in first }
    }

    /// The names of the commands that have no handler and are no streams.
    package var unhandled: [String] {
        // A type that is asked for a protocol that it lacks costs more than all else here: few are.
        ControlCommands.all.filter { handlers[$0.name] == nil && !($0 is any StreamCommand.Type) }.map { $0.name }
    }

    /// The answer, or nil if it follows later.
    func answer(
        _ command: any ControlCommand, _ files: AttachedFiles, from connection: ControlConnection
    ) -> (any Encodable)? {
        let name = type(of: command).name
        guard let handler = handlers[name] else { return ControlAnswer<Done>.failure("nothing handles \(name)") }
        return handler.answer(any: command, files, from: connection)
    }
}

extension CommandHandler {
    fileprivate var commandName: String { Command.name }

    fileprivate func answer(
        any command: any ControlCommand, _ files: AttachedFiles, from connection: ControlConnection
    ) -> (any Encodable)? {
        guard let command = command as? Command else {
            return ControlAnswer<Done>.failure("another command is called \(Command.name)")
        }
        return answer(command, ControlCall(files: files, connection: connection))
    }
}
