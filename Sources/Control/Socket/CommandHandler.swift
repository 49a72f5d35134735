/// Answers one command.
///
/// Calls come on the service's thread, one request of a connection at a time.
package protocol CommandHandler<Command> {
    associatedtype Command: ControlCommand

    /// Whether screens that are dark because nobody used them are lit first, so that the effect is visible.
    var wakes: Bool { get }

    /// Acts on a command and answers, or returns nil and answers later through `call.later`.
    func answer(_ command: Command, _ call: ControlCall<Command.Reply>) -> ControlAnswer<Command.Reply>?
}

extension CommandHandler {
    package var wakes: Bool { false }
}

/// Answers one command by a function.
package struct Handler<Command: ControlCommand>: CommandHandler {
    package typealias Call = ControlCall<Command.Reply>
    package typealias Answer = ControlAnswer<Command.Reply>

    package let wakes: Bool
    private let action: (Command, Call) -> Answer?

    package init(wakes: Bool = false, _ action: @escaping (Command, Call) -> Answer?) {
        self.wakes = wakes
        self.action = action
    }

    package func answer(_ command: Command, _ call: Call) -> Answer? { action(command, call) }
}

/// What comes with a command.
package struct ControlCall<Reply: ControlReply> {
    /// The descriptors attached to the request.
    package let files: AttachedFiles
    package let connection: ControlConnection

    /// The answer of a handler that returns nil.
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
    private let wake: () -> Void

    /// `wake` is called before a handler that wakes.
    package init(_ handlers: [any CommandHandler], wake: @escaping () -> Void = {}) {
        self.handlers = Dictionary(handlers.map { ($0.commandName, $0) }) { first, _ in first }
        self.wake = wake
    }

    /// The answer, or nil if it follows later.
    func answer(
        _ command: any ControlCommand, _ files: AttachedFiles, from connection: ControlConnection
    ) -> (any Encodable)? {
        let name = type(of: command).name
        guard let handler = handlers[name] else {
            return ControlAnswer<Done>.failure("this service has nothing that \(name) is for")
        }
        if handler.wakes { wake() }
        return handler.answer(any: command, files, from: connection)
    }
}

extension CommandHandler {
    package var commandName: String { Command.name }

    fileprivate func answer(
        any command: any ControlCommand, _ files: AttachedFiles, from connection: ControlConnection
    ) -> (any Encodable)? {
        guard let command = command as? Command else {
            return ControlAnswer<Done>.failure("another command is called \(Command.name)")
        }
        return answer(command, ControlCall(files: files, connection: connection))
    }
}
