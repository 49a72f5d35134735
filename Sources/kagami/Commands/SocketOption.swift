import ArgumentParser
import Control
import PrintableText
import Runtime

/// `--socket`, which every command that talks to the service takes.
struct SocketOption: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "The control socket. (default: $KAGAMI_SOCKET, else $XDG_RUNTIME_DIR/kagami.sock)", valueName: "path"))
    var path: String?

    func address(environment: [String: String]) throws(ControlError) -> SocketAddress {
        try SocketAddress(explicit: path, environment: environment)
    }

    /// Connects to the service there.
    func connect() throws(ControlError) -> ControlClient {
        try ControlClient(to: try address(environment: Environment.current))
    }

    /// The reply to a command.
    func ask<Command: ControlCommand>(_ command: Command) throws(ControlError) -> Command.Reply {
        try connect().perform(command)
    }

    /// Performs a command and prints the service's note.
    func perform<Command: ControlCommand>(
        _ command: Command, with files: [OwnedDescriptor] = [],
        patienceSeconds: Int = ControlClient.defaultPatienceSeconds
    ) throws(ControlError) where Command.Reply == Done {
        let done = try connect().perform(command, with: files, patienceSeconds: patienceSeconds)
        if let note = done.note { TextOutput.standard.write(line: note.printable) }
    }
}
