package import ArgumentParser
package import ConfigurationFiles
package import Control
import PrintableText
import Runtime

/// `--socket`, which every command that talks to the service takes.
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

/// `--json`, which every command that prints takes.
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

extension PixelSize {
    /// A size whose sides are each 1 to 16384; the error shows the form and the limits.
    static func parse(_ argument: String) throws -> PixelSize {
        try parse(argument, smallest: 1)
    }

    /// A panel's size, with the smallest usable size as the limit.
    package static func parsePanel(_ argument: String) throws -> PixelSize {
        try parse(argument, smallest: 64)
    }

    private static func parse(_ argument: String, smallest: Int) throws -> PixelSize {
        let limits = "\(smallest)x\(smallest) to \(maximumLength)x\(maximumLength)"
        guard let size = PixelSize(argument) else {
            throw ValidationError("use WxH in pixels, \(limits), such as 1280x800")
        }
        guard size.width >= smallest, size.height >= smallest else {
            throw ValidationError("too small: use \(limits)")
        }
        guard size.isUsable(smallest: smallest) else { throw ValidationError("too large: use \(limits)") }
        return size
    }
}

extension DisplayMode {
    /// A mode; the error shows the form and the limits.
    static func parse(_ argument: String) throws -> DisplayMode {
        let (sizeText, rateText) = parts(of: argument)
        let size = try PixelSize.parse(String(sizeText))
        guard let rateText else { return DisplayMode(size: size) }
        guard let rate = milliHertz(rateText) else {
            throw ValidationError("use a rate of 1 to 1000 Hz, such as 3840x2160@60")
        }
        return DisplayMode(size: size, refreshMilliHertz: rate)
    }
}

/// The version that `--version` and `status` print.
package enum Version {
    package static let current = "0.1.0"
}
