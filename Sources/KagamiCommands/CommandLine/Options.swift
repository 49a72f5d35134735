package import ArgumentParser
package import Control
import Mirroring
import Runtime

/// The option `--socket` of every command that talks to the service.
package struct SocketOption: ParsableArguments {
    @Option(
        name: .customLong("socket"),
        help: ArgumentHelp(
            "The control socket. (default: $KAGAMI_SOCKET, else $XDG_RUNTIME_DIR/kagami.sock)", valueName: "path"))
    package var path: String?

    package init() {}

    package func address(environment: [String: String]) throws(ControlError) -> SocketAddress {
        try SocketAddress(explicit: path, environment: environment)
    }

    /// Connects to the service at the socket.
    package func connect() throws(ControlError) -> ControlClient {
        try ControlClient(to: try address(environment: Environment.current))
    }

    /// Performs a command and returns the reply.
    package func ask<Command: ControlCommand>(
        _ command: Command, patienceSeconds: Int = ControlClient.defaultPatienceSeconds
    ) throws(ControlError) -> Command.Reply {
        try connect().perform(command, patienceSeconds: patienceSeconds)
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

/// The option `--json` of every command that prints.
struct FormatOption: ParsableArguments {
    @Flag(help: "Print JSON, with the keys of the control contract.")
    var json = false

    /// Prints `value` as one line of JSON, or `text`.
    func print(_ value: some Encodable, text: () -> String) {
        if json {
            TextOutput.standard.write(JSONLine().encode(value))
        } else {
            TextOutput.standard.write(line: text())
        }
    }
}

/// A failed command: one line that says what failed and why. Exit status 1.
package struct CommandFailure: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
