import ArgumentParser
import Control

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
}
