import Mirroring

/// Runs the commands that are bound to keys, and says on the panel what came to nothing.
final class BoundCommands: Feature {
    private let port: any MenuActionPort
    private let notices: NoticeBoard

    init(_ port: any MenuActionPort, _ notices: NoticeBoard) {
        self.port = port
        self.notices = notices
    }

    func hear(_ news: InputNews) {
        guard case .commandKey(let command) = news, let program = command.first else { return }
        port.run(command) { [weak notices] failure in
            let name = program.split(separator: "/").last.map(String.init) ?? program
            if let failure { notices?.show(.commandFailed(name: name, failure)) }
        }
    }
}
